/** Kumar's benchmark programs ("Experiments and Analysis") as trace scripts, by the number of threads. */

/** Objects that the scalability program allocates in all (Kumar: "100000/t" a thread). */
export const OBJECTS = 100_000;

/** A few basic arithmetic operations within a loop, and no memory at all. */
export const noMalloc = (threads: number): string => `// Speed: no malloc or free
thread t of ${threads} {
  repeat 400 { compute(1000); }
}
`;

/** An array of 100 integers, much arithmetic, a free. */
export const cpuBound = (threads: number): string => `// Speed: CPU bound
thread t of ${threads} {
  let numbers = malloc(4 * 100);
  repeat 400 {
    write(numbers);
    compute(1000);
  }
  free(numbers);
}
`;

/** An array of pointers, each to an array of doubles: allocated in one loop, freed in a second. */
export const memoryBound = (threads: number): string => `// Speed: memory bound
let rows = 400;
thread t of ${threads} {
  let table = malloc(4 * rows);
  let row[rows];
  for i in 0..rows {
    row[i] = malloc(8 * 100);
    write(table, 4);
    write(row[i]);
  }
  for i in 0..rows { free(row[i]); }
  free(table);
}
`;

/** 100000/t objects of 12 bytes a thread, allocated and then freed. */
export const scalability = (threads: number): string => `// Scalability: ${OBJECTS} / t objects of 12 bytes
let objects = ${OBJECTS} / ${threads};
thread t of ${threads} {
  let object[objects];
  for i in 0..objects { object[i] = malloc(12); }
  for i in 0..objects { free(object[i]); }
}
`;

/** The same with fewer objects, freed newest first: what a search from the first block of the heap costs most. */
export const newestFirst = (threads: number, objects: number): string => `// Scalability, freed newest first
let objects = ${objects} / ${threads};
thread t of ${threads} {
  let object[objects];
  for i in 0..objects { object[i] = malloc(12); }
  for i in 0..objects { free(object[objects - 1 - i]); }
}
`;

/** Eight threads ask for 8 bytes at once, which one line of 64 bytes can hold, and write to them. */
export const activeSharing = (threads: number): string => `// Active false sharing
thread t of ${threads} {
  let pair = malloc(8);
  write(pair, 8, 4000);
  free(pair);
}
`;

/** Neighbours are handed to the threads; each frees its own, asks for another and writes to that. */
export const passiveSharing = (threads: number): string => `// Passive false sharing
let given[${threads}];
for i in 0..${threads} { given[i] = malloc(4); }
thread t of ${threads} {
  free(given[t]);
  let number = malloc(4);
  write(number, 4, 8000);
  free(number);
}
`;

/** Every other array is freed, then as many again are allocated: half of them fit into what was freed. */
export const fragmentation = (threads: number): string => `// Fragmentation
let arrays = 200;
let bytes = 4 * 500;
thread t of ${threads} {
  let first[arrays];
  let second[arrays];
  for i in 0..arrays { first[i] = malloc(bytes); }
  for i in 0..arrays { if i % 2 == 0 { free(first[i]); first[i] = null; } }
  for i in 0..arrays { second[i] = malloc(bytes); }
  barrier();
  for i in 0..arrays { free(first[i]); free(second[i]); }
}
`;
