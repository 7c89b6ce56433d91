import { useMemo, useState } from 'react';
import { allocators } from '../../../src/allocators/list';
import type { AllocatorConfig } from '../../../src/experiment/document';
import { SERIES_COLOURS } from '../../charts/curve';
import { useLab } from '../../state/store';

/** An allocator, with parameters, that takes part in a comparison. */
export interface Contender {
  readonly key: string;
  readonly name: string;
  readonly config: AllocatorConfig;
}

/** Kumar's allocator as it searches for a freed block from the first one: what inflates its speedup. */
const SEARCHING: Contender = {
  key: 'perthread search',
  name: 'perthread, searching',
  config: { id: 'perthread', params: { search: 0 } },
};
/** As many as there are colours of series (charts.css). */
const MOST = SERIES_COLOURS;
const FIRST = [SEARCHING.key, 'hoard', 'serial'];

/** Allocators to choose from: the columns' own parameters where they differ, then every one with its defaults. */
export function useContenders() {
  const own = useLab((state) => state.experiment.allocators);
  const contenders = useMemo((): readonly Contender[] => {
    const changed = own
      .filter(({ params }) => Object.keys(params).length > 0)
      .filter(({ id }) => allocators.some((allocator) => allocator.id === id))
      .map((config, i) => ({ key: `own ${i}`, name: `${config.id} of column ${i + 1}`, config }));
    const plain = allocators.map(({ id }) => ({ key: id, name: id, config: { id, params: {} } }));
    return [...changed, SEARCHING, ...plain];
  }, [own]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(FIRST));
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key) && next.size < MOST) next.add(key);
    setChosen(next);
  };
  return { contenders, chosen, toggle };
}
