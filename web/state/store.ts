import { create } from 'zustand';
import type { AllocatorDescriptor } from '../../src/allocators/descriptor';
import type { Bookmark, Experiment, UserModule, Workload } from '../../src/experiment/document';
import type { SelectionOptions } from '../../src/trace/selection';
import type { Address, EventIndex } from '../../src/units';
import type { Column, Moment, OpenedTrace, Progress, RunInfo } from '../../src/worker/api';
import { defaultExperiment } from './default-experiment';

/** A file that the document names and that nobody has dropped yet. */
export type WantedFile = Extract<Workload, { kind: 'file' }>;

export type TraceState =
  | { readonly kind: 'none' }
  | { readonly kind: 'ready'; readonly opened: OpenedTrace }
  /** `other`: the file that was dropped instead. */
  | { readonly kind: 'wanted'; readonly file: WantedFile; readonly other: OpenedTrace | null };

export type RunState =
  | { readonly kind: 'waiting' }
  /** `info`: what is there of it already. */
  | {
      readonly kind: 'running';
      readonly id: number;
      readonly progress: Progress | null;
      readonly info: RunInfo | null;
    }
  /** Over: done, or ended before. */
  | { readonly kind: 'ready'; readonly id: number; readonly info: RunInfo; readonly key: string }
  | { readonly kind: 'failed'; readonly key: string; readonly message: string };

/** What the cursor shows of a column: the moment, and the one before it while inside the event. */
export interface Shown {
  readonly moment: Moment;
  readonly before: Moment | null;
}

/** A block that is pointed at, in whichever view; any address in it names it. */
export interface Pointed {
  readonly column: Column;
  readonly address: Address;
}

/** Something that went wrong and stays on the page until it is dismissed. */
export interface Problem {
  readonly id: number;
  readonly title: string;
  readonly message: string;
  /** Of an input that was refused. */
  readonly file: string | null;
  readonly line: number | null;
  readonly found: string | null;
  readonly expected: string | null;
  /** Of a recording that is too large: what may be loaded of it instead. */
  readonly offer: PartOffer | null;
}

/** A part of a recording, which is offered where all of it is too much. */
export interface PartOffer {
  /** As the document names it; null for a file that it does not name yet. */
  readonly workload: Workload | null;
  readonly file: File | null;
  readonly mostEvents: number;
  /** Events that there are about; null where that is not known. */
  readonly aboutEvents: number | null;
  /** Known to fit, or nearly so: events of the recording, and a sample of its objects; else `mostEvents` are guessed. */
  readonly fitting?: { readonly part: SelectionOptions; readonly sample: SelectionOptions };
}

/** A file that does not travel in links, on its way into the browser's keeping. */
export type Keeping = { readonly file: File } & (
  | { readonly kind: 'asked'; readonly sha256: string }
  | { readonly kind: 'keeping'; readonly bytes: number }
  | { readonly kind: 'kept' }
  | { readonly kind: 'failed'; readonly message: string }
);

/** A bookmark whose note is being written, or one that has just been deleted. Events are the recording's. */
export type Marking = { readonly event: EventIndex } & (
  | { readonly kind: 'note' }
  /** `depth`: steps that could be undone right after it. */
  | { readonly kind: 'deleted'; readonly depth: number }
);

export type DialogName = 'open' | 'share' | 'keys';

/** Everything that the page shows. The document is the part that travels; the rest dies with the page. */
export interface LabState {
  readonly experiment: Experiment;
  readonly past: readonly Experiment[];
  readonly future: readonly Experiment[];
  /** The document as its link gave it: what fingerprints are held against. */
  readonly received: Experiment | null;
  readonly trace: TraceState;
  /** What is being read, while it is. */
  readonly job: Progress | null;
  /** By column. */
  readonly runs: readonly RunState[];
  readonly shown: readonly (Shown | null)[];
  /** Whether fragmentation is explained, in all columns alike. */
  readonly explained: boolean;
  /** Allocator modules that the user has brought. */
  readonly modules: readonly AllocatorDescriptor[];
  /** By allocator's id: the user's modules as documents name them. */
  readonly moduleFiles: Readonly<Record<string, UserModule>>;
  /** On the machine's page, in place of sub-steps: how many accesses the event at a cursor makes. */
  readonly accesses: { readonly cursor: EventIndex; readonly count: number } | null;
  /** Blocks of each free list that are fetched. */
  readonly listLimit: number;
  readonly playing: boolean;
  /** Events (inside an event: sub-steps) a second. */
  readonly speed: number;
  readonly hover: Pointed | null;
  readonly selected: Pointed | null;
  /** Column whose source and sentence are shown. */
  readonly active: Column;
  readonly problems: readonly Problem[];
  readonly keep: Keeping | null;
  readonly marking: Marking | null;
  readonly dialog: DialogName | null;
}

