import { CYCLE_KINDS } from '../../../src/machine/result';
import type { MachineRunInfo } from '../../../src/worker/machine-api';
import { ScrollArea } from '../../controls/scroll-area';
import { count } from '../../format';
import { KINDS } from './lane-kinds';

/** The sums of the lanes, which account for every cycle. */
export function LaneTable({ info }: { readonly info: MachineRunInfo }) {
  return (
    <details className="lane-table">
      <summary>Cycles by processor</summary>
      <ScrollArea className="table-frame" label="Cycles by processor">
        <table className="figures-table">
          <thead>
            <tr>
              <th scope="col">processor</th>
              {CYCLE_KINDS.map((kind) => (
                <th key={kind} scope="col">
                  {KINDS[kind].name}
                </th>
              ))}
              <th scope="col">clock</th>
            </tr>
          </thead>
          <tbody>
            {info.result.processors.map(({ cycles, clock }, p) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a processor is its number
              <tr key={p}>
                <th scope="row">P{p}</th>
                {CYCLE_KINDS.map((kind) => (
                  <td key={kind}>{count(cycles[kind])}</td>
                ))}
                <td>{count(clock)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </details>
  );
}
