import { useEffect, useState } from 'react';
import type { Column, RunInfo } from '../../../src/worker/api';
import type { AddressTimeWindow, TraceMatches } from '../../../src/worker/trace-api';
import { count } from '../../format';
import { ask } from '../../state/ask';
import { Newest } from '../../state/newest';
import { eventsOf, useLab } from '../../state/store';
import { PlacedTable } from './placed-table';

const SHOWN = 200;

interface Props {
  readonly column: Column;
  readonly info: RunInfo;
  readonly view: AddressTimeWindow;
}

/** The map's blocks for whoever does not see the canvas. */
export function BlocksInView({ column, info, view }: Props) {
  const events = useLab(eventsOf);
  const due = Math.min(info.summary.events, view.toEvent);
  const [found, setFound] = useState<TraceMatches | null>(null);
  const [questions] = useState(() => new Newest());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a grown run has more to list
  useEffect(() => {
    questions.ask(async () => {
      const next = await ask(column, (lab) => lab.placedBlocks(column, view, SHOWN));
      if (next !== null) setFound(next);
    });
  }, [column, view, due, info.end, questions]);
  if (found === null) return null;
  const { blocks, count: all, reached } = found;
  const there = reached < view.toEvent ? `, of the first ${count(reached)} of ${count(events)} events` : '';
  return (
    <PlacedTable
      label="Blocks in view"
      caption={
        all > blocks.length
          ? `The first ${count(blocks.length)} of ${count(all)} blocks in view${there}; zoom in for the others`
          : `${count(all)} blocks in view${there}`
      }
      blocks={blocks}
      reached={reached}
    />
  );
}
