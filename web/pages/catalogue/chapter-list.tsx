import type { CatalogueChapter } from '../../../src/worker/study-api';
import { showPreset } from '../../state/document';
import { useStudies } from '../../state/studies';
import { scrollToCard } from './scroll';

const states = { waiting: 'waiting', running: 'running', done: 'done', failed: 'failed' } as const;

/** The address follows, so that it can be copied. */
function goTo(id: string): void {
  showPreset(id);
  scrollToCard(id);
}

/** The catalogue's contents, and what has run. */
export function ChapterList({ chapters }: { readonly chapters: readonly CatalogueChapter[] }) {
  const runs = useStudies((state) => state.runs);
  return (
    <nav className="contents" aria-label="Catalogue">
      {chapters.map(({ id, authors, presets }) => (
        <div key={id}>
          <h3>{authors}</h3>
          <ul>
            {presets.map((preset) => {
              const state = runs[preset.id]?.kind;
              return (
                <li key={preset.id}>
                  <button type="button" onClick={() => goTo(preset.id)}>
                    <span>{preset.title}</span>
                    {state && <span className={`state ${state}`}>{states[state]}</span>}
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
