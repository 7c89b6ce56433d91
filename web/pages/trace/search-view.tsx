import { type FormEvent, useState } from 'react';
import type { Column } from '../../../src/worker/api';
import type { TraceMatches, TraceSearch } from '../../../src/worker/trace-api';
import { Panel } from '../../controls/panel';
import { count } from '../../format';
import { ask } from '../../state/ask';
import { PlacedTable } from './placed-table';

const SHOWN = 200;

const kinds: readonly {
  readonly kind: TraceSearch['kind'];
  readonly title: string;
  readonly hint: string;
}[] = [
  { kind: 'object', title: 'Object', hint: 'number, from 0' },
  { kind: 'size', title: 'Size', hint: 'bytes asked for' },
  { kind: 'address', title: 'Address', hint: 'a byte, such as 0x2f40' },
];

/** Finds blocks by object, size or address. */
export function SearchView({ column }: { readonly column: Column }) {
  const [kind, setKind] = useState<TraceSearch['kind']>('object');
  const [text, setText] = useState('');
  const [found, setFound] = useState<TraceMatches | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const clean = text.trim().replace(/^#|[,_ ]/g, '');
    const value = clean === '' ? Number.NaN : Number(clean);
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32) {
      setWrong(`“${text}” is not a whole number from 0 to 4,294,967,295, decimal or as 0x…`);
      return;
    }
    setWrong(null);
    setFound(await ask(column, (lab) => lab.searchTrace(column, { kind, value }, SHOWN)));
  };
  return (
    <Panel title="Search" note="by object, size or address">
      <form className="trace-tools" onSubmit={(event) => void submit(event)}>
        <select
          aria-label="Search by"
          value={kind}
          onChange={({ target }) => setKind(target.value as TraceSearch['kind'])}
        >
          {kinds.map((each) => (
            <option key={each.kind} value={each.kind}>
              {each.title}
            </option>
          ))}
        </select>
        <input
          aria-label="Search for"
          aria-invalid={wrong !== null}
          placeholder={kinds.find((each) => each.kind === kind)?.hint}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button">
          Search
        </button>
      </form>
      {wrong !== null && (
        <p className="failed" role="alert">
          {wrong}
        </p>
      )}
      {found !== null && (
        <PlacedTable
          label="Found blocks"
          caption={
            found.count > found.blocks.length
              ? `The first ${count(found.blocks.length)} of ${count(found.count)} blocks`
              : `${count(found.count)} blocks`
          }
          blocks={found.blocks}
        />
      )}
    </Panel>
  );
}
