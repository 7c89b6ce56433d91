import type { Command } from './command';

/** Every command, in the order in which the help shows them. A new one is a file and an entry here. */
export const commands: readonly Command[] = [
  {
    name: 'allocators',
    usage: ['allocators [--json]'],
    about: 'list the allocators with their papers and parameters',
    load: () => import('./allocators'),
  },
  {
    name: 'replay',
    usage: [
      'replay TRACE --allocator ID|FILE.wasm [--param NAME=VALUE]… [--machine ID|FILE.json] [--addresses FILE] [--json]',
    ],
    about: 'run a trace through an allocator and report its figures',
    load: () => import('./replay'),
  },
  {
    name: 'compare',
    usage: ['compare TRACE [FILE.wasm…] [--allocators A,B,…] [--json]'],
    about: 'run a trace through several allocators, one row each: all of them and FILE.wasm of your own',
    load: () => import('./compare'),
  },
  {
    name: 'trace',
    usage: [
      'trace info FILE [--json]',
      'trace convert FILE --out FILE [--to FORMAT] [--from-event A] [--to-event B] [--every-object K]',
    ],
    about: 'describe a trace, or write it in another format',
    load: () => import('./trace'),
  },
  {
    name: 'script',
    usage: ['script FILE --out TRACE [--seed N]'],
    about: 'compile a trace script into a trace',
    load: () => import('./script'),
  },
  {
    name: 'model',
    usage: [
      'model fit TRACE --model mean|cdf|size|time|trans [--variant V] [--time ticks|events] [--buckets M] [--cells B] [--json]',
      'model generate MODEL.json --seed N [--events N] --out TRACE',
      'model compare TRACE… [--trials N] [--seed N] [--time ticks|events] [--json]',
    ],
    about: "fit Zorn and Grunwald's models of allocation, and generate traces from them",
    load: () => import('./model'),
  },
  {
    name: 'cache',
    usage: ['cache --machine ID|MACHINE.json --addresses FILE [--json]'],
    about: 'send memory accesses through the caches of a machine',
    load: () => import('./cache'),
  },
  {
    name: 'yawns',
    usage: [
      'yawns [hypercube|life] [--allocator ID|FILE.wasm] [--param NAME=VALUE]… [--processors N,…] [--seed N] [--until TIME] [--rule nicol|conway] [--caches] [--memory BYTES] [--json]',
      'yawns --largest --memory BYTES [--allocator ID] [--param NAME=VALUE]… [--rule nicol|conway] [--seed N] [--json]',
    ],
    about: 'run a parallel simulation that allocates, in conservative windows',
    load: () => import('./yawns'),
  },
  {
    name: 'presets',
    usage: ['presets [--json]'],
    about: "list the catalogue: the papers' figures and tables",
    load: () => import('./presets'),
  },
  {
    name: 'run',
    usage: ['run PRESET|DOCUMENT.json [--seed N] [--device] [--json]'],
    about: "run a preset or a document, with the paper's figures beside ours",
    load: () => import('./run'),
  },
  {
    name: 'link',
    usage: ['link PRESET|DOCUMENT.json'],
    about: "print the fragment of an experiment's link",
    load: () => import('./link'),
  },
  {
    name: 'open',
    usage: ['open LINK'],
    about: 'print the experiment document that a link holds',
    load: () => import('./open'),
  },
];
