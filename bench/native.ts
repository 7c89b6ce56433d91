import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Trace } from '../src/trace/trace';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}build/bench`;

/** Compiles an allocator with gcc -O3 and a driver that replays a trace. Returns the program's path. */
export function compileNative(id: string): string {
  mkdirSync(folder, { recursive: true });
  const program = `${folder}/${id}`;
  const names = ['malloc', 'free', 'realloc', 'malloc_usable_size'].map((name) => `-D${name}=lab_${name}`);
  const flags = ['-O3', '-std=gnu11', '-w', '-DLAB_NO_STEPS', `-I${root}wasm/include`, `-I${root}wasm/os`];
  const object = (source: string, extra: string[]) => {
    const file = `${folder}/${id}-${source.replace(/.*\//, '')}.o`;
    execFileSync('gcc', [...flags, ...extra, '-c', `${root}${source}`, '-o', file]);
    return file;
  };
  const objects = [
    object(`wasm/allocators/${id}.c`, names),
    object('wasm/os/os.c', []),
    object('bench/c/replay.c', []),
  ];
  execFileSync('gcc', [...objects, '-o', program]);
  return program;
}

/** The driver's input. */
export function packTrace(trace: Trace): Buffer {
  const bytes = (array: Uint8Array | Uint32Array) =>
    Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  const head = Uint32Array.of(trace.length, trace.objects);
  return Buffer.concat([bytes(head), bytes(trace.op), bytes(trace.id), bytes(trace.size)]);
}

/** Milliseconds of one native replay, in a process of its own. */
export function nativeReplay(program: string, packed: Buffer): number {
  return Number(execFileSync(program, { input: packed, maxBuffer: 1 << 20 }).toString()) / 1e6;
}
