import { type Machine, type MachineDocument, MachineError, parseMachine } from './machine';

/** A machine of a paper, with the source of each of its figures. */
export interface MachinePreset {
  readonly id: string;
  readonly title: string;
  /** Where the figures come from; what no source gives is called an assumption of ours. */
  readonly sources: readonly string[];
  readonly document: MachineDocument;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** The machines that the lab knows by name. */
export const MACHINES: readonly MachinePreset[] = [
  {
    id: 'teaching',
    title: 'Teaching machine: 8 sets × 2 ways of 16 bytes',
    sources: ['Made up, so that every set fits on the screen and every number can be worked out by hand.'],
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
      'Nicol, ICASE 90-63, §3–4: an iPSC/2 with up to 16 nodes, each with a memory of its own. The nodes: an 80386 at 16 MHz with 4 MB (Bomans and Roose, Concurrency: Practice and Experience 1(1), 1989, which Nicol cites for it).',
      'Instructions: an 80386 takes about 4.4 clocks for one (Intel gave 3 to 4 MIPS at 16 MHz); two WebAssembly instructions for one of its own are our estimate.',
      'The cache is an assumption of ours as to its shape: 64 KB, direct-mapped, lines of 16 bytes, written back, 8 more cycles for what it lacks. Boards of that time answered a hit without wait states. Paging is off.',
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
      'Vitali, Pellegrini, Cerasuolo, SIMUTools 2012, §5.1: four Opteron 6128 at 2 GHz, 32 cores, 512 KB of L2 a core, 5 MB of L3 for each four cores.',
      'L1 of 64 KB in 2 ways, lines of 64 bytes, L2 in 16 ways, TLBs of 48 entries and of 512 in 4 ways: AMD, Software Optimization Guide for Family 10h Processors. L3: 48 ways of 128 KB, of which the probe filter takes 8.',
      'Latencies of 3, 16 and 57 cycles and 98 ns: AnandTech, AMD’s 12-core Magny-Cours (2010), measured on an Opteron 6174; 98 ns are 196 cycles at 2 GHz.',
      'Intervention at 161 and upgrade at 100 cycles: assumptions of ours, of the order that David, Guerraoui and Trigonakis (SOSP 2013) give for processors of this family: nearer ones take half, farther ones half as much again.',
      'The real L1, L2 and L3 hold no line twice; the model lets a line stay in a farther level.',
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
      'Kumar, Memory Allocator for OpenMP Programs, Experimental Setup: 64 CPUs on 4 sockets, 1 MiB of L1d in 64 instances, 64 MiB of L2 in 32, 48 MiB of L3 in 8, lines of 64 bytes, pages of 4 KB.',
      'These are the sizes of AMD’s Family 15h (Opteron 6200 and 6300): L1 in 4 ways and L2 in 16 ways for two cores, 4 and 20–29 cycles (LostCircuits, Bulldozer, 2011); TLBs of 64 and of 1024 entries in 8 ways (AMD, Software Optimization Guide for Family 15h); L3 as 48 ways of 128 KB, what the probe filter leaves of 64.',
      'L3 at 65 cycles and memory at 250 cycles are assumptions of ours. Interventions and upgrades as for the Opteron 6128.',
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
      'Golden Cove cores of Intel’s 12th generation: L1 of 48 KB in 12 ways at 5 cycles, L2 of 1.25 MB in 10 ways at 15 cycles, L3 in 12 ways, TLBs of 96 and of 2048 entries in 16 ways (Intel, 64 and IA-32 Architectures Optimization Reference Manual); 18 MB of L3 as in a Core i7-1260P.',
      'L3 at 70 cycles and memory at 400 cycles: rounded by us from AnandTech’s measurements of the Core i9-12900K (2021), about 15 and 90 ns at 4.5 GHz.',
      'Interventions over the L3: assumption of ours. Hyper-threads and slow cores are left out; Intel’s L3 policy is not published, LRU is an assumption.',
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
