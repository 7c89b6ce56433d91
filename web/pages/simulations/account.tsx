import { ScrollArea } from '../../controls/scroll-area';
import { bytes, count, figure, percent } from '../../format';
import type { SimulationView } from '../../state/simulations';
import { NumbersTable } from './numbers-table';

/** What the run came to, and each processor as it stands now. */
export function Account({ view }: { readonly view: SimulationView }) {
  const { accounts, result } = view;
  const optimistic = view.choice.model === 'phold';
  return (
    <section className="panel sim-part" aria-labelledby="sim-account-title">
      <h3 id="sim-account-title">{result === null ? 'The run so far' : 'The run'}</h3>
      {result !== null && (
        <dl className="sim-figures">
          {figuresOf(result).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ScrollArea className="table-frame" label="Processors as they stand now">
        {optimistic ? (
          <NumbersTable
            caption="Kernels now: events executed forward, lengths of the queues, rollbacks, blocks by class"
            heading={['kernel', 'events', 'input', 'output', 'states', 'rollbacks', 'mild', 'intensive']}
            rows={accounts.map(({ events, queues }, p) => [
              `P${p}`,
              count(events),
              ...(queues
                ? [
                    queues.input,
                    queues.output,
                    queues.states,
                    queues.rollbacks,
                    queues.mild,
                    queues.intensive,
                  ]
                : []
              ).map(count),
            ])}
          />
        ) : (
          <NumbersTable
            caption="Processors now"
            heading={['processor', 'events', 'clock, cycles', 'free blocks', 'live bytes']}
            rows={accounts.map(({ events, clock, freeBlocks, liveBytes }, p) => [
              `P${p}`,
              count(events),
              clock === null ? '–' : count(clock),
              freeBlocks === null ? 'not reported' : count(freeBlocks),
              liveBytes === null ? '–' : bytes(liveBytes),
            ])}
          />
        )}
      </ScrollArea>
      <p className="hint">
        {optimistic
          ? 'Time: the Opteron’s modelled caches at a 32nd of their size, 2 GHz. The set-up before the first event is left out of the lanes.'
          : 'Time: an iPSC/2 of 16 MHz nodes, without caches. A step by event adds the instructions of its call to the virtual time.'}
      </p>
    </section>
  );
}

function figuresOf(result: NonNullable<SimulationView['result']>): readonly (readonly [string, string])[] {
  if ('workloadSeconds' in result) {
    return [
      ['finishing time', `${figure(result.seconds)} s`],
      ['utilization', percent(result.utilization)],
      ['total workload', `${figure(result.workloadSeconds)} s`],
      ['events', count(result.events)],
      ['windows', count(result.windows)],
      ['history', result.history],
    ];
  }
  return [
    ['finishing time', `${figure(result.seconds * 1000)} ms`],
    ['throughput', `${count(result.throughput)} events/s`],
    ['committed', count(result.committed)],
    ['executed', count(result.executed)],
    ['coasted', count(result.coasted)],
    ['rollbacks', count(result.rollbacks)],
    ['GVT rounds', count(result.gvtRounds)],
    ['history', result.history],
  ];
}
