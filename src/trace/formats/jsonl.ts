import { COLUMNS, OP_LIST, OP_NAMES } from './columns';
import type { TraceFormat } from './reader';
import { TableReader } from './table';

const NUMBERS = COLUMNS.filter((column) => column !== 'op');

/** Reads one JSON object a line with the columns' names as keys: `{"op":"malloc","id":0,"size":16,"time":0}`. */
class JsonLinesReader extends TableReader {
  protected timed = true;
  private started = false;
  private readonly decoder = new TextDecoder();

  protected read(bytes: Uint8Array, start: number, end: number): boolean {
    const event = this.object(this.decoder.decode(bytes.subarray(start, end)));
    const name = event.op;
    const op = typeof name === 'string' ? OP_NAMES.get(name) : undefined;
    if (op === undefined) this.fail(`"op" as one of ${OP_LIST}`);
    if (!this.started) this.timed = 'time' in event;
    this.started = true;
    this.row.op = op;
    for (const column of NUMBERS) {
      const value = event[column] ?? 0;
      if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
        this.fail(`a whole number from 0 as "${column}"`);
      this.row[column] = value;
    }
    return true;
  }

  private object(text: string): Record<string, unknown> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.fail('a JSON object on a line of its own');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      this.fail('a JSON object on a line of its own');
    return value as Record<string, unknown>;
  }
}

export const jsonLines: TraceFormat = {
  id: 'jsonl',
  title: 'JSON lines (op, id, size, time, cpu)',
  extension: 'jsonl',
  recognises: (head) => /^\s*\{[^\n]*"op"\s*:\s*"/.test(head.slice(0, 1000)),
  open: (sink, file, name) => new JsonLinesReader(sink, file, name),
};
