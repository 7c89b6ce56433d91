import { Op } from '../trace';

/** The columns that CSV and JSON lines carry, in the order in which they are written. */
export const COLUMNS = ['op', 'id', 'size', 'time', 'cpu', 'arg'] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** Names of the operations in CSV and JSON lines. */
export const OP_NAMES: ReadonlyMap<string, Op> = new Map(Object.entries(Op));

/** Name by operation. */
export const NAME_BY_OP: readonly string[] = Object.keys(Op);

/** What may stand for an operation, for errors. */
export const OP_LIST = NAME_BY_OP.join(', ');
