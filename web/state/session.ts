/**
 * Keeps the worker in step with the document: reads the trace that it names and runs it on each column's allocator.
 * What the page shows changes only when the new thing is there; a failure leaves the old on the screen.
 */
import type { AllocatorConfig, Workload } from '../../src/experiment/document';
import type { TraceLimitError } from '../../src/trace/errors';
import type { SelectionOptions } from '../../src/trace/selection';
import type { EventIndex } from '../../src/units';
import type { Column, OnRun, OpenedTrace, Progress, RunInfo } from '../../src/worker/api';
import { setAllocator, setCursor, setWorkload } from './document';
import { isAbort, report, wordsOf } from './problems';
import { cursorOf, type LabState, type RunState, useLab, type WantedFile } from './store';
import { lab } from './worker';

const { getState, setState, subscribe } = useLab;

/** Files of this visit, by SHA-256, for undo. */
const files = new Map<string, File>();
/** Workload that the worker holds, as a key; null when it holds none. */
let held: string | null = null;
/** Workload that could not be opened: not tried again until it changes. */
let refused: string | null = null;
/** Trace of the runs: a number that grows with each one opened. */
let generation = 0;
let working = false;
/** Traces being read. */
let opening = 0;

/** Follows the document from now on. */
export function startSession(): void {
  const budget = stored('heapscope.snapshots');
  if (budget !== null)
    void import('./snapshot-budget').then(({ applyRemembered }) => applyRemembered(budget));
  subscribe((state, before) => {
    if (
      state.experiment.workload !== before.experiment.workload ||
      state.experiment.seed !== before.experiment.seed ||
      state.experiment.allocators !== before.experiment.allocators
    ) {
      endUnwanted();
      void follow();
    }
  });
  void follow();
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage may be forbidden
  }
}

/** Opens a file that the user has dropped or chosen: a trace (or a part of it), or an allocator's module. */
export async function offerFile(file: File, part?: SelectionOptions): Promise<void> {
  if (await isModule(file)) return offerModule(file);
  const { trace } = getState();
  const wanted = trace.kind === 'wanted' ? trace.file : null;
  const opened = await load(null, file, `Could not open ${file.name}`, part ?? wanted ?? undefined);
  if (opened === null) return;
  files.set(opened.sha256, file);
  if (wanted !== null && opened.sha256 !== wanted.sha256) {
    setState({ trace: { kind: 'wanted', file: wanted, other: opened } });
    return;
  }
  adopt(opened, wanted === null);
  await considerKeeping(opened);
}

/** So long after the first picture the page is at rest. */
const REST_MS = 300;

/** A file that does not travel in the link may be kept in this browser: asked once there is something to look at. */
async function considerKeeping({ sha256 }: OpenedTrace): Promise<void> {
  await pictured();
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const file = files.get(sha256);
  const { workload } = getState().experiment;
  // By now another trace may be open.
  if (file && workload.kind === 'file' && workload.sha256 === sha256)
    await (await import('./keeping')).considerKeeping(sha256, file);
}

/** Waits until a column shows something of the trace, or nothing more will come. */
function pictured(): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ shown, runs }: LabState) => {
      const coming = runs.some(({ kind }) => kind === 'waiting' || kind === 'running');
      if (coming && shown.every((one) => one === null)) return;
      end();
      resolve();
    };
    const end = subscribe(look);
    look(getState());
  });
}

/**
 * Takes an allocator that the user brought: for the columns that wait for it or, where none does, into a column; on the
 * simulations' page for the simulation.
 * @param column the active one when left out
 */
export async function offerModule(file: File, column: Column = getState().active): Promise<void> {
  setState({ job: { task: `observing ${file.name}`, done: 0, total: null, unit: 'bytes' } });
  try {
    const { bringModule } = await import('./modules');
    const config = await bringModule(file);
    if (getState().experiment.view.page === 'simulations') {
      (await import('./simulations')).takeAllocator(config);
      return;
    }
    const wanting = getState().experiment.allocators.flatMap(({ id, module }, c) =>
      id === config.id && module?.sha256 === config.module?.sha256 ? [c as Column] : [],
    );
    for (const each of wanting) retry(each);
    if (wanting.length === 0) setAllocator(column, config);
  } catch (error) {
    report(`Could not take ${file.name}`, error);
  } finally {
    setState({ job: null });
  }
}

