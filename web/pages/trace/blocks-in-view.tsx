import { useEffect, useState } from 'react';
import type { Column } from '../../../src/worker/api';
import type { AddressTimeWindow, TraceMatches } from '../../../src/worker/trace-api';
import { count } from '../../format';
import { ask } from '../../state/ask';
import { Newest } from '../../state/newest';
import { PlacedTable } from './placed-table';

const SHOWN = 200;

interface Props {
  readonly column: Column;
  readonly view: AddressTimeWindow;
}

/** The map's blocks for whoever does not see the canvas. */
export function BlocksInView({ column, view }: Props) {
  const [found, setFound] = useState<TraceMatches | null>(null);
  const [questions] = useState(() => new Newest());
  useEffect(() => {
    questions.ask(async () => {
      const next = await ask(column, (lab) => lab.placedBlocks(column, view, SHOWN));
      if (next !== null) setFound(next);
    });
  }, [column, view, questions]);
  if (found === null) return null;
  return (
    <PlacedTable
      label="Blocks in view"
      caption={
        found.count > found.blocks.length
          ? `The first ${count(found.blocks.length)} of ${count(found.count)} blocks in view; zoom in for the others`
          : `${count(found.count)} blocks in view`
      }
      blocks={found.blocks}
    />
  );
}
