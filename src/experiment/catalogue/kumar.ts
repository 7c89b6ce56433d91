import { findAllocator } from '../../allocators/list';
import { machineOf } from '../../machine/presets';
import type { MachineResult } from '../../machine/result';
import { observedAllocator, runOnMachine } from '../../machine/run';
import { compileScript } from '../../script/compile';
import type { Trace } from '../../trace/trace';
import type { EventIndex } from '../../units';
import { DOCUMENT_VERSION, type Experiment } from '../document';
import type { Preset, PresetContext, PresetResult, Program, ResultSeries } from '../preset';
import * as programs from './kumar-programs';
import { breathe, resultOf, seriesOf } from './results';

/** Threads of every benchmark but scalability. */
const THREADS = 8;
/** Threads of the scalability benchmark: from 1 to 14. */
const COUNTS = Array.from({ length: 14 }, (_, i) => i + 1);
/** Objects where each free searches its heap from the first block: the square of this is what one thread pays. */
const SEARCHED = 4_000;

/** The three that Kumar measured, and the other kinds of his taxonomy beside them. */
const ALLOCATORS = ['dlmalloc', 'hoard', 'perthread', 'serial', 'concurrent', 'private'] as const;

/** The three that Kumar measured. */
const HIS = ['perthread', 'hoard', 'dlmalloc'] as const;

/** His five kinds, each by one allocator. */
const KINDS = ['serial', 'concurrent', 'private', 'perthread', 'hoard'] as const;

const MACHINE_NOTE =
  'Time is virtual, in cycles of the machine crunchy2 (his table); his figures are not digitised, his words are quoted by their meaning.';
const DLMALLOC_NOTE =
  'dlmalloc stands for his malloc: one heap for all threads, and behind one mutex where there are several, as Emscripten links it. The C library that he used has several heaps (arenas) for threads that meet.';

/** What one run is looked at for. */
interface Measured {
  readonly machine: MachineResult;
  readonly peakLive: number;
}

async function measure(context: PresetContext, id: string, trace: Trace, params = {}): Promise<Measured> {
  await breathe(context.signal);
  const descriptor = findAllocator(id);
  if (!descriptor) throw new Error(`no allocator is called ${id}`);
  const factory = observedAllocator(context.modules, descriptor, { id, params });
  const { signal } = context;
  const machine = await runOnMachine(context.modules, trace, factory, machineOf('crunchy2'), { signal });
  return { machine, peakLive: peakLive(trace) };
}

/** Bytes that the program itself needs at most, in the trace's order. */
function peakLive(trace: Trace): number {
  const held = new Map<number, number>();
  let live = 0;
  let peak = 0;
  for (let event = 0; event < trace.length; event++) {
    const id = trace.id[event];
    if (trace.op[event] > 4) continue;
    live -= held.get(id) ?? 0;
    held.delete(id);
    if (trace.op[event] === 1) continue;
    held.set(id, trace.size[event]);
    live += trace.size[event];
    peak = Math.max(peak, live);
  }
  return peak;
}

const script = (context: PresetContext, source: string, name: string): Trace =>
  compileScript(source, context.seed, name);

const programOf = (title: string, source: string): Program => ({ title, source, seed: 1 });

const titleOf = (id: string): string => findAllocator(id)?.title ?? id;

const million = (cycles: number): number => cycles / 1e6;

/**
 * What "open as experiment" opens: the program, readable as a script, on the three allocators that he measured.
 * @param first the one whose caches the machine's page shows
 * @param cursor events that have happened there, in the order of virtual time
 */
function experimentOf(title: string, source: string, first: string, cursor: EventIndex): Experiment {
  const name = title.toLowerCase();
  return {
    version: DOCUMENT_VERSION,
    title,
    workload: { kind: 'script', name, source },
    allocators: [first, ...HIS.filter((id) => id !== first)].map((id) => ({ id, params: {} })),
    machine: 'crunchy2',
    seed: 1,
    view: {
      cursor,
      step: null,
      window: null,
      range: null,
      metric: 'footprint',
      page: 'machine',
      machine: { level: 0, processor: null, colour: 'owner', map: 'kind', strip: 'misses' },
    },
    fingerprints: [],
  };
}

