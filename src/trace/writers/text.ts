import { TRACE_HEADER } from '../formats/trace';
import { Op, type Trace } from '../trace';
import { ByteWriter } from './bytes';
import type { TraceWriter } from './writer';

const LETTERS: Readonly<Record<number, string>> = {
  [Op.malloc]: 'a',
  [Op.free]: 'f',
  [Op.realloc]: 'r',
  [Op.calloc]: 'c',
  [Op.memalign]: 'm',
  [Op.read]: 'l',
  [Op.write]: 's',
  [Op.compute]: 'w',
  [Op.barrier]: 'b',
};
const SPACE = 32;
const NEWLINE = 10;

/** Writes `.trace` (src/trace/formats/README.md), which holds everything a trace has. */
export const traceTextWriter: TraceWriter = {
  id: 'trace',
  extension: 'trace',
  losses: () => [],
  *chunks(trace: Trace) {
    const { op, id, size, time, cpu, arg } = trace;
    const codes = Object.values(Op).map((each) => LETTERS[each].charCodeAt(0));
    const out = new ByteWriter();
    out.line(TRACE_HEADER);
    out.line(`# name: ${oneLine(trace.name)}`);
    out.line(`# clock: ${oneLine(trace.clock)}`);
    out.line(`# events: ${trace.length}`);
    out.line(`# objects: ${trace.objects}`);
    for (const note of trace.notes) out.line(`# note: ${oneLine(note)}`);
    for (let event = 0; event < trace.length; event++) {
      const what = op[event];
      out.code(codes[what]);
      if (what < Op.compute) field(out, id[event]);
      if (what !== Op.free && what !== Op.barrier) field(out, size[event]);
      if (what === Op.memalign || what === Op.read || what === Op.write) field(out, arg.get(event) ?? 1);
      field(out, time[event]);
      if (cpu !== null && cpu[event] !== 0) field(out, cpu[event]);
      out.code(NEWLINE);
      if (out.full) yield out.take();
    }
    yield out.take();
  },
};

function field(out: ByteWriter, value: number): void {
  out.code(SPACE);
  out.decimal(value);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
