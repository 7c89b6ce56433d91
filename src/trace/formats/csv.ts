import { Cursor } from '../cursor';
import { COLUMNS, type ColumnName, OP_LIST, OP_NAMES } from './columns';
import type { TraceFormat } from './reader';
import { TableReader } from './table';

const COMMA = 44;

/** Reads comma-separated events with a heading of column names in any order: `op,id,size,time,cpu,arg`. */
class CsvReader extends TableReader {
  protected timed = false;
  private columns: readonly ColumnName[] | null = null;
  private readonly cursor = new Cursor();

  protected read(bytes: Uint8Array, start: number, end: number): boolean {
    const { cursor, row } = this;
    cursor.set(bytes, start, end);
    if (this.columns === null) {
      this.columns = this.heading(cursor.rest());
      this.timed = this.columns.includes('time');
      return false;
    }
    row.cpu = 0;
    row.arg = 0;
    row.id = 0;
    row.size = 0;
    for (let at = 0; at < this.columns.length; at++) {
      if (at > 0 && !cursor.eat(COMMA)) this.fail(`"${this.columns.join(',')}"`);
      const column = this.columns[at];
      if (column === 'op') row.op = this.operation(cursor);
      else row[column] = this.field(cursor, column);
    }
    if (!cursor.done) this.fail(`"${this.columns.join(',')}"`);
    return true;
  }

  private heading(text: string): readonly ColumnName[] {
    const names = text.split(',').map((name) => name.trim().toLowerCase());
    const known = names.every((name) => COLUMNS.some((column) => column === name));
    if (!known || new Set(names).size < names.length || !names.includes('op') || !names.includes('id'))
      this.fail(`a heading of ${COLUMNS.join(', ')} (op and id at least)`);
    return names as ColumnName[];
  }

  private operation(cursor: Cursor) {
    const { bytes, at, end } = cursor;
    while (cursor.at < end && bytes[cursor.at] !== COMMA) cursor.at++;
    const name = String.fromCharCode(...bytes.subarray(at, Math.min(cursor.at, at + 16)));
    const op = OP_NAMES.get(name);
    if (op === undefined || cursor.at - at !== name.length) this.fail(`an operation (${OP_LIST})`);
    return op;
  }

  /** A whole number; an empty field is 0. */
  private field(cursor: Cursor, column: ColumnName): number {
    const value = cursor.decimal();
    if (value >= 0) return value;
    if (!cursor.done && cursor.peek() !== COMMA) this.fail(`a whole number as ${column}`);
    return 0;
  }
}

export const csv: TraceFormat = {
  id: 'csv',
  title: 'CSV (op,id,size,time,cpu)',
  extension: 'csv',
  recognises: (head) => {
    const first = head.slice(0, 200).split(/\r?\n/, 1)[0].toLowerCase().split(',');
    return (
      first.length > 1 &&
      first.some((name) => name.trim() === 'op') &&
      first.some((name) => name.trim() === 'id')
    );
  },
  open: (sink, file, name) => new CsvReader(sink, file, name),
};
