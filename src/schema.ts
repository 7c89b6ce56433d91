/** Checks that the schemas of documents have in common. A message says what was expected and what was found. */
import * as v from 'valibot';

/** A whole number. @param what what it counts, as the message names it */
export const whole = (least: number, most: number, what: string) =>
  v.pipe(
    v.number((issue) => `expected ${what}, a number, found ${issue.received}`),
    v.check(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      (issue) => `expected ${what}, a whole number from ${least} to ${most}, found ${issue.input}`,
    ),
  );

/** Whether a number below 2^32 is a power of two. */
export const isPowerOfTwo = (value: number): boolean =>
  value > 0 && Number.isInteger(value) && (value & (value - 1)) === 0;

/** A power of two. @param what what it counts, as the message names it */
export const powerOfTwo = (least: number, most: number, what: string) =>
  v.pipe(
    v.number((issue) => `expected ${what}, a number, found ${issue.received}`),
    v.check(
      (value) => isPowerOfTwo(value) && value >= least && value <= most,
      (issue) => `expected ${what}, a power of two from ${least} to ${most}, found ${issue.input}`,
    ),
  );

/** An entry that does not go with the others. */
export interface Mismatch {
  /** Keys from the object that is checked to the entry at fault. */
  readonly at: readonly [string, ...string[]];
  readonly expected: string;
}

/** A check across an object's entries: the issue stands at the entry at fault, with what was found there. */
export const across = <Value extends object>(mismatch: (value: Value) => Mismatch | null) =>
  v.rawCheck<Value>(({ dataset, addIssue }) => {
    const found = dataset.typed ? mismatch(dataset.value) : null;
    if (!found) return;
    let input: unknown = dataset.value;
    const step = (key: string): v.ObjectPathItem => {
      const inside = input as Record<string, unknown>;
      input = inside[key];
      return { type: 'object', origin: 'value', input: inside, key, value: input };
    };
    const [first, ...rest] = found.at;
    const path: [v.ObjectPathItem, ...v.ObjectPathItem[]] = [step(first), ...rest.map(step)];
    const message = ({ expected, received }: v.RawCheckIssue<Value>) =>
      `expected ${expected}, found ${received === 'undefined' ? 'nothing' : received}`;
    addIssue({ input, expected: found.expected, path, message });
  });