/** The bytes that every module begins with. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** Whether a file is meant to be a module: by its content, or by a name that says so. */
async function isModule(file: File): Promise<boolean> {
  if (/\.wasm$/i.test(file.name)) return true;
  const head = new Uint8Array(await file.slice(0, MAGIC.length).arrayBuffer());
  return MAGIC.every((byte, i) => head[i] === byte);
}

/** Goes on with the file that was dropped instead of the wanted one. */
export function takeOther(): void {
  const { trace } = getState();
  if (trace.kind !== 'wanted' || trace.other === null) return;
  adopt(trace.other, true);
  void considerKeeping(trace.other);
}

/** Opens one of the lab's own recordings, or a part of it. */
export async function openSample(name: string, part?: SelectionOptions): Promise<void> {
  const workload: Workload = {
    kind: 'sample',
    name,
    ...(part && (await import('../../src/trace/selection')).partOf(part)),
  };
  const opened = await load(workload, null, `Could not open the sample ${name}`);
  if (opened !== null) adopt(opened, true);
}

export async function cancel(): Promise<void> {
  await lab.cancel();
}

/** Shows a trace that the worker has just opened. fresh: the document does not name it yet. */
export function adopt(opened: OpenedTrace, fresh: boolean, cursor?: EventIndex): void {
  generation++;
  endUnwanted();
  held = keyOf(fresh ? opened.workload : getState().experiment.workload);
  setState(({ experiment }) => ({
    trace: { kind: 'ready', opened },
    runs: experiment.allocators.map((): RunState => ({ kind: 'waiting' })),
    shown: experiment.allocators.map(() => null),
  }));
  if (fresh) setWorkload(opened.workload, cursor ?? Math.floor((opened.summary.events - 1) / 3));
  else if (cursorOf(getState()) >= opened.summary.events) setCursor(opened.summary.events - 1);
  void follow();
}

/** Reads a trace in the worker, with progress. null where it could not be read: that is reported, and what was open stays. */
export async function load(
  workload: Workload | null,
  file: File | null,
  title: string,
  part?: SelectionOptions,
): Promise<OpenedTrace | null> {
  // Replaying would only hold the new trace up; what was done by then stays on the page until that is there.
  opening++;
  if (going !== null) await lab.cancel();
  setState({
    job: { task: `reading ${file?.name ?? ''}`, done: 0, total: file?.size ?? null, unit: 'bytes' },
  });
  // Progress comes over a channel of its own and may arrive after the answer.
  let answered = false;
  try {
    const onProgress = (job: Progress) => {
      if (!answered) setState({ job });
    };
    const options = { part, mostEvents: mostEvents() };
    return await lab.open(workload, file, getState().experiment.seed, onProgress, options);
  } catch (error) {
    const { mostEvents: most, aboutEvents } = error as Partial<TraceLimitError>;
    const offer = most ? { workload, file, mostEvents: most, aboutEvents: aboutEvents ?? null } : null;
    if (!isAbort(error)) report(title, error, offer);
    return null;
  } finally {
    answered = true;
    setState({ job: null });
    opening--;
    void follow();
  }
}

/** Bytes an event of a trace with its links, the index of its blocks and three runs. */
const BYTES_AN_EVENT = 80;

/** Events that half of the device's memory holds; browsers that do not tell its size are taken for 4 GiB. */
export function mostEvents(): number {
  const gibibytes = (navigator as { deviceMemory?: number }).deviceMemory ?? 4;
  return Math.floor((gibibytes * 2 ** 29) / BYTES_AN_EVENT / 1e6) * 1e6;
}

/** One pass at a time; each looks at the document as it is by then. */
async function follow(): Promise<void> {
  if (working) return;
  working = true;
  try {
    while (await step()) {
      // Each step changes what the next one finds.
    }
  } finally {
    working = false;
  }
}

/** Does the first thing that is out of step. Returns false when nothing is. */
async function step(): Promise<boolean> {
  const { experiment, runs } = getState();
  const { workload, allocators } = experiment;
  const key = keyOf(workload);
  if (key !== held) return key !== refused && (await openNamed(workload, key));
  if (runs.length !== allocators.length) {
    for (let c = allocators.length; c < runs.length; c++) await lab.close(c as Column);
    setState(({ runs: old, shown }) => ({
      runs: allocators.map((_, c): RunState => old[c] ?? { kind: 'waiting' }),
      shown: allocators.map((_, c) => shown[c] ?? null),
    }));
    return true;
  }
  if (opening > 0) return false;
  for (let c = 0; c < allocators.length; c++) {
    const wanted = runKey(allocators[c]);
    const run = runs[c];
    if ((run.kind === 'ready' || run.kind === 'failed') && run.key === wanted) continue;
    await runColumn(c as Column, allocators[c], wanted);
    return true;
  }
  return false;
}

