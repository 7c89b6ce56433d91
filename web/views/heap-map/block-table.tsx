import { useEffect, useState } from 'react';
import type { BlockInfo, Column } from '../../../src/worker/api';
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
      <table>
        <caption>
          {blocks.length < MOST
            ? `${count(blocks.length)} blocks in view`
            : `The first ${MOST} blocks in view; zoom in for the others`}
        </caption>
        <thead>
          <tr>
            <th scope="col">address</th>
            <th scope="col">bytes</th>
            <th scope="col">state</th>
            <th scope="col">asked for</th>
            <th scope="col">allocated at event</th>
          </tr>
        </thead>
        <tbody>
          {blocks.map((block) => (
            <tr key={block.address}>
              <th scope="row">
                <button
                  type="button"
                  className="inline mono"
                  onClick={() =>
                    useLab.setState({ active: column, selected: { column, address: block.address } })
                  }
                >
                  {address(block.address)}
                </button>
              </th>
              <td className="num">{count(block.bytes)}</td>
              <td>{block.state}</td>
              <td className="num">{block.requested === null ? '–' : count(block.requested)}</td>
              <td className="num">{block.born === null ? '–' : count(block.born)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
