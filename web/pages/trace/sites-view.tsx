import type { TraceReport } from '../../../src/worker/trace-api';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
import { bytes, count } from '../../format';

/** The calls that allocate most; nothing where the trace carries no call stacks. */
export function SitesView({ report: { sites, siteCount } }: { readonly report: TraceReport }) {
  if (siteCount === 0) return null;
  return (
    <Panel
      title="Sites"
      className="wide"
      note={`the ${count(sites.length)} of ${count(siteCount)} that allocate most bytes`}
    >
      <ScrollArea className="table-frame" label="Sites that allocate most">
        <table className="figures-table num">
          <thead>
            <tr>
              <th scope="col">call</th>
              <th scope="col">bytes</th>
              <th scope="col">objects</th>
              <th scope="col">never freed</th>
            </tr>
          </thead>
          <tbody>
            {sites.map((site) => (
              <tr key={site.node}>
                <th scope="row">
                  <details className="site">
                    <summary>{site.stack[0] ?? 'not known'}</summary>
                    <ol>
                      {callers(site.stack).map(({ call, key }) => (
                        <li key={key}>{call}</li>
                      ))}
                    </ol>
                  </details>
                </th>
                <td>{bytes(site.bytes)}</td>
                <td>{count(site.objects)}</td>
                <td>{bytes(site.liveBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}

/** A function that calls itself stands there more than once. */
const callers = (stack: readonly string[]) =>
  stack.slice(1).map((call, depth) => ({ call, key: `${depth} ${call}` }));
