import { useState } from 'react';
import type { SetContent } from '../../../src/worker/machine-api';
import { NumbersTable } from '../../charts/numbers-table';
import { ScrollArea } from '../../controls/scroll-area';
import { count, address as hex } from '../../format';
import { ownerWords, stateWords } from './set-meanings';

/** Sets in one page of the table. */
const SETS = 32;

/** The same content for those who cannot see the canvas: a row a set, its lines in their order. */
export function SetTable({ content }: { readonly content: SetContent }) {
  const [first, setFirst] = useState(0);
  const { sets, ways, address, state, owner, object } = content;
  const from = Math.min(first, Math.max(0, sets - 1));
  const rows = Array.from({ length: Math.min(SETS, sets - from) }, (_, i) => from + i);
  const words = (i: number) =>
    state[i] === 0
      ? 'empty'
      : `${hex(address[i])} ${ownerWords(owner[i])}, ${stateWords(state[i])}${object[i] < 0 ? '' : `, #${count(object[i])}`}`;
  return (
    <ScrollArea label="Sets as a table" className="set-table">
      {sets > SETS && (
        <label>
          from set{' '}
          <input
            type="number"
            min={0}
            max={sets - 1}
            value={from}
            onChange={({ target }) => setFirst(Math.max(0, Number(target.value) || 0))}
          />{' '}
          of {count(sets)}
        </label>
      )}
      <NumbersTable
        caption={`Lines of each set, ${content.ordered ? 'newest first' : 'by way'}`}
        heading={['set', ...Array.from({ length: ways }, (_, way) => `${way + 1}`)]}
        rows={rows.map((set) => [set, ...Array.from({ length: ways }, (_, way) => words(set * ways + way))])}
      />
    </ScrollArea>
  );
}