const SPEED = [
  ['no malloc', programs.noMalloc],
  ['CPU bound', programs.cpuBound],
  ['memory bound', programs.memoryBound],
] as const;

const speed: Preset = {
  id: 'kumar-speed',
  paper: 'Kumar, Results 1 (Speed)',
  title: 'Time of three programs on one and on eight threads',
  question: 'What does a program pay for its allocator when it computes, and when it allocates?',
  experiment: experimentOf('Memory bound', programs.memoryBound(THREADS), 'perthread', 6_000),
  programs: SPEED.map(([name, program]) => programOf(`Speed: ${name}`, program(THREADS))),
  async run(context) {
    const series: ResultSeries[] = [];
    const x = SPEED.map(([name]) => name);
    const bound: Record<string, number> = {};
    for (const threads of [1, THREADS]) {
      for (const id of ALLOCATORS) {
        const times: number[] = [];
        for (const [name, program] of SPEED) {
          context.onProgress?.(`${id}: ${name}, ${threads} threads`, series.length, 2 * ALLOCATORS.length);
          const { machine } = await measure(context, id, script(context, program(threads), name));
          times.push(million(machine.time));
        }
        bound[`${id} ${threads}`] = times[2];
        const count = threads === 1 ? 'one thread' : `${threads} threads`;
        series.push(seriesOf(`${titleOf(id)}, ${count}`, 'million cycles', x, { measured: times }));
        context.onPartial?.(resultOf(speed.id, series, []));
      }
    }
    const order = (threads: number) =>
      ['dlmalloc', 'hoard', 'perthread']
        .sort((a, b) => bound[`${a} ${threads}`] - bound[`${b} ${threads}`])
        .map(titleOf)
        .join(', ');
    return resultOf(speed.id, series, [
      MACHINE_NOTE,
      DLMALLOC_NOTE,
      'His finding: no difference without malloc or when CPU bound; when memory bound, malloc and Hoard alike on one thread and My_mem_alloc slower; on eight threads Hoard first, then malloc, then My_mem_alloc.',
      `Ours, memory bound, fastest first: on one thread ${order(1)}; on eight ${order(THREADS)}.`,
    ]);
  },
};

const scalability: Preset = {
  id: 'kumar-scalability',
  paper: 'Kumar, Results 2 (Scalability)',
  title: 'Speedup over one thread with 1 to 14 threads',
  question: 'Does an allocator let a program that only allocates and frees grow with its threads?',
  axis: 'threads',
  experiment: experimentOf('Scalability', programs.scalability(THREADS), 'perthread', 100_000),
  programs: [
    programOf('Scalability', programs.scalability(THREADS)),
    programOf('Scalability, freed newest first', programs.newestFirst(THREADS, SEARCHED)),
  ],
  run: runScalability,
};

async function runScalability(context: PresetContext): Promise<PresetResult> {
  const series: ResultSeries[] = [];
  const last: Record<string, number> = {};
  for (const id of ALLOCATORS) {
    const curves = await speedup(context, id, programs.scalability, {});
    last[id] = curves.speedups[COUNTS.length - 1];
    series.push(...curves.series(titleOf(id)));
    context.onPartial?.(resultOf(scalability.id, series, []));
  }
  const unguarded = await speedup(context, 'perthread', programs.scalability, { init_check: 1 });
  series.push(...unguarded.series(`${titleOf('perthread')}, the init flag read without its mutex`));
  const searched = (threads: number) => programs.newestFirst(threads, SEARCHED);
  const inflated = await speedup(context, 'perthread', searched, { search: 0 });
  const name = `${titleOf('perthread')}, each free searches from the first block, ${SEARCHED} objects freed newest first`;
  series.push(...inflated.series(name));
  const at = COUNTS.length - 1;
  return resultOf(scalability.id, series, [
    MACHINE_NOTE,
    DLMALLOC_NOTE,
    'His finding: My_mem_alloc scales, mostly better than linearly; malloc and Hoard gain very little.',
    `Ours on 14 threads: ${ALLOCATORS.map((id) => `${titleOf(id)} ${last[id].toFixed(1)}`).join(', ')}.`,
    `My_mem_alloc's init mutex is taken by every request, as his text has it: all threads meet there, and 14 of them gain ${last.perthread.toFixed(1)}. Where the flag is read first, without the mutex, they gain ${unguarded.speedups[at].toFixed(1)}.`,
    `A speedup above the number of threads means that one thread does more work than all of them together: Nicol (1990) calls it inflated and finds it by the total workload. My_mem_alloc searches a heap for the block that is freed; a heap a thread is a shorter list. Where each search begins at the first block and blocks die newest first, our total workload falls from ${million(inflated.workloads[0]).toFixed(0)} to ${million(inflated.workloads[at]).toFixed(0)} million cycles and the speedup is ${inflated.speedups[at].toFixed(1)} on 14 threads. Freed in the order of allocation, as he says, the block is found at once, and the speedup is not inflated.`,
  ]);
}

