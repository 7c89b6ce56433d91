import { unpackTouch } from '../trace/touch';
import { Op, type Trace } from '../trace/trace';

/** Words of a row and of an object in wasm/device/device.c. */
const ROW = 5;
const OBJECT_BYTES = 12;

/** A trace as the device's threads run it: rows of each thread one after the other, and room for the objects behind. */
export interface DeviceProgram {
  readonly rows: Uint32Array;
  /** First row and number of rows of each thread. */
  readonly parts: readonly { readonly first: number; readonly count: number }[];
  readonly objects: number;
  /** Threads that meet at barriers. */
  readonly meeting: number;
  /** Bytes of rows and objects. */
  readonly bytes: number;
}

/** @throws Error for a trace with operations that scripts do not have on the device (realloc, calloc, memalign) */
export function deviceProgram(trace: Trace, threads: number): DeviceProgram {
  const counts = new Array<number>(threads).fill(0);
  const cpuOf = (event: number) => trace.cpu?.[event] ?? 0;
  const meets = new Set<number>();
  for (let event = 0; event < trace.length; event++) {
    counts[cpuOf(event)]++;
    const op = trace.op[event];
    if (op === Op.barrier) meets.add(cpuOf(event));
    if (op === Op.realloc || op === Op.calloc || op === Op.memalign)
      throw new Error(
        `event ${event}: expected malloc, free, read, write, compute or barrier, found operation ${op}`,
      );
  }
  let first = 0;
  const parts = counts.map((count) => {
    const part = { first, count };
    first += count;
    return part;
  });
  const rows = new Uint32Array(trace.length * ROW);
  const next = parts.map((part) => part.first);
  for (let event = 0; event < trace.length; event++) {
    const { offset, repeat } = unpackTouch(trace.arg.get(event) ?? 0);
    const touches = trace.op[event] === Op.read || trace.op[event] === Op.write;
    rows.set(
      [
        trace.op[event],
        trace.id[event],
        trace.size[event],
        touches ? offset : 0,
        touches && trace.arg.has(event) ? repeat : 1,
      ],
      next[cpuOf(event)]++ * ROW,
    );
  }
  return {
    rows,
    parts,
    objects: trace.objects,
    meeting: meets.size,
    bytes: rows.byteLength + trace.objects * OBJECT_BYTES,
  };
}

export const ROW_BYTES = ROW * 4;
