/** A part of a trace: a range of its events, a sample of its objects, or both. */
export interface SelectionOptions {
  /** First event to load, from 0. Objects that live there are introduced as allocations. */
  readonly from?: number;
  /** Event to stop before. */
  readonly to?: number;
  /** Keep every k-th object (those whose id divides by k). */
  readonly everyObject?: number;
}

/** Whether that is less than all of a recording. */
export const selects = ({ from, to, everyObject }: SelectionOptions): boolean =>
  (from ?? 0) > 0 || to !== undefined || (everyObject ?? 1) > 1;

/** A selection without what it does not say or means anyway; empty for all of a recording. */
export function partOf(selection: SelectionOptions): SelectionOptions {
  const { from, to, everyObject } = selection;
  return {
    ...((from ?? 0) > 0 && { from }),
    ...(to !== undefined && { to }),
    ...((everyObject ?? 1) > 1 && { everyObject }),
  };
}