async function speedup(
  context: PresetContext,
  id: string,
  program: (threads: number) => string,
  params: Readonly<Record<string, number>>,
) {
  const times: number[] = [];
  const workloads: number[] = [];
  for (const threads of COUNTS) {
    context.onProgress?.(`${id}: ${threads} threads`, threads, COUNTS.length);
    // As many heaps as threads: his default of two pages each, for eight threads, would make the others share.
    const heaps = id === 'perthread' ? { heaps: threads } : {};
    const trace = script(context, program(threads), 'scalability');
    const { machine } = await measure(context, id, trace, { ...heaps, ...params });
    times.push(machine.time);
    workloads.push(machine.workload);
  }
  const speedups = times.map((time) => times[0] / time);
  const series = (name: string) => [
    seriesOf(`${name}: speedup`, '× one thread', COUNTS, { measured: speedups }),
    seriesOf(`${name}: total workload`, 'million cycles', COUNTS, { measured: workloads.map(million) }),
  ];
  return { speedups, workloads, series };
}

const falseSharing: Preset = {
  id: 'kumar-false-sharing',
  paper: 'Kumar, Results 3 (False Sharing Avoidance)',
  title: 'Active and passive false sharing on eight threads',
  question: 'Does the allocator put what different threads write into one cache line?',
  // At the first of the threads' writes, into a line that all of them write.
  experiment: experimentOf('Passive false sharing', programs.passiveSharing(THREADS), 'dlmalloc', 32),
  programs: [
    programOf('Active false sharing', programs.activeSharing(THREADS)),
    programOf('Passive false sharing', programs.passiveSharing(THREADS)),
  ],
  async run(context) {
    const x = ['active', 'passive'];
    const traces = [programs.activeSharing(THREADS), programs.passiveSharing(THREADS)].map((source, at) =>
      script(context, source, x[at]),
    );
    const series: ResultSeries[] = [];
    const sharing: Record<string, number[]> = {};
    for (const id of ALLOCATORS) {
      const times: number[] = [];
      const lost: number[] = [];
      for (const [at, trace] of traces.entries()) {
        context.onProgress?.(`${id}: ${x[at]}`, series.length / 2, ALLOCATORS.length);
        const { machine } = await measure(context, id, trace);
        times.push(million(machine.time));
        lost.push(machine.processors.reduce((sum, processor) => sum + processor.falselyInvalidated, 0));
      }
      sharing[id] = lost;
      series.push(seriesOf(`${titleOf(id)}: time`, 'million cycles', x, { measured: times }));
      series.push(seriesOf(`${titleOf(id)}: lines lost to false sharing`, 'lines', x, { measured: lost }));
      context.onPartial?.(resultOf(falseSharing.id, series, []));
    }
    return resultOf(falseSharing.id, series, [
      MACHINE_NOTE,
      DLMALLOC_NOTE,
      'His finding: My_mem_alloc is best in both; malloc and Hoard come near it in the active case and fall behind in the passive one.',
      `Ours: a single heap loses lines in both cases (${titleOf('serial')}: ${sharing.serial.join(' and ')}; My_mem_alloc: ${sharing.perthread.join(' and ')}). That his malloc does well in the active case fits the C library's arenas, a heap a thread, which dlmalloc does not have; that it falls behind in the passive one fits blocks that came from one arena.`,
      'A line counts as lost to false sharing when the writer that took it away had touched other bytes of it than its loser used.',
    ]);
  },
};

