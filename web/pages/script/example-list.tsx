import { useEffect, useMemo } from 'react';
import type { Program } from '../../../src/experiment/preset';
import { examples } from '../../../src/script/examples';
import { setDraft } from '../../state/script';
import { listPresets, useStudies } from '../../state/studies';

interface Entry extends Program {
  readonly about: string;
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
        entries: presets.flatMap(({ paper, programs }) =>
          programs.map((program): Entry => ({ ...program, about: paper })),
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
