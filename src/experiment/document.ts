/**
 * The experiment document: a small JSON value that says everything, so that whoever runs it gets the same
 * bytes. Documents come from links, files and storage, so they are parsed by this schema and by nothing else.
 */
import * as v from 'valibot';
import { across } from '../schema';
import { timeWarpSchema } from '../simulations/timewarp-setup';
import { yawnsSchema } from '../simulations/yawns-setup';
import { allocatorSchema, name, natural } from './allocator-config';
import { BOOKMARKS, NOTE_CHARACTERS } from './limits';
import { DOCUMENT_VERSION } from './version';

export { type AllocatorConfig, MODULE_DATA_BYTES, type UserModule } from './allocator-config';

export { DOCUMENT_VERSION };

/** A part of a recording; all of it where they are left out. `SelectionOptions` of src/trace says what is loaded. */
const part = {
  /** First event, from 0. */
  from: v.optional(natural),
  /** Event to stop before. */
  to: v.optional(natural),
  /** Of so many objects one. */
  everyObject: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
};

/** What runs: where the trace comes from. */
const source = v.variant('kind', [
  /** A recording that ships with the lab: public/traces/NAME.trace.gz. */
  v.object({ kind: v.literal('sample'), name: v.pipe(name, v.regex(/^[a-z0-9-]+$/)), ...part }),
  /** A small trace that travels in the document, as the text of any format that the lab reads. */
  v.object({ kind: v.literal('inline'), name, text: v.pipe(v.string(), v.maxLength(2_000_000)), ...part }),
  /** A file that whoever opens the link must have. */
  v.object({
    kind: v.literal('file'),
    name,
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    bytes: natural,
    ...part,
  }),
  /** A trace script (src/script), compiled with the document's seed. */
  v.object({ kind: v.literal('script'), name, source: v.pipe(v.string(), v.maxLength(200_000)) }),
  /** A synthetic trace: a fitted model's JSON (src/models) and a length. */
  v.object({ kind: v.literal('model'), name, model: v.unknown(), events: natural }),
]);
export type Workload = v.InferOutput<typeof source>;

export const workloadSchema = v.pipe(
  source,
  across((workload: Workload) => {
    if (!('to' in workload)) return null;
    const { from = 0, to = Number.POSITIVE_INFINITY } = workload;
    return to > from ? null : { at: ['to'], expected: `an event after ${from}, where the part begins` };
  }),
);

/** What the machine's page looks at. */
export const machineViewSchema = v.object({
  /** Cache level, from 0; the last one where the machine has fewer. */
  level: v.optional(natural, 0),
  /** Whose cache; null follows the event's processor. */
  processor: v.optional(v.nullable(natural), null),
  /** What colours the lines of the sets, and the heap. */
  colour: v.optional(v.picklist(['owner', 'state', 'intensity', 'page']), 'owner'),
  map: v.optional(v.picklist(['kind', 'set']), 'kind'),
  /** What is counted for each set over time. */
  strip: v.optional(v.picklist(['hits', 'misses', 'evictions', 'conflicts']), 'misses'),
});
export type MachineView = v.InferOutput<typeof machineViewSchema>;

/** A moment that somebody wants to come back to. */
export const bookmarkSchema = v.object({
  /** Event of the recording, whichever part of it is loaded. */
  event: natural,
  note: v.pipe(v.string(), v.maxLength(NOTE_CHARACTERS)),
});
export type Bookmark = v.InferOutput<typeof bookmarkSchema>;

export const viewSchema = v.object({
  /** Event that the cursor stands on. */
  cursor: v.optional(natural, 0),
  /** Sub-step within it; null outside. */
  step: v.optional(v.nullable(natural), null),
  /** Window of the heap maps: first byte, counted from each heap's start, and bytes a row; null shows whole heaps. */
  window: v.optional(v.nullable(v.object({ from: natural, rowBytes: natural })), null),
  /** Events that the time axis spans; null shows all. */
  range: v.optional(v.nullable(v.tuple([natural, natural])), null),
  /** Metric drawn over time. */
  metric: v.optional(v.string(), 'footprint'),
  page: v.optional(v.string(), 'lab'),
  machine: v.optional(machineViewSchema),
  /** In order of events, at most one an event. */
  bookmarks: v.optional(v.pipe(v.array(bookmarkSchema), v.maxLength(BOOKMARKS))),
  /** Preset of the catalogue that is shown first there. */
  preset: v.optional(v.pipe(v.string(), v.maxLength(80))),
});
export type View = v.InferOutput<typeof viewSchema>;

export const documentSchema = v.object({
  version: v.literal(DOCUMENT_VERSION),
  title: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  workload: workloadSchema,
  allocators: v.pipe(v.array(allocatorSchema), v.minLength(1), v.maxLength(3)),
  /** A machine's id, or a machine document (src/machine); null runs without a machine. */
  machine: v.optional(v.nullable(v.union([v.string(), v.record(v.string(), v.unknown())])), null),
  seed: v.optional(natural, 1),
  view: v.optional(viewSchema, {}),
  /** Fingerprints of the runs when the link was made, by allocator in order. */
  fingerprints: v.optional(v.array(v.string()), []),
});
export type Experiment = v.InferOutput<typeof documentSchema>;

/** A parallel simulation: which simulator, and its set-up. */
export const simulationSchema = v.variant('kind', [
  v.object({ kind: v.literal('yawns'), setup: yawnsSchema }),
  v.object({ kind: v.literal('timewarp'), setup: timeWarpSchema }),
]);
export type SimulationDocument = v.InferOutput<typeof simulationSchema>;

export const simulationViewSchema = v.object({
  /** Window of YAWNS or GVT round of Time Warp that is looked at, from 0; null for the last one. */
  cursor: v.optional(v.nullable(natural), null),
  /** Inside it: which of its blocks was taken or given back last; null outside. */
  step: v.optional(v.nullable(natural), null),
  page: v.optional(v.literal('simulations'), 'simulations'),
});
export type SimulationView = v.InferOutput<typeof simulationViewSchema>;

/** The other kind of document, told from a trace's by its key `simulation`. */
export const simulationDocumentSchema = v.object({
  version: v.literal(DOCUMENT_VERSION),
  title: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  simulation: simulationSchema,
  view: v.optional(simulationViewSchema, {}),
  /** Fingerprint of the run when the link was made; none where it had not come to its end. */
  fingerprints: v.optional(v.array(v.string()), []),
});
export type SimulationExperiment = v.InferOutput<typeof simulationDocumentSchema>;

/** Whatever a link, a file or a preset may hold. */
export type AnyExperiment = Experiment | SimulationExperiment;

/** Whether a document is a parallel simulation's, not a trace's. */
export const isSimulation = (experiment: AnyExperiment): experiment is SimulationExperiment =>
  'simulation' in experiment;
