import { finishedIn, type LabState } from './store';

export type Agreement = 'same' | 'differs' | 'no link' | 'not run';

export interface ColumnFingerprint {
  /** Of our run; null while there is none. */
  readonly ours: string | null;
  /** In the link; null where the link says nothing of this column as it is now. */
  readonly received: string | null;
  readonly agreement: Agreement;
}

/** Each column's fingerprint held against the link's, where trace, allocator and parameters are still the link's. */
export function fingerprints({ experiment, received, runs }: LabState): ColumnFingerprint[] {
  const sameWorkload =
    received !== null && JSON.stringify(received.workload) === JSON.stringify(experiment.workload);
  return experiment.allocators.map((config, column) => {
    const ours = finishedIn(runs[column])?.summary.fingerprint ?? null;
    const unchanged = sameWorkload && JSON.stringify(received.allocators[column]) === JSON.stringify(config);
    const theirs = unchanged ? (received.fingerprints[column] ?? null) : null;
    return { ours, received: theirs, agreement: agree(ours, theirs) };
  });
}

function agree(ours: string | null, theirs: string | null): Agreement {
  if (ours === null) return 'not run';
  if (theirs === null) return 'no link';
  return ours === theirs ? 'same' : 'differs';
}
