import { CYCLE_KINDS } from '../../../src/machine/result';
import type { MachineRunInfo } from '../../../src/worker/machine-api';
import { NumbersTable } from '../../charts/numbers-table';
import { count } from '../../format';
import { KINDS } from './lane-kinds';

/** The sums of the lanes, which account for every cycle. */
export function LaneTable({ info }: { readonly info: MachineRunInfo }) {
  return (
    <details className="lane-table">
      <summary>Cycles by processor</summary>
      <NumbersTable
        label="Cycles by processor"
        heading={['processor', ...CYCLE_KINDS.map((kind) => KINDS[kind].name), 'clock']}
        rows={info.result.processors.map(({ cycles, clock }, p) => [
          `P${p}`,
          ...CYCLE_KINDS.map((kind) => count(cycles[kind])),
          count(clock),
        ])}
      />
    </details>
  );
}
