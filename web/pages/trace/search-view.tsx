import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { EventIndex } from '../../../src/units';
import type { Column } from '../../../src/worker/api';
import type { BlockState, SearchResult, TraceSearch } from '../../../src/worker/trace-api';
import { Panel } from '../../controls/panel';
import { count } from '../../format';
import { ask } from '../../state/ask';
import { cursorOf, infoOf, reachedOf, useLab } from '../../state/store';
import { type Query, useTracePage } from '../../state/trace-page';
import { FoundTable } from './found-table';

const SHOWN = 200;

const kinds: readonly { readonly by: Query['by']; readonly title: string; readonly hint: string }[] = [
  { by: 'any', title: 'Any block', hint: '' },
  { by: 'object', title: 'Object', hint: 'number, from 0' },
  { by: 'size', title: 'Size', hint: 'bytes asked for' },
  { by: 'address', title: 'Address', hint: 'a byte, such as 0x2f40' },
];

/** What the states mean stands in `BlockState` and, for the user, here. */
const states: readonly {
  readonly state: Query['state'];
  readonly title: string;
  readonly about: string;
}[] = [
  { state: 'any', title: 'in any state', about: 'Every block that the allocator handed out.' },
  {
    state: 'live',
    title: 'live at the cursor',
    about: 'Handed out by the cursor’s event or before, and neither freed nor resized by then.',
  },
  { state: 'freed', title: 'freed by the cursor', about: 'Freed by the cursor’s event or before it.' },
  {
    state: 'left',
    title: 'never freed',
    about: 'Nothing in the trace frees or resizes it: a leak, or kept to the end.',
  },
  {
    state: 'resized',
    title: 'resized in place',
    about: 'Made by a realloc that left the object where it was.',
  },
  {
    state: 'moved',
    title: 'moved by realloc',
    about: 'Made by a realloc that gave the object another address.',
  },
  {
    state: 'failed',
    title: 'refused',
    about: 'No block: a request that this allocator could not meet. It has no address.',
  },
  {
    state: 'crossed',
    title: 'freed by another thread',
    about: 'Freed by a thread that is not the one which asked for it first.',
  },
];

/** The query for the worker, or in words what is wrong with it. */
function parse({ by, text, state, order }: Query, event: EventIndex): TraceSearch | string {
  const fate: BlockState | null = state === 'any' ? null : state;
  if (by === 'any') return { by: null, state: fate, event, order };
  const clean = text.trim().replace(/^#|[,_ ]/g, '');
  const value = clean === '' ? Number.NaN : Number(clean);
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32)
    return `“${text}” is not a whole number from 0 to 4,294,967,295, decimal or as 0x…`;
  if (fate === 'failed' && by === 'address') return 'A refused request has no address.';
  return { by: { kind: by, value }, state: fate, event, order };
}

interface Found {
  readonly result: SearchResult;
  readonly words: string;
}

/** Finds blocks by object, size or address, and by what becomes of them. */
export function SearchView({ column }: { readonly column: Column }) {
  const query = useTracePage((state) => state.query);
  const asked = useTracePage((state) => state.asked);
  const cursor = useLab(cursorOf);
  const reached = useLab(reachedOf(column));
  const known = useLab((state) => infoOf(column)(state) !== null);
  const [found, setFound] = useState<Found | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const change = (part: Partial<Query>) => useTracePage.setState({ query: { ...query, ...part } });
  const search = useCallback(async () => {
    const { query: wanted } = useTracePage.getState();
    const event = reachedOf(column)(useLab.getState());
    const parsed = parse(wanted, event);
    setWrong(typeof parsed === 'string' ? parsed : null);
    if (typeof parsed === 'string') return;
    const result = await ask(column, (lab) => lab.searchTrace(column, parsed, SHOWN));
    if (result !== null) setFound({ result, words: wordsOf(wanted, event) });
  }, [column]);
  useEffect(() => {
    if (asked > 0) void search();
  }, [asked, search]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void search();
  };
  const about = states.find(({ state }) => state === query.state)?.about;
  return (
    <div id="trace-search" className="wide">
      <Panel title="Search" note="by object, size, address and state">
        <form className="trace-tools" onSubmit={submit}>
          <select
            aria-label="Search by"
            value={query.by}
            onChange={({ target }) => change({ by: target.value as Query['by'] })}
          >
            {kinds.map(({ by, title }) => (
              <option key={by} value={by}>
                {title}
              </option>
            ))}
          </select>
          {query.by !== 'any' && (
            <input
              aria-label="Search for"
              aria-invalid={wrong !== null}
              placeholder={kinds.find(({ by }) => by === query.by)?.hint}
              value={query.text}
              onChange={({ target }) => change({ text: target.value })}
            />
          )}
          <select
            aria-label="State of the block"
            value={query.state}
            onChange={({ target }) => change({ state: target.value as Query['state'] })}
          >
            {states.map(({ state, title }) => (
              <option key={state} value={state}>
                {title}
              </option>
            ))}
          </select>
          <select
            aria-label="Order"
            value={query.order}
            onChange={({ target }) => change({ order: target.value as Query['order'] })}
          >
            <option value="event">first placed first</option>
            <option value="size">largest first</option>
          </select>
          <button type="submit" className="button" disabled={!known}>
            Search
          </button>
          <span className="hint">
            {about} {known && cursorWords(cursor, reached)}
          </span>
        </form>
        {wrong !== null && (
          <p className="failed" role="alert">
            {wrong}
          </p>
        )}
        {found !== null && <FoundTable column={column} result={found.result} words={found.words} />}
      </Panel>
    </div>
  );
}

/** "live at event 1,204, largest first". */
function wordsOf({ by, text, state, order }: Query, event: EventIndex): string {
  const title = states.find((each) => each.state === state)?.title ?? '';
  return [
    by === 'any' ? '' : `${by} ${text.trim()}, `,
    title.replace('the cursor', `event ${count(event)}`),
    order === 'size' ? ', largest first' : '',
  ].join('');
}

const cursorWords = (cursor: EventIndex, reached: EventIndex): string =>
  reached < cursor
    ? `The cursor is at event ${count(cursor)}; the run has come to ${count(reached)}, which stands in for it.`
    : `The cursor is at event ${count(cursor)}.`;
