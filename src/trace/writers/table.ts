import { COLUMNS, NAME_BY_OP } from '../formats/columns';
import type { Trace } from '../trace';
import { ByteWriter } from './bytes';
import type { TraceWriter } from './writer';

const CLOCK = (clock: string): string[] =>
  clock === 'ticks' ? [] : [`The clock's unit (${clock}) is not kept.`];

/** Writes comma-separated columns with a heading. */
export const csvWriter: TraceWriter = {
  id: 'csv',
  extension: 'csv',
  losses: ({ clock }) => CLOCK(clock),
  *chunks(trace: Trace) {
    const out = new ByteWriter();
    out.line(COLUMNS.join(','));
    for (let event = 0; event < trace.length; event++) {
      out.text(NAME_BY_OP[trace.op[event]]);
      for (const value of numbers(trace, event)) {
        out.text(',');
        out.decimal(value);
      }
      out.text('\n');
      if (out.full) yield out.take();
    }
    yield out.take();
  },
};

/** Writes a JSON object a line. */
export const jsonLinesWriter: TraceWriter = {
  id: 'jsonl',
  extension: 'jsonl',
  losses: ({ clock }) => CLOCK(clock),
  *chunks(trace: Trace) {
    const out = new ByteWriter();
    for (let event = 0; event < trace.length; event++) {
      out.text(`{"op":"${NAME_BY_OP[trace.op[event]]}"`);
      const values = numbers(trace, event);
      for (let column = 0; column < values.length; column++) {
        out.text(`,"${COLUMNS[column + 1]}":`);
        out.decimal(values[column]);
      }
      out.text('}\n');
      if (out.full) yield out.take();
    }
    yield out.take();
  },
};

/** An event's columns after `op`, in the order of COLUMNS. */
function numbers(trace: Trace, event: number): number[] {
  const { id, size, time, cpu, arg } = trace;
  return [id[event], size[event], time[event], cpu === null ? 0 : cpu[event], arg.get(event) ?? 0];
}
