/** Plain replay: an allocator linked with the loop of wasm/device/timed.c, in WebAssembly and natively. */
import { EVENTS_A_CALL, TimedProgram } from '../src/device/timed';
import type { Modules } from '../src/engine/modules';
import type { Trace } from '../src/trace/trace';
import { compileNative, makesPrograms, nativeReplay, packTrace } from './native';
import type { BenchRow } from './row';

const ROUNDS = 9;

/** Allocators with calls of constant time, and the two that have a target of their own. */
const TARGETS = { bsd: 0.9, sysv: 0.9, private: 0.8, hoard: 0.8, cacheaware: 0.8, ssmalloc: 0.8 } as const;
/** Those whose lists are as long in a 64-bit program as in ours only where pointers are: their blocks follow the word. */
const FOLLOW_THE_WORD = new Set(['sysv', 'ssmalloc']);

/**
 * Speed relative to native. Where blocks follow the size of the word, the native program that does the same work is the
 * one of 32 bits: that row has the target, if gcc can make it here, and the one of 64 bits is told beside it.
 */
export async function plainRows(modules: Modules, trace: Trace): Promise<BenchRow[]> {
  const packed = packTrace(trace);
  const short = makesPrograms(['-m32']);
  const rows: BenchRow[] = [];
  for (const [id, target] of Object.entries(TARGETS)) {
    const held = short && FOLLOW_THE_WORD.has(id) ? '-m32' : '';
    for (const flags of short ? ['', '-m32'] : ['']) {
      rows.push({
        name: `${id}: plain replay, speed relative to native gcc -O3 ${flags}`.trim(),
        measured: await ratio(modules, trace, packed, id, flags ? [flags] : []),
        unit: '×',
        target: flags === held ? target : null,
        better: 'more',
      });
    }
  }
  return rows;
}

/** Side by side: each round measures both; of each call the shortest of the rounds counts, on both sides. */
async function ratio(
  modules: Modules,
  trace: Trace,
  packed: Buffer,
  id: string,
  flags: string[],
): Promise<number> {
  const program = compileNative(id, flags);
  const calls = Math.ceil(trace.length / EVENTS_A_CALL);
  const ours = new Float64Array(calls).fill(Number.POSITIVE_INFINITY);
  const native = ours.slice();
  for (let round = 0; round < ROUNDS; round++) {
    nativeReplay(program, packed).forEach((spent, call) => {
      native[call] = Math.min(native[call], spent);
    });
    const linked = await TimedProgram.load(modules, trace, { id, params: {} });
    for (let call = 0; call < calls; call++) ours[call] = Math.min(ours[call], linked.run());
  }
  return sum(native) / sum(ours);
}

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
