/** What can be had of a recording whose replay ran out of memory. Fetched when that happens. */
import type { SelectionOptions } from '../../src/trace/selection';
import type { OpenedTrace, RunInfo } from '../../src/worker/api';
import { bytes, count } from '../format';
import { describedIn } from './allocators';
import { dismiss, report } from './problems';
import { isRecorded } from './recorded';
import { infoIn, type LabState, type PartOffer, useLab } from './store';
import { lab } from './worker';

/** Samples are not of equal length, and a run that ran out filled its memory to the brim. */
const SLACK = 1.25;
/** Of a trace of which not even the first events could be replayed. */
const A_GUESS = 0.5;

/** The message that stands. */
let standing: number | null = null;

/**
 * Says that memory ran out, with the size and what could be held, and offers what every column has replayed, or a
 * sample of the objects. One message speaks for all columns, and goes with the trace.
 */
export async function offerLess(): Promise<void> {
  const { trace, experiment } = useLab.getState();
  if (trace.kind !== 'ready') return;
  const { opened } = trace;
  const { workload } = experiment;
  const all = opened.summary.events;
  const ended = useLab.getState().runs.map(exhaustedIn);
  const replayed = Math.min(all, ...ended.flatMap((info) => (info ? [info.summary.events] : [])));
  const fits = Math.max(1, replayed > 0 && replayed < all ? replayed : Math.floor(all * A_GUESS));
  const fitting = isRecorded(workload) ? await fittingParts(opened, fits) : null;
  const now = useLab.getState();
  if (now.trace !== trace) return;
  const offer: PartOffer | null = fitting && {
    workload,
    file: null,
    mostEvents: fits,
    aboutEvents: opened.part?.recorded ?? all,
    fitting,
  };
  if (standing !== null) dismiss(standing);
  const id = report('Memory ran out', new Error(sentence(now, opened, replayed)), offer);
  standing = id;
  const stop = useLab.subscribe((later) => {
    if (later.trace === trace) return;
    stop();
    dismiss(id);
  });
}

const exhaustedIn = (run: LabState['runs'][number]): RunInfo | null => {
  const info = infoIn(run);
  return info?.end === 'out of memory' ? info : null;
};

/** "groff has 10,000,000 events. Replaying them on BSD, …" */
function sentence(state: LabState, { name, summary }: OpenedTrace, replayed: number): string {
  const { allocators } = state.experiment;
  const ended = state.runs.map(exhaustedIn);
  const names = allocators.flatMap(({ id }, c) => (ended[c] ? [describedIn(state, id)?.title ?? id] : []));
  const held = Math.max(0, ...ended.map((info) => info?.held ?? 0));
  const on = names.length > 0 ? ` on ${names.join(' and ')}` : '';
  const after = names.length > 0 ? ` after ${count(replayed)} of them, which are shown` : '';
  const by = held > 0 ? ` By then ${bytes(held)} were held for the trace and its runs.` : '';
  const fewer = allocators.length > 1 ? ' With fewer columns more events fit.' : '';
  const what = `${name} has ${count(summary.events)} events.`;
  return `${what} Replaying them${on}, the browser gave no more memory${after}.${by}${fewer}`;
}

/** Events and a sample of the recording that about so many loaded events come to. */
async function fittingParts({ part, summary }: OpenedTrace, fits: number) {
  const [last] = await lab.recordedEvents([fits - 1]);
  const { from = 0, everyObject = 1 } = part ?? {};
  const within: SelectionOptions = part ? { from, to: part.to } : {};
  const sparser = Math.max(2, Math.ceil((summary.events / fits) * SLACK));
  return {
    part: { from, to: last + 1, ...(everyObject > 1 && { everyObject }) },
    sample: { ...within, everyObject: everyObject * sparser },
  };
}
