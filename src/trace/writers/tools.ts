import { Op, type Trace } from '../trace';
import { ByteWriter } from './bytes';
import { LOST, lost, microseconds, type TraceWriter } from './writer';

/** Each object keeps one address of its own for ever, so that a reader gives it the same id. */
const FIRST_ADDRESS = 0x10000;
const addressOf = (id: number): number => FIRST_ADDRESS + id * 16;

/** Runs `write` over the events that tools can record. */
function* each(
  trace: Trace,
  out: ByteWriter,
  write: (op: number, address: number, size: number, event: number) => void,
): Generator<Uint8Array> {
  for (let event = 0; event < trace.length; event++) {
    const op = trace.op[event];
    if (op > Op.memalign) continue;
    write(op, addressOf(trace.id[event]), trace.size[event], event);
    if (out.full) yield out.take();
  }
}

export const mtraceWriter: TraceWriter = {
  id: 'mtrace',
  extension: 'mtrace',
  losses: (traits) => lost(traits, LOST),
  *chunks(trace) {
    const out = new ByteWriter();
    const line = (sign: string, address: number, size: number | null) => {
      out.text(`@ trace:[0x0] ${sign} 0x`);
      out.hex(address);
      if (size !== null) {
        out.text(size === 0 ? ' ' : ' 0x');
        out.hex(size);
      }
      out.text('\n');
    };
    out.line('= Start');
    yield* each(trace, out, (op, address, size) => {
      if (op === Op.free) line('-', address, null);
      else if (op === Op.realloc) {
        line('<', address, null);
        line('>', address, size);
      } else line('+', address, size);
    });
    out.line('= End');
    yield out.take();
  },
};

export const valgrindWriter: TraceWriter = {
  id: 'valgrind',
  extension: 'valgrind',
  losses: ({ ...traits }) =>
    lost(traits, {
      cpus: LOST.cpus,
      times: LOST.times,
      scripted: LOST.scripted,
      misuses: LOST.misuses,
    }),
  *chunks(trace) {
    const out = new ByteWriter();
    out.line('==1== Written by Heapscope in the form of valgrind --trace-malloc=yes');
    yield* each(trace, out, (op, address, size, event) => {
      out.text('--1-- ');
      if (op === Op.free) {
        out.text('free(0x');
        upper(out, address);
        out.text(')\n');
        return;
      }
      if (op === Op.realloc) {
        out.text('realloc(0x');
        upper(out, address);
        out.text(',');
      } else if (op === Op.calloc) out.text('calloc(1,');
      else if (op === Op.memalign) {
        out.text('memalign(al ');
        out.decimal(trace.arg.get(event) ?? 1);
        out.text(', size ');
      } else out.text('malloc(');
      out.decimal(size);
      out.text(') = 0x');
      upper(out, address);
      out.text('\n');
    });
    yield out.take();
  },
};

/** valgrind prints capital hexadecimal digits. */
const upper = (out: ByteWriter, value: number): void => out.text(value.toString(16).toUpperCase());

export const ltraceWriter: TraceWriter = {
  id: 'ltrace',
  extension: 'ltrace',
  losses: (traits) => [
    ...lost(traits, {
      cpus: 'Processors are numbered anew in order of appearance.',
      scripted: LOST.scripted,
      misuses: LOST.misuses,
    }),
    ...(!traits.times || traits.clock === 'us'
      ? []
      : [microseconds(traits.clock) === null ? LOST.times : 'Times are cut to microseconds.']),
  ],
  *chunks(trace) {
    const out = new ByteWriter();
    const scale = microseconds(trace.clock);
    const prefix = (event: number) => {
      out.decimal(PID + (trace.cpu === null ? 0 : trace.cpu[event]));
      out.text(' ');
      if (scale !== null) {
        // Past this many seconds a reader takes the times for absolute ones.
        const time = Math.floor(trace.time[event] * scale) + EPOCH_SECONDS * 1e6;
        out.decimal(Math.floor(time / 1e6));
        out.text(`.${String(time % 1e6).padStart(6, '0')} `);
      }
    };
    yield* each(trace, out, (op, address, size, event) => {
      prefix(event);
      if (op === Op.free) {
        out.text('trace->free(0x');
        out.hex(address);
        out.text(') = <void>\n');
        return;
      }
      if (op === Op.realloc) {
        out.text('trace->realloc(0x');
        out.hex(address);
        out.text(', ');
      } else if (op === Op.calloc) out.text('trace->calloc(1, ');
      else if (op === Op.memalign) {
        out.text('trace->memalign(');
        out.decimal(trace.arg.get(event) ?? 1);
        out.text(', ');
      } else out.text('trace->malloc(');
      out.decimal(size);
      out.text(') = 0x');
      out.hex(address);
      out.text('\n');
    });
    out.line(`${PID} +++ exited (status 0) +++`);
    yield out.take();
  },
};
const PID = 1000;
const EPOCH_SECONDS = 1e9;

export const heaptrackRawWriter: TraceWriter = {
  id: 'heaptrack-raw',
  extension: 'raw',
  losses: (traits) => [
    ...lost(traits, {
      ...LOST,
      times: '',
      reallocs: 'realloc stands as free and malloc, so that a resized object becomes another one.',
    }).filter((sentence) => sentence !== ''),
    ...(traits.times && traits.clock !== 'ms'
      ? [microseconds(traits.clock) === null ? LOST.times : 'Times are cut to milliseconds.']
      : []),
  ],
  *chunks(trace) {
    const out = new ByteWriter();
    const scale = microseconds(trace.clock);
    let last = 0;
    for (const line of ['v 10400 3', 'x 5 trace', 'X trace', 'I 1000 100000', 't 1000 0']) out.line(line);
    const freed = (address: number) => {
      out.text('- ');
      out.hex(address);
      out.text('\n');
    };
    yield* each(trace, out, (op, address, size, event) => {
      const now = scale === null ? 0 : Math.floor((trace.time[event] * scale) / 1000);
      if (now > last) {
        last = now;
        out.text('c ');
        out.hex(now);
        out.text('\n');
      }
      if (op === Op.free || op === Op.realloc) freed(address);
      if (op === Op.free) return;
      out.text('+ ');
      out.hex(size);
      out.text(' 1 ');
      out.hex(address);
      out.text('\n');
    });
    yield out.take();
  },
};

export const bytehoundWriter: TraceWriter = {
  id: 'bytehound',
  extension: 'replay',
  losses: (traits) => [
    ...lost(traits, { ...LOST, times: '', emptied: 'A realloc to 0 bytes means a free there.' }).filter(
      (sentence) => sentence !== '',
    ),
    ...(traits.times && traits.clock !== 'us'
      ? [microseconds(traits.clock) === null ? LOST.times : 'Times are cut to microseconds.']
      : []),
  ],
  *chunks(trace) {
    const out = new ByteWriter();
    const scale = microseconds(trace.clock);
    const start = trace.length === 0 ? 0 : trace.time[0];
    out.word(trace.objects);
    yield* each(trace, out, (op, _address, size, event) => {
      out.word(op === Op.free ? 2 : op === Op.realloc ? 3 : 1);
      out.word(trace.id[event]);
      out.word(scale === null ? event : Math.floor((trace.time[event] - start) * scale));
      out.word(size);
    });
    out.word(0);
    yield out.take();
  },
};
