/** Trace scripts to begin with; the catalogue's presets have more of them. */
export interface ScriptExample {
  readonly title: string;
  /** Where it comes from, or what it shows. */
  readonly about: string;
  readonly source: string;
}

export const examples: readonly ScriptExample[] = [
  {
    title: 'Holes',
    about: 'every second block is freed, then larger ones are asked for: free memory that nobody can use',
    source: `// External fragmentation: half of the heap is free, and none of it is of use.
let blocks = 200;
let place[blocks];
for i in 0..blocks {
  place[i] = malloc(64);
}
for i in 0..blocks {
  if i % 2 == 0 {
    free(place[i]);
    place[i] = null;
  }
}
// What was freed lies in pieces of 64 bytes: a larger request needs fresh memory.
for i in 0..blocks {
  if place[i] == null {
    place[i] = malloc(96);
  }
}
`,
  },
  {
    title: 'The sample trace',
    about: 'Zorn and Grunwald 1992, Figure 1: six objects, in words of four bytes, without its ticks',
    source: `// Figure 1 of the report. Objects are numbered from 1, as there.
let word = 4;
let object[7];
object[1] = malloc(3 * word);
object[2] = malloc(3 * word);
free(object[1]);
object[3] = malloc(2 * word);
object[4] = malloc(1 * word);
free(object[4]);
object[5] = malloc(1 * word);
object[6] = malloc(2 * word);
free(object[5]);
free(object[2]);
free(object[3]);
free(object[6]);
`,
  },
  {
    title: 'Producer and consumer',
    about: 'one thread allocates, the other frees: whose heap do the blocks come back to?',
    source: `// Two threads hand blocks over through an array of slots.
let slots = 32;
let slot[slots];
let rounds = 20;
thread t of 2 {
  repeat rounds {
    if t == 0 {
      for i in 0..slots {
        slot[i] = malloc(between(16, 128));
        write(slot[i]);
      }
    }
    barrier();
    if t == 1 {
      for i in 0..slots {
        read(slot[i]);
        free(slot[i]);
        slot[i] = null;
      }
    }
    barrier();
  }
}
`,
  },
];
