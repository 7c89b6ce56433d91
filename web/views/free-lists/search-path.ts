import type { Address, StepIndex } from '../../../src/units';
import type { Step } from '../../../src/worker/api';

export interface Visit {
  readonly address: Address;
  /** null where the allocator does not look at its size. */
  readonly bytes: number | null;
  /** Sub-step of the visit. */
  readonly step: StepIndex;
}

/** Blocks that an event's search looks at, in order, up to a sub-step (null: all of them). */
export function searchPath(steps: readonly Step[], upTo: StepIndex | null): Visit[] {
  const visits: Visit[] = [];
  const end = upTo === null ? steps.length : Math.min(steps.length, upTo + 1);
  for (let step = 0; step < end; step++) {
    const { kind, block, b } = steps[step];
    if (kind === 'visit' && block !== null) visits.push({ address: block, bytes: b === 0 ? null : b, step });
  }
  return visits;
}

/** The first and the last items of a long list, with what is left out between them. */
export function abbreviated<T>(items: readonly T[], head: number, tail: number) {
  if (items.length <= head + tail + 1) return { first: items, left: 0, last: [] };
  return {
    first: items.slice(0, head),
    left: items.length - head - tail,
    last: items.slice(items.length - tail),
  };
}