const fragmentation: Preset = {
  id: 'kumar-fragmentation',
  paper: 'Kumar, Results 4 (Fragmentation)',
  title: 'Fragmentation ratio on eight threads',
  question: 'How much more memory does the allocator take than the program needs at its peak?',
  experiment: experimentOf('Fragmentation', programs.fragmentation(THREADS), 'perthread', 4_000),
  async run(context) {
    const trace = script(context, programs.fragmentation(THREADS), 'fragmentation');
    const ratios: (number | null)[] = [];
    for (const id of ALLOCATORS) {
      context.onProgress?.(id, ratios.length, ALLOCATORS.length);
      const { machine, peakLive } = await measure(context, id, trace);
      ratios.push(machine.peakFootprintBytes === null ? null : machine.peakFootprintBytes / peakLive);
    }
    const x = ALLOCATORS.map(titleOf);
    const series = [seriesOf('fragmentation ratio', 'peak footprint ÷ peak live', x, { measured: ratios })];
    return resultOf(fragmentation.id, series, [
      'His definition: most memory taken from the system ÷ most that the program needs. His finding: My_mem_alloc very low, malloc and Hoard higher.',
      'He estimates what was taken by the range of the heap in /proc/PID/maps, which leaves out what an allocator maps elsewhere; ours is the exact account of the simulated system.',
      'All threads hold their arrays at once before the first of them goes on to free: what the program needs at most is the sum.',
    ]);
  },
};

const taxonomy: Preset = {
  id: 'kumar-taxonomy',
  paper: 'Kumar, Taxonomy of Memory Allocators',
  title: 'One recording on the five kinds of heap',
  question: 'What do the five kinds make of the same program with four threads and frees across them?',
  experiment: {
    ...experimentOf('The five kinds', '', 'serial', 20_000),
    workload: { kind: 'sample', name: 'lld' },
    allocators: [
      { id: 'serial', params: {} },
      { id: 'private', params: {} },
      { id: 'perthread', params: {} },
    ],
  },
  async run(context) {
    const trace = await context.trace('lld');
    const results: Measured[] = [];
    for (const id of KINDS) {
      context.onProgress?.(id, results.length, KINDS.length);
      results.push(await measure(context, id, trace));
    }
    const x = KINDS.map((id) => `${findAllocator(id)?.kind} (${id})`);
    const column = (name: string, unit: string, value: (measured: Measured) => number | null) =>
      seriesOf(name, unit, x, { measured: results.map(value) });
    const total = (of: (processor: MachineResult['processors'][number]) => number) => (measured: Measured) =>
      measured.machine.processors.reduce((sum, processor) => sum + of(processor), 0);
    const series = [
      column('time', 'million cycles', ({ machine }) => million(machine.time)),
      column('total workload', 'million cycles', ({ machine }) => million(machine.workload)),
      column('waiting for locks', 'million cycles', (measured) =>
        million(total(({ cycles }) => cycles.lockWait)(measured)),
      ),
      column(
        'calls of locks',
        'calls',
        total(({ lockCalls }) => lockCalls),
      ),
      column(
        'lines lost to false sharing',
        'lines',
        total(({ falselyInvalidated }) => falselyInvalidated),
      ),
      column('fragmentation ratio', 'peak footprint ÷ peak live', ({ machine, peakLive }) =>
        machine.peakFootprintBytes === null ? null : machine.peakFootprintBytes / peakLive,
      ),
    ];
    return resultOf(taxonomy.id, series, [
      'The recording is LLD with four threads: of its frees many come from another thread than the allocation.',
      'The paper describes the kinds and gives no figures for them. What the program does with its blocks is not in a recording: only the allocators touch memory here, so false sharing is that of their own headers and links.',
    ]);
  },
};

export const presets: readonly Preset[] = [speed, scalability, falseSharing, fragmentation, taxonomy];