export const useLab = create<LabState>()(() => ({
  experiment: defaultExperiment,
  past: [],
  future: [],
  received: null,
  trace: { kind: 'none' },
  job: null,
  runs: defaultExperiment.allocators.map(() => ({ kind: 'waiting' })),
  shown: defaultExperiment.allocators.map(() => null),
  explained: false,
  modules: [],
  moduleFiles: {},
  accesses: null,
  listLimit: 64,
  playing: false,
  speed: 10,
  hover: null,
  selected: null,
  active: 0,
  problems: [],
  keep: null,
  marking: null,
  dialog: null,
}));

/** Events of the open trace; 0 when there is none. */
export const eventsOf = (state: LabState): number =>
  state.trace.kind === 'ready' ? state.trace.opened.summary.events : 0;

export const cursorOf = (state: LabState): EventIndex => state.experiment.view.cursor;

const NO_BOOKMARKS: readonly Bookmark[] = [];
export const bookmarksOf = (state: LabState): readonly Bookmark[] =>
  state.experiment.view.bookmarks ?? NO_BOOKMARKS;

/** What there is of a run, which may be under way. */
export const infoIn = (run: RunState | undefined): RunInfo | null =>
  run?.kind === 'ready' || run?.kind === 'running' ? run.info : null;

/** The same where it has come as far as its allocator lets it. */
export const finishedIn = (run: RunState | undefined): RunInfo | null =>
  run?.kind === 'ready' && (run.info.end === 'complete' || run.info.end === 'trapped') ? run.info : null;

/** What there is of the run of a column. */
export const infoOf =
  (column: Column) =>
  (state: LabState): RunInfo | null =>
    infoIn(state.runs[column]);

/** The last event that a column can show: the cursor's, or where its run stands when that is before it. */
export const reachedOf =
  (column: Column) =>
  (state: LabState): EventIndex => {
    const info = infoOf(column)(state);
    // The event that never came back can be looked into, as far as it came.
    const last = info === null ? 0 : info.summary.events - (info.end === 'trapped' ? 0 : 1);
    return Math.max(0, Math.min(cursorOf(state), last));
  };

/** What is shown of a column; null while it is on its way. */
export const momentOf =
  (column: Column) =>
  (state: LabState): Moment | null =>
    state.shown[column]?.moment ?? null;

/**
 * The event after which a column's heap and lists are shown: the current one, or inside it the one before, until its
 * last sub-step (`HeapMapRequest.step`).
 */
export const shownEventOf =
  (column: Column) =>
  (state: LabState): EventIndex => {
    const { step } = state.experiment.view;
    const cursor = reachedOf(column)(state);
    if (step === null || cursor === 0) return cursor;
    const shown = state.shown[column];
    const steps = shown?.moment.event.event === cursor ? shown.moment.steps.length : 0;
    return step >= steps - 1 ? cursor : cursor - 1;
  };

/** What an event is made of: the allocator's sub-steps, or on the machine's page accesses to memory. */
export const partOf = ({ experiment }: LabState): 'access' | 'sub-step' =>
  experiment.view.page === 'machine' ? 'access' : 'sub-step';
export const pluralOf = (part: ReturnType<typeof partOf>): string =>
  part === 'access' ? 'accesses' : 'sub-steps';

/** Sub-steps of the current event: the longest of the columns, that go through them together. */
export function stepsOf(state: LabState): number {
  const cursor = cursorOf(state);
  if (state.experiment.view.page === 'machine')
    return state.accesses?.cursor === cursor ? state.accesses.count : 0;
  return Math.max(
    0,
    ...state.shown.map((shown) => (shown?.moment.event.event === cursor ? shown.moment.steps.length : 0)),
  );
}
