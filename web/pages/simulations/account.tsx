import { ScrollArea } from '../../controls/scroll-area';
import { count, figure, percent } from '../../format';
import { type SimulationView, useSimulations } from '../../state/simulations';
import { ProcessorsTable } from './processors-table';

interface Props {
  readonly view: SimulationView;
  readonly cursor: number;
}

/** What the run came to, and each processor as it stands at the cursor. */
export function Account({ view, cursor }: Props) {
  const { document, result } = view;
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
      <ScrollArea className="table-frame" label="Processors at the cursor">
        <ProcessorsTable view={view} cursor={cursor} />
      </ScrollArea>
      <p className="hint">
        {document.kind === 'timewarp'
          ? `Time: the Opteron’s modelled caches divided by ${document.setup.scale}, 2 GHz. The set-up before the first event is left out of the lanes.`
          : `Time: an iPSC/2 of 16 MHz nodes, ${document.setup.caches ? 'each with its modelled cache' : 'without caches'}. Looking inside a window costs the processors nothing.`}
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

/** The same for every number of processors and every allocator. */
const HISTORY = 'hash of all events';

function figuresOf(result: NonNullable<SimulationView['result']>): readonly (readonly [string, string])[] {
  if ('workloadSeconds' in result) {
    return [
      ['finishing time', `${figure(result.seconds)} s`],
      ['utilization', percent(result.utilization)],
      ['total workload', `${figure(result.workloadSeconds)} s`],
      ['events', count(result.events)],
      ['windows', count(result.windows)],
      [HISTORY, result.history],
    ];
  }
  return [
    ['finishing time', `${figure(result.seconds * 1000)} ms`],
    ['throughput', `${count(result.throughput)} events/s`],
    ['events committed', count(result.committed)],
    ['events executed, rolled back ones too', count(result.executed)],
    ['events repeated to restore states', count(result.coasted)],
    ['rollbacks', count(result.rollbacks)],
    ['GVT rounds', count(result.gvtRounds)],
    [HISTORY, result.history],
  ];
}
