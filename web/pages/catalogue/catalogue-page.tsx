import '../contents.css';
import './catalogue-page.css';
import { useEffect } from 'react';
import type { CatalogueChapter } from '../../../src/worker/study-api';
import { useLab } from '../../state/store';
import { listPresets, runPresets, useStudies } from '../../state/studies';
import { ChapterList } from './chapter-list';
import { PresetView } from './preset-view';
import { scrollToCard } from './scroll';

/** The papers' figures and tables: a paper a chapter, what it printed beside what our code gives. */
export default function CataloguePage() {
  const chapters = useStudies((state) => state.chapters);
  const preset = useLab((state) => state.experiment.view.preset);
  useEffect(() => void listPresets(), []);
  useEffect(() => {
    if (chapters !== null && preset !== undefined) scrollToCard(preset);
  }, [chapters, preset]);
  if (chapters === null) return <p className="hint pad">Listing the catalogue …</p>;
  return (
    <div className="catalogue">
      <ChapterList chapters={chapters} />
      <div className="chapters">
        {preset !== undefined && !isThere(chapters, preset) && (
          <p className="failed" role="alert">
            The link names the preset “{preset}”; the catalogue has no such preset.
          </p>
        )}
        {chapters.map(({ id, title, authors, where, presets }) => (
          <section key={id} className="chapter" aria-labelledby={`chapter-${id}`}>
            <header>
              <div>
                <h2 id={`chapter-${id}`}>{title}</h2>
                <p className="hint">
                  {authors} · {where}
                </p>
              </div>
              <button
                type="button"
                className="button"
                onClick={() => runPresets(presets.map((preset) => preset.id))}
              >
                Run the chapter
              </button>
            </header>
            {presets.map((card) => (
              <PresetView key={card.id} card={card} linked={card.id === preset} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

const isThere = (chapters: readonly CatalogueChapter[], preset: string): boolean =>
  chapters.some(({ presets }) => presets.some(({ id }) => id === preset));
