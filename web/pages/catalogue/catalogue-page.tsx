import '../contents.css';
import './catalogue-page.css';
import { useEffect } from 'react';
import { listPresets, runPresets, useStudies } from '../../state/studies';
import { ChapterList } from './chapter-list';
import { PresetView } from './preset-view';

/** The papers' figures and tables: a paper a chapter, what it printed beside what our code gives. */
export default function CataloguePage() {
  const chapters = useStudies((state) => state.chapters);
  useEffect(() => void listPresets(), []);
  if (chapters === null) return <p className="hint pad">Listing the catalogue …</p>;
  return (
    <div className="catalogue">
      <ChapterList chapters={chapters} />
      <div className="chapters">
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
              <PresetView key={card.id} card={card} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
