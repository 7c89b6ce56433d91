/** Set-ups of simulations, as the form changes them. Written out in full: the schema is fetched only with a link. */
import type { AllocatorConfig, SimulationDocument } from '../../src/experiment/document';

export type SimulationModel = 'hypercube' | 'life' | 'phold';

export const modelOf = ({ kind, setup }: SimulationDocument): SimulationModel =>
  kind === 'timewarp' ? 'phold' : setup.model.kind;

export const processorsIn = ({ kind, setup }: SimulationDocument): number =>
  kind === 'timewarp' ? setup.kernels : setup.processors;

type Yawns = Extract<SimulationDocument, { kind: 'yawns' }>;
type TimeWarp = Extract<SimulationDocument, { kind: 'timewarp' }>;

const allocator: AllocatorConfig = { id: 'sysv', params: {} };

/** Each model at a size that runs in a second or two. */
const defaults: Readonly<Record<SimulationModel, SimulationDocument>> = {
  life: {
    kind: 'yawns',
    setup: {
      model: { kind: 'life', columns: 64, rows: 64, density: 0.2, rule: 'conway', steps: 50, words: 7 },
      allocator,
      processors: 4,
      seed: 1,
      caches: false,
      memoryBytes: 0,
    },
  },
  hypercube: {
    kind: 'yawns',
    setup: {
      model: { kind: 'hypercube', objects: 1024, dimensions: 8, until: 20 },
      allocator,
      processors: 4,
      seed: 1,
      caches: false,
      memoryBytes: 0,
    },
  },
  phold: {
    kind: 'timewarp',
    setup: {
      model: {
        kind: 'phold',
        lists: 8,
        smallestBytes: 64,
        largestBytes: 512,
        stateBytes: 10_922,
        touchedBytes: 8191,
        growsEvery: 0,
        local: 0,
      },
      allocator: { id: 'cacheaware', params: { cache: 163_840, cores: 4 } },
      lps: 16,
      kernels: 4,
      interval: 1,
      end: 30,
      gvtEvery: 32,
      seed: 1,
      scale: 32,
    },
  },
};

/** What the page opens with. */
export const defaultSimulation: SimulationDocument = defaults.life;

/** "Should that list be empty, a larger block is returned" (Nicol 1990, §2): his scalable malloc does, 4.2BSD's not. */
const SCALABLE = { empty: 1 };
/** The manager's blocks are as large as the last-level cache (Vitali et al. 2012, §3.2), here at the scale of the run. */
const LAST_CACHE = 5_242_880;
const SHARERS = 4;

/** An allocator with the parameters that the papers' runs give it. */
export function configOf(id: string, document: SimulationDocument): AllocatorConfig {
  if (id === 'cacheaware' && document.kind === 'timewarp')
    return { id, params: { cache: Math.floor(LAST_CACHE / document.setup.scale), cores: SHARERS } };
  return { id, params: id === 'bsd' && document.kind === 'yawns' ? SCALABLE : {} };
}

export function withAllocator(document: SimulationDocument, config: AllocatorConfig): SimulationDocument {
  return document.kind === 'yawns'
    ? { kind: 'yawns', setup: { ...document.setup, allocator: config } }
    : { kind: 'timewarp', setup: { ...document.setup, allocator: config } };
}

export function withProcessors(document: SimulationDocument, processors: number): SimulationDocument {
  if (document.kind === 'yawns') return { kind: 'yawns', setup: { ...document.setup, processors } };
  const lps = Math.max(document.setup.lps, processors);
  return { kind: 'timewarp', setup: { ...document.setup, kernels: processors, lps } };
}

export function withSeed(document: SimulationDocument, seed: number): SimulationDocument {
  return document.kind === 'yawns'
    ? { kind: 'yawns', setup: { ...document.setup, seed } }
    : { kind: 'timewarp', setup: { ...document.setup, seed } };
}

/** Another model at its default size; what both have stays. */
export function withModel(document: SimulationDocument, model: SimulationModel): SimulationDocument {
  const wanted = withSeed(defaults[model], document.setup.seed);
  const { allocator: kept } = document.setup;
  const config = kept.module ? kept : configOf(kept.id, wanted);
  return withAllocator(withProcessors(wanted, processorsIn(document)), config);
}

export const withYawns = (document: Yawns, change: Partial<Yawns['setup']>): SimulationDocument => ({
  kind: 'yawns',
  setup: { ...document.setup, ...change },
});

export const withTimeWarp = (
  document: TimeWarp,
  {
    model,
    ...change
  }: Partial<Omit<TimeWarp['setup'], 'model'>> & {
    readonly model?: Partial<TimeWarp['setup']['model']>;
  },
): SimulationDocument => ({
  kind: 'timewarp',
  setup: { ...document.setup, ...change, model: { ...document.setup.model, ...model } },
});
