import { useMemo } from 'react';
import { PHASES } from '../../../src/simulations/yawns-processor';
import type { SimulationFrame } from '../../../src/worker/simulation-api';
import { NumbersTable } from '../../charts/numbers-table';
import { bytes, count } from '../../format';
import type { SimulationView } from '../../state/simulations';

interface Props {
  readonly view: SimulationView;
  readonly cursor: number;
}

/** Each processor at the end of the window or round that the cursor stands on. */
export function ProcessorsTable({ view, cursor }: Props) {
  const frame = view.frames[cursor];
  if (frame === undefined) return <Kernels view={view} />;
  return frame.kind === 'timewarp' ? (
    <Queues sample={frame.sample} />
  ) : (
    <Heaps view={view} cursor={cursor} sample={frame.sample} />
  );
}

type Sample<K extends SimulationFrame['kind']> = Extract<SimulationFrame, { kind: K }>['sample'];

/** Before the first round there is no sample: what the set-up left. */
function Kernels({ view: { accounts } }: Pick<Props, 'view'>) {
  return (
    <NumbersTable
      caption="Kernels after the set-up: lengths of the queues, rollbacks"
      heading={['kernel', 'input', 'output', 'states', 'rollbacks']}
      rows={accounts.map(({ queues }, k) => [
        `P${k}`,
        ...(queues ? [queues.input, queues.output, queues.states, queues.rollbacks].map(count) : []),
      ])}
    />
  );
}

function Queues({ sample }: { readonly sample: Sample<'timewarp'> }) {
  const { events, sent, logs, committed, rollbacks, intensiveBytes, mildBytes, footprintBytes } = sample;
  return (
    <NumbersTable
      caption={`Kernels after GVT round ${count(sample.round)}: lengths of the queues, events committed and rollbacks so far, live bytes by class`}
      heading={[
        'kernel',
        'input',
        'output',
        'states',
        'committed',
        'rollbacks',
        'intensive',
        'mild',
        'from the system',
      ]}
      rows={Array.from(events, (input, k) => [
        `P${k}`,
        ...[input, sent[k], logs[k], committed[k], rollbacks[k]].map(count),
        ...[intensiveBytes[k], mildBytes[k], footprintBytes[k]].map(bytes),
      ])}
    />
  );
}

function Heaps({ view, cursor, sample }: Props & { readonly sample: Sample<'yawns'> }) {
  const { frames, accounts } = view;
  const events = useMemo(() => {
    const sums = accounts.map(() => 0);
    for (const frame of frames.slice(0, cursor + 1))
      if (frame.kind === 'yawns') for (const [p, more] of frame.sample.events.entries()) sums[p] += more;
    return sums;
  }, [frames, accounts, cursor]);
  return (
    <NumbersTable
      caption={`Processors after window ${count(sample.window)}`}
      heading={['processor', 'events', 'clock, cycles', 'free blocks', 'live bytes', 'from the system']}
      rows={accounts.map(({ freeBlocks }, p) => [
        `P${p}`,
        count(events[p]),
        count(PHASES.reduce((sum, phase) => sum + sample.cycles[phase][p], sample.start[p])),
        freeBlocks === null ? 'not reported' : count(sample.freeBlocks[p]),
        bytes(sample.liveBytes[p]),
        bytes(sample.footprintBytes[p]),
      ])}
    />
  );
}
