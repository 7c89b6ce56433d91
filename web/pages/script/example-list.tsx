import { useEffect, useMemo } from 'react';
import { examples } from '../../../src/script/examples';
import { setDraft } from '../../state/script';
import { listPresets, useStudies } from '../../state/studies';

interface Entry {
  readonly title: string;
  readonly about: string;
  readonly source: string;
  readonly seed: number;
}

/** Scripts to read and change: a few to begin with, and those of the catalogue's presets. */
export function ExampleList() {
  const chapters = useStudies((state) => state.chapters);
  useEffect(() => void listPresets(), []);
  const groups = useMemo(
    () => [
      { title: 'To begin with', entries: examples.map((each): Entry => ({ ...each, seed: 1 })) },
      ...(chapters ?? []).map(({ authors, presets }) => ({
        title: authors,
        entries: presets.flatMap(({ paper, experiment }): Entry[] =>
          experiment?.workload.kind === 'script'
            ? [
                {
                  title: experiment.title,
                  about: paper,
                  source: experiment.workload.source,
                  seed: experiment.seed,
                },
              ]
            : [],
        ),
      })),
    ],
    [chapters],
  );
  return (
    <nav className="contents" aria-label="Scripts">
      {groups
        .filter(({ entries }) => entries.length > 0)
        .map(({ title, entries }) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul>
              {entries.map((entry) => (
                <li key={entry.title}>
                  <button
                    type="button"
                    onClick={() => setDraft({ name: entry.title, source: entry.source, seed: entry.seed })}
                  >
                    <span>
                      {entry.title}
                      <small>{entry.about}</small>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}
