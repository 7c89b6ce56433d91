import { ScrollArea } from '../../controls/scroll-area';
import { bytes, count, figure, percent } from '../../format';
import { type SimulationView, useSimulations } from '../../state/simulations';
import { NumbersTable } from './numbers-table';

/** What the run came to, and each processor as it stands now. */
export function Account({ view }: { readonly view: SimulationView }) {
  const { accounts, result } = view;
  const { document } = view;
  const optimistic = document.kind === 'timewarp';
  const scale = document.kind === 'timewarp' ? document.setup.scale : 1;
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
      {view.fingerprint !== null && <FingerprintLine ours={view.fingerprint} />}
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
          ? `Time: the Opteron’s modelled caches divided by ${scale}, 2 GHz. The set-up before the first event is left out of the lanes.`
          : 'Time: an iPSC/2 of 16 MHz nodes, without caches. Looking inside a window costs the processors nothing.'}
      </p>
    </section>
  );
}

/** The hash over the result, held against the link's where there is one of the same set-up. */
function FingerprintLine({ ours }: { readonly ours: string }) {
  const { received, view } = useSimulations();
  const same = received !== null && JSON.stringify(received.simulation) === JSON.stringify(view?.document);
  const theirs = same ? (received.fingerprints[0] ?? null) : null;
  return (
    <p className="hint">
      Fingerprint{' '}
      <span className="mono" data-fingerprint={ours}>
        {ours}
      </span>
      {theirs === null
        ? ', the same as lab run prints for this document.'
        : theirs === ours
          ? ' ✓ the same as when the link was made.'
          : ` ≠ ${theirs}, which the link was made with: another version of the lab, or of this allocator, made it.`}
    </p>
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
