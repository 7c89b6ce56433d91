import { useEffect, useState } from 'react';
import type { BlockInfo, Column } from '../../../src/worker/api';
import { NumbersTable } from '../../charts/numbers-table';
import { ScrollArea } from '../../controls/scroll-area';
import { address, count } from '../../format';
import { ask } from '../../state/ask';
import { shownEventOf, useLab } from '../../state/store';
import type { Geometry } from './geometry';

const MOST = 200;

interface Props {
  readonly column: Column;
  readonly geometry: Geometry;
}

/** The blocks that are in view, for whoever does not see the canvas. */
export default function BlockTable({ column, geometry }: Props) {
  const event = useLab(shownEventOf(column));
  const [blocks, setBlocks] = useState<readonly BlockInfo[]>([]);
  const from = geometry.heapStart + geometry.from;
  const to = from + geometry.rows * geometry.rowBytes;
  useEffect(() => {
    let current = true;
    void ask(column, (lab) => lab.blocks(column, event, from, to, MOST)).then((found) => {
      if (current && found !== null) setBlocks(found);
    });
    return () => {
      current = false;
    };
  }, [column, event, from, to]);
  return (
    <ScrollArea className="block-table" label="Blocks in view">
      <NumbersTable
        caption={
          blocks.length < MOST
            ? `${count(blocks.length)} blocks in view`
            : `The first ${MOST} blocks in view; zoom in for the others`
        }
        heading={['address', 'bytes', 'state', 'asked for', 'allocated at event']}
        keys={blocks.map((block) => block.address)}
        rows={blocks.map((block) => [
          <button
            key="address"
            type="button"
            className="inline mono"
            onClick={() => useLab.setState({ active: column, selected: { column, address: block.address } })}
          >
            {address(block.address)}
          </button>,
          count(block.bytes),
          block.state,
          block.requested === null ? '–' : count(block.requested),
          block.born === null ? '–' : count(block.born),
        ])}
      />
    </ScrollArea>
  );
}
