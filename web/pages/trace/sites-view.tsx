import { useState } from 'react';
import type { SiteRow, TraceReport } from '../../../src/worker/trace-api';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
import { Segments } from '../../controls/segments';
import { bytes, count } from '../../format';
import { Bar } from './bar';

type Key = 'bytes' | 'peakBytes' | 'liveBytes';

const orders: readonly { readonly value: Key; readonly title: string }[] = [
  { value: 'bytes', title: 'allocated' },
  { value: 'peakBytes', title: 'live at the peak' },
  { value: 'liveBytes', title: 'never freed' },
];

/** Rows of each order. */
const SHOWN = 50;

/** The calls that allocate, hold or leave most; nothing where the trace carries no call stacks. */
export function SitesView({ report: { sites, siteCount } }: { readonly report: TraceReport }) {
  const [by, setBy] = useState<Key>('bytes');
  if (siteCount === 0) return null;
  const rows = sites
    .filter((site) => site[by] > 0)
    .sort((a, b) => b[by] - a[by])
    .slice(0, SHOWN);
  const most = Math.max(1, rows[0]?.[by] ?? 0);
  // The chosen figure stands beside its bar, in sight on narrow screens too.
  const columns = [...orders].sort((a, b) => Number(b.value === by) - Number(a.value === by));
  return (
    <Panel
      title="Sites"
      className="wide"
      note={`the first ${count(rows.length)} of ${count(siteCount)} calls that allocate`}
      tools={<Segments label="Most bytes" options={orders} chosen={by} onChoose={setBy} />}
    >
      <ScrollArea className="table-frame" label="Sites that allocate most">
        <table className="figures-table num sites">
          <thead>
            <tr>
              <th scope="col">call</th>
              <td />
              {columns.map(({ value, title }) => (
                <th key={value} scope="col" aria-sort={value === by ? 'descending' : undefined}>
                  {title}
                </th>
              ))}
              <th scope="col">objects</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((site) => (
              <tr key={site.node}>
                <th scope="row">
                  <Call site={site} />
                </th>
                <td>
                  <Bar share={site[by] / most} />
                </td>
                {columns.map(({ value }) => (
                  <td key={value}>{bytes(site[value])}</td>
                ))}
                <td>{count(site.objects)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}

function Call({ site }: { readonly site: SiteRow }) {
  return (
    <details className="site">
      <summary>{site.stack[0] ?? 'not known'}</summary>
      <ol>
        {callers(site.stack).map(({ call, key }) => (
          <li key={key}>{call}</li>
        ))}
      </ol>
    </details>
  );
}

/** A function that calls itself stands there more than once. */
const callers = (stack: readonly string[]) =>
  stack.slice(1).map((call, depth) => ({ call, key: `${depth} ${call}` }));
