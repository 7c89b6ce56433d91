import type { ScriptObject } from './recorder';

/** What a variable or an element may hold. */
export type Value = number | ScriptObject | null;

/** A variable: a value, or an array of values that `let name[n]` made. */
export type Slot = { value: Value } | { readonly elements: Value[] };

/** Variables of a block and, through `parent`, of those around it. */
export interface Scope {
  readonly slots: Slot[];
  readonly parent: Scope | null;
}

/** A value as messages write it: `null`, a number, or `object #3`. */
export const describeValue = (value: Value): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : `object #${value.id}`;
