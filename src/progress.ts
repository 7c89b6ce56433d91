export interface Progress {
  /** What is being done, for people: "reading gawk.trace.gz", "replaying on System V". */
  readonly task: string;
  readonly done: number;
  /** null when the end is not known. */
  readonly total: number | null;
  readonly unit: 'bytes' | 'events';
}
export type OnProgress = (progress: Progress) => void;
