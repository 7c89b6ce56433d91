import type { Workload } from '../../src/experiment/document';

/** A workload that may be a part of a recording. */
export type Recorded = Extract<Workload, { kind: 'sample' | 'inline' | 'file' }>;

export const isRecorded = ({ kind }: Workload): boolean =>
  kind === 'sample' || kind === 'inline' || kind === 'file';