/** The file that a workload names, of this visit or kept in this browser; null where it is not at hand. */
export async function fileOf(workload: Workload): Promise<File | null> {
  if (workload.kind !== 'file') return null;
  const { sha256 } = workload;
  return files.get(sha256) ?? (await import('./kept-files')).findKept(sha256);
}

/** Opens the trace that the document names. Returns true when there is more to do. */
async function openNamed(workload: Workload, key: string): Promise<boolean> {
  let file: File | null = null;
  if (workload.kind === 'file') {
    file = await fileOf(workload);
    if (file === null) {
      refused = key;
      setState({ trace: { kind: 'wanted', file: workload satisfies WantedFile, other: null } });
      return false;
    }
  }
  const opened = await load(workload, file, `Could not open ${workload.name}`);
  if (keyOf(getState().experiment.workload) !== key) return true;
  if (opened === null) {
    refused = key;
    return false;
  }
  adopt(opened, false);
  return true;
}

let runs = 0;
/** The replay under way: of which trace, in which column and on what. */
let going: { readonly generation: number; readonly column: Column; readonly key: string } | null = null;

function runColumn(column: Column, config: AllocatorConfig, wanted: string): Promise<void> {
  return replayed(column, wanted, async (onRun) => {
    if (config.module) await (await import('./modules')).ensureModule(config);
    return lab.run(column, config, onRun);
  });
}

/** Memory ran out in a replay: a part of the recording would fit. */
export async function offerLess(): Promise<void> {
  await (await import('./out-of-memory')).offerLess();
}

/** Shows a replay while it grows, and what it has become. */
async function replayed(
  column: Column,
  wanted: string,
  start: (onRun: OnRun) => Promise<RunInfo>,
  before: RunInfo | null = null,
): Promise<void> {
  const mine = { generation, column, key: wanted };
  const id = runs++;
  const place = (run: RunState) =>
    setState(({ runs: all }) =>
      mine.generation === generation ? { runs: all.map((old, c) => (c === column ? run : old)) } : {},
    );
  let info = before;
  place({ kind: 'running', id, progress: null, info });
  let answered = false;
  going = mine;
  try {
    const done = await start((progress, grown) => {
      if (answered) return;
      info = grown ?? info;
      place({ kind: 'running', id, progress, info });
    });
    answered = true;
    place({ kind: 'ready', id, info: done, key: wanted });
    if (done.end === 'out of memory') void offerLess();
  } catch (error) {
    answered = true;
    place({ kind: 'failed', key: wanted, message: wordsOf(error) });
    if ((error as Partial<TraceLimitError>).mostEvents) void offerLess();
  } finally {
    if (going === mine) going = null;
  }
}

/** Ends the replay under way when the document no longer wants it. */
function endUnwanted(): void {
  if (going === null) return;
  const { allocators } = getState().experiment;
  const config = allocators[going.column];
  if (going.generation !== generation || !config || runKey(config) !== going.key) void lab.cancel();
}

/** Runs a column again that failed or was cancelled. */
export function retry(column: Column): void {
  setState(({ runs }) => ({
    runs: runs.map((run, c): RunState => (c === column ? { kind: 'waiting' } : run)),
  }));
  void follow();
}

/** Goes on with a column's run that was cancelled. */
export async function resume(column: Column): Promise<void> {
  const run = getState().runs[column];
  if (working || run?.kind !== 'ready') return;
  working = true;
  try {
    await replayed(column, run.key, (onRun) => lab.resume(column, onRun), run.info);
  } finally {
    working = false;
  }
  void follow();
}

/** Names a trace: the workload, and the seed where it is made rather than recorded. */
const keyOf = (workload: Workload): string =>
  JSON.stringify([workload, made(workload) ? getState().experiment.seed : null]);

const made = ({ kind }: Workload): boolean => kind === 'script' || kind === 'model';

/** Allocator and parameters in one order. */
const runKey = ({ id, params, module }: AllocatorConfig): string =>
  JSON.stringify([id, module?.sha256, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);
