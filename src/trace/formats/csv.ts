import { ascii, Cursor } from '../cursor';
import type { Op } from '../trace';
import { COLUMNS, type ColumnName, OP_LIST, OP_NAMES } from './columns';
import type { TraceFormat } from './reader';
import { TableReader } from './table';

const COMMA = 44;

/** Operations by their names' bytes, each followed by what ends a field. */
const NAMES = [...OP_NAMES].map(([name, op]) => ({ name: ascii(name), op }));

/** Reads comma-separated events with a heading of column names in any order: `op,id,size,time,cpu,arg`. */
class CsvReader extends TableReader {
  protected timed = false;
  private columns: readonly ColumnName[] = [];
  /** Place of each column in COLUMNS, in the file's order. */
  private order = new Uint8Array(0);
  /** The row's fields in the order of COLUMNS. */
  private readonly fields = new Float64Array(COLUMNS.length);
  private readonly cursor = new Cursor();

  protected read(bytes: Uint8Array, start: number, end: number): boolean {
    const { cursor, row, order, fields } = this;
    cursor.set(bytes, start, end);
    if (order.length === 0) {
      this.heading(cursor.rest());
      return false;
    }
    for (let at = 0; at < order.length; at++) {
      if (at > 0 && !cursor.eat(COMMA)) this.fail(`"${this.columns.join(',')}"`);
      fields[order[at]] = order[at] === 0 ? this.operation(cursor) : this.field(cursor, at);
    }
    if (!cursor.done) this.fail(`"${this.columns.join(',')}"`);
    row.op = fields[0] as Op;
    row.id = fields[1];
    row.size = fields[2];
    row.time = fields[3];
    row.cpu = fields[4];
    row.arg = fields[5];
    return true;
  }

  private heading(text: string): void {
    const names = text.split(',').map((name) => name.trim().toLowerCase());
    const columns = names.flatMap((name) => COLUMNS.find((column) => column === name) ?? []);
    const sound = columns.length === names.length && new Set(names).size === names.length;
    if (!sound || !columns.includes('op') || !columns.includes('id'))
      this.fail(`a heading of ${COLUMNS.join(', ')} (op and id at least)`);
    this.columns = columns;
    this.order = Uint8Array.from(columns, (column) => COLUMNS.indexOf(column));
    this.timed = columns.includes('time');
  }

  private operation(cursor: Cursor): Op {
    const start = cursor.at;
    for (const { name, op } of NAMES) {
      if (!cursor.word(name)) continue;
      if (cursor.done || cursor.peek() === COMMA) return op;
      cursor.at = start;
    }
    this.fail(`an operation (${OP_LIST})`);
  }

  /** A whole number; an empty field is 0. */
  private field(cursor: Cursor, at: number): number {
    const value = cursor.decimal();
    if (value >= 0) return value;
    if (!cursor.done && cursor.peek() !== COMMA) this.fail(`a whole number as ${this.columns[at]}`);
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
