import { type Machine, type MachineDocument, MachineError, parseMachine } from './machine';

/** Where figures of a machine come from; what no source gives is called an assumption of ours. */
export interface FigureSource {
  /** The figures, by their places in the document; `*` stands for any characters. The first that names one counts. */
  readonly of: readonly string[];
  readonly source: string;
}

/** A machine of a paper, with the source of each of its figures. */
export interface MachinePreset {
  readonly id: string;
  readonly title: string;
  readonly sources: readonly FigureSource[];
  readonly document: MachineDocument;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** What all presets have alike. */
const EVERYWHERE: readonly FigureSource[] = [
  {
    of: ['*.policy'],
    source: 'LRU: an assumption of ours; the makers publish no policy, or one that comes near to it.',
  },
  { of: ['*.writesRefresh'], source: 'That a write counts as a use of its line is what LRU says.' },
  {
    of: ['*.inclusive'],
    source: 'That a level need not hold what the nearer ones hold is a simplification of ours.',
  },
  { of: ['*.page'], source: 'Pages of 4 KiB: the smallest of the x86 architecture, and the usual ones.' },
  {
    of: ['costs.touch'],
    source:
      'Four instructions a word: the loop that clang makes, an access, an addition, a comparison, a branch.',
  },
];

/** The machines that the lab knows by name. */
export const MACHINES: readonly MachinePreset[] = [
  {
    id: 'teaching',
    title: 'Teaching machine: 8 sets × 2 ways of 16 bytes',
    sources: [
      {
        of: ['*'],
        source: 'Made up, so that every set fits on the screen and every number can be worked out by hand.',
      },
    ],
    document: {
      name: 'Teaching machine',
      processors: 4,
      levels: [{ name: 'L1', bytes: 256, ways: 2, line: 16, latency: 1, writesRefresh: true }],
      memory: { latency: 11 },
      costs: {
        instructions: { cycles: 1, per: 1 },
        intervention: 8,
        upgrade: 4,
        lock: 2,
        barrier: 4,
        touch: 4,
        walk: 0,
      },
    },
  },
  {
    id: 'ipsc2',
    title: 'Intel iPSC/2 (Nicol, 1990)',
    sources: [
      {
        of: ['processors', 'coherence'],
        source:
          'Nicol, ICASE 90-63, §3–4: an iPSC/2 with up to 16 nodes, each with a memory of its own. The nodes: an 80386 at 16 MHz with 4 MB (Bomans and Roose, Concurrency: Practice and Experience 1(1), 1989, which Nicol cites for it).',
      },
      {
        of: ['costs.instructions.*'],
        source:
          'An 80386 takes about 4.4 clocks for an instruction (Intel gave 3 to 4 MIPS at 16 MHz); two WebAssembly instructions for one of its own are our estimate.',
      },
      {
        of: [
          'levels[0].bytes',
          'levels[0].ways',
          'levels[0].line',
          'levels[0].sharedBy',
          'levels[0].policy',
          'memory.latency',
        ],
        source:
          'The cache is an assumption of ours as to its shape: 64 KB, direct-mapped (one way, so no policy), lines of 16 bytes, written back, 8 more cycles for what it lacks.',
      },
      { of: ['levels[0].latency'], source: 'Boards of that time answered a hit without wait states.' },
      {
        of: ['costs.intervention', 'costs.upgrade'],
        source: 'Memories that are not shared need no coherence (Nicol, §3).',
      },
      {
        of: ['costs.barrier'],
        source:
          'A barrier is a message: 375 µs, of the order of the start-up of 350 µs that is usually given for this machine; an assumption.',
      },
      {
        of: ['costs.lock'],
        source: 'A locked exchange on a bus without wait states: an assumption of ours.',
      },
      { of: ['costs.walk'], source: 'Paging is off: the nodes run one program each.' },
      ...EVERYWHERE,
    ],
    document: {
      name: 'Intel iPSC/2',
      processors: 16,
      levels: [{ name: 'cache', bytes: 64 * KIB, ways: 1, line: 16, latency: 2 }],
      memory: { latency: 10 },
      coherence: 'none',
      costs: {
        instructions: { cycles: 11, per: 5 },
        intervention: 0,
        upgrade: 0,
        lock: 10,
        barrier: 6000,
        touch: 4,
        walk: 0,
      },
    },
  },
  {
    id: 'opteron6128',
    title: 'HP ProLiant with four Opteron 6128 (Vitali et al., 2012)',
    sources: [
      {
        of: ['processors', 'levels[1].bytes', 'levels[2].bytes', 'levels[2].sharedBy'],
        source:
          'Vitali, Pellegrini, Cerasuolo, SIMUTools 2012, §5.1: four Opteron 6128 at 2 GHz, 32 cores, 512 KB of L2 a core, 5 MB of L3 for each four cores.',
      },
      {
        of: ['levels[2].ways'],
        source:
          'L3 has 48 ways of 128 KB, of which the probe filter takes 8 (AMD, Family 10h): 40 of them are 5 MB.',
      },
      {
        of: [
          'levels[0].bytes',
          'levels[*].ways',
          'levels[*].line',
          'levels[*].sharedBy',
          'tlb[*].entries',
          'tlb[*].ways',
          'tlb[*].sharedBy',
        ],
        source:
          'L1 of 64 KB in 2 ways, lines of 64 bytes, L2 in 16 ways, TLBs of 48 entries and of 512 in 4 ways, all a core’s own: AMD, Software Optimization Guide for Family 10h Processors.',
      },
      {
        of: ['levels[*].latency', 'memory.latency'],
        source:
          'Latencies of 3, 16 and 57 cycles and 98 ns: AnandTech, AMD’s 12-core Magny-Cours (2010), measured on an Opteron 6174; 98 ns are 196 cycles at 2 GHz.',
      },
      {
        of: ['costs.intervention', 'costs.upgrade'],
        source:
          'Intervention at 161 and upgrade at 100 cycles: assumptions of ours, of the order that David, Guerraoui and Trigonakis (SOSP 2013) give for processors of this family: nearer ones take half, farther ones half as much again.',
      },
      {
        of: ['costs.barrier'],
        source: 'A barrier is two interventions, for its count and for its flag: our estimate.',
      },
      {
        of: ['costs.instructions.*'],
        source:
          'Three WebAssembly instructions a cycle: our estimate for a core that is three instructions wide and retires half of that, where V8 makes one instruction of two.',
      },
      {
        of: ['tlb[*].latency', 'costs.walk', 'costs.lock'],
        source: 'The second TLB at 5, a walk at 35 and a lock at 40 cycles: assumptions of ours.',
      },
      {
        of: ['*.inclusive'],
        source: 'The real L1, L2 and L3 hold no line twice; the model lets a line stay in a farther level.',
      },
      { of: ['coherence'], source: 'The family keeps its caches coherent by MOESI; the model has MESI.' },
      ...EVERYWHERE,
    ],
    document: {
      name: 'Opteron 6128',
      processors: 32,
      levels: [
        { name: 'L1', bytes: 64 * KIB, ways: 2, line: 64, latency: 3, writesRefresh: true },
        { name: 'L2', bytes: 512 * KIB, ways: 16, line: 64, latency: 16, writesRefresh: true },
        { name: 'L3', bytes: 5 * MIB, ways: 40, line: 64, latency: 57, sharedBy: 4, writesRefresh: true },
      ],
      tlb: [
        { name: 'L1 TLB', entries: 48 },
        { name: 'L2 TLB', entries: 512, ways: 4, latency: 5 },
      ],
      memory: { latency: 196 },
      costs: {
        instructions: { cycles: 1, per: 3 },
        intervention: 161,
        upgrade: 100,
        lock: 40,
        barrier: 320,
        touch: 4,
        walk: 35,
      },
    },
  },
  {
    id: 'crunchy2',
    title: 'crunchy2 with 64 processors (Kumar)',
    sources: [
      {
        of: ['processors', 'levels[*].bytes', 'levels[*].sharedBy', 'levels[*].line', '*.page'],
        source:
          'Kumar, Memory Allocator for OpenMP Programs, Experimental Setup: 64 CPUs on 4 sockets, 1 MiB of L1d in 64 instances, 64 MiB of L2 in 32, 48 MiB of L3 in 8, lines of 64 bytes, pages of 4 KB.',
      },
      {
        of: ['levels[0].ways', 'levels[1].ways', 'levels[0].latency', 'levels[1].latency'],
        source:
          'His sizes are those of AMD’s Family 15h (Opteron 6200 and 6300): L1 in 4 ways and L2 in 16 ways for two cores, 4 and 20–29 cycles (LostCircuits, Bulldozer, 2011).',
      },
      {
        of: ['tlb[*].entries', 'tlb[*].ways', 'tlb[*].sharedBy'],
        source: 'TLBs of 64 and of 1024 entries in 8 ways: AMD, Software Optimization Guide for Family 15h.',
      },
      { of: ['levels[2].ways'], source: 'L3 as 48 ways of 128 KB: what the probe filter leaves of 64.' },
      {
        of: ['levels[2].latency', 'memory.latency'],
        source: 'L3 at 65 cycles and memory at 250 cycles: assumptions of ours.',
      },
      {
        of: [
          'costs.intervention',
          'costs.upgrade',
          'costs.barrier',
          'costs.lock',
          'costs.walk',
          'costs.instructions.*',
          'tlb[*].latency',
        ],
        source:
          'As for the Opteron 6128, the family’s elder: of the order that David, Guerraoui and Trigonakis (SOSP 2013) give for interventions, and assumptions of ours.',
      },
      { of: ['coherence'], source: 'The family keeps its caches coherent by MOESI; the model has MESI.' },
      ...EVERYWHERE,
    ],
    document: {
      name: 'crunchy2',
      processors: 64,
      levels: [
        { name: 'L1', bytes: 16 * KIB, ways: 4, line: 64, latency: 4, writesRefresh: true },
        { name: 'L2', bytes: 2 * MIB, ways: 16, line: 64, latency: 25, sharedBy: 2, writesRefresh: true },
        { name: 'L3', bytes: 6 * MIB, ways: 48, line: 64, latency: 65, sharedBy: 8, writesRefresh: true },
      ],
      tlb: [
        { name: 'L1 TLB', entries: 64 },
        { name: 'L2 TLB', entries: 1024, ways: 8, latency: 7 },
      ],
      memory: { latency: 250 },
      costs: {
        instructions: { cycles: 1, per: 3 },
        intervention: 161,
        upgrade: 100,
        lock: 40,
        barrier: 320,
        touch: 4,
        walk: 35,
      },
    },
  },
  {
    id: 'laptop',
    title: 'A laptop of today: four fast cores',
    sources: [
      {
        of: ['processors', 'levels[2].bytes', 'levels[2].sharedBy'],
        source:
          '18 MB of L3 for four fast cores: Core i7-1260P (Intel, product specifications). Its hyper-threads and slow cores are left out.',
      },
      {
        of: [
          'levels[*].bytes',
          'levels[*].ways',
          'levels[*].line',
          'levels[0].latency',
          'levels[1].latency',
          'levels[*].sharedBy',
          'tlb[*].entries',
          'tlb[*].ways',
          'tlb[*].sharedBy',
        ],
        source:
          'Golden Cove cores of Intel’s 12th generation: L1 of 48 KB in 12 ways at 5 cycles, L2 of 1.25 MB in 10 ways at 15 cycles, L3 in 12 ways, TLBs of 96 and of 2048 entries in 16 ways (Intel, 64 and IA-32 Architectures Optimization Reference Manual).',
      },
      {
        of: ['levels[2].latency', 'memory.latency'],
        source:
          'L3 at 70 cycles and memory at 400 cycles: rounded by us from AnandTech’s measurements of the Core i9-12900K (2021), about 15 and 90 ns at 4.5 GHz.',
      },
      {
        of: ['costs.intervention', 'costs.upgrade', 'costs.barrier', 'tlb[*].latency'],
        source:
          'Interventions over the L3, barriers of two of them, and the second TLB: assumptions of ours.',
      },
      {
        of: ['costs.lock'],
        source: 'Fog, Instruction tables: LOCK CMPXCHG takes 18 to 22 cycles on Intel’s cores since 2013.',
      },
      {
        of: ['costs.walk'],
        source: 'Between 20 and 40 cycles with the tables in the caches (7-cpu.com, Ice Lake).',
      },
      {
        of: ['costs.instructions.*'],
        source:
          'Six WebAssembly instructions a cycle: our estimate for a core six instructions wide that retires half of that, where V8 makes one instruction of two.',
      },
      { of: ['coherence'], source: 'Intel’s caches are kept coherent by MESIF; the model has MESI.' },
      ...EVERYWHERE,
    ],
    document: {
      name: 'Laptop',
      processors: 4,
      levels: [
        { name: 'L1', bytes: 48 * KIB, ways: 12, line: 64, latency: 5, writesRefresh: true },
        { name: 'L2', bytes: 1280 * KIB, ways: 10, line: 64, latency: 15, writesRefresh: true },
        { name: 'L3', bytes: 18 * MIB, ways: 12, line: 64, latency: 70, sharedBy: 4, writesRefresh: true },
      ],
      tlb: [
        { name: 'L1 TLB', entries: 96 },
        { name: 'L2 TLB', entries: 2048, ways: 16, latency: 7 },
      ],
      memory: { latency: 400 },
      costs: {
        instructions: { cycles: 1, per: 6 },
        intervention: 100,
        upgrade: 60,
        lock: 20,
        barrier: 200,
        touch: 4,
        walk: 30,
      },
    },
  },
];

/**
 * The machine that a document names: by a preset's id, or in full.
 * @throws MachineError for an unknown id or a document that cannot be built
 */
export function machineOf(idOrDocument: unknown): Machine {
  if (typeof idOrDocument !== 'string') return parseMachine(idOrDocument);
  const preset = MACHINES.find(({ id }) => id === idOrDocument);
  if (preset) return parseMachine(preset.document);
  const ids = MACHINES.map(({ id }) => id).join(', ');
  throw new MachineError('', `no machine is called "${idOrDocument}"; there are ${ids}`);
}
