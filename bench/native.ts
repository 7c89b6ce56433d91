import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Trace } from '../src/trace/trace';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}build/bench`;

/** Compiles an allocator with gcc -O3, `own` flags and a driver that replays a trace. Returns the program's path. */
export function compileNative(id: string, own: readonly string[] = []): string {
  mkdirSync(folder, { recursive: true });
  const program = `${folder}/${id}${own.join('')}`;
  const names = ['malloc', 'free', 'realloc', 'malloc_usable_size'].map((name) => `-D${name}=lab_${name}`);
  const include = ['include', 'os', 'device'].map((name) => `-I${root}wasm/${name}`);
  const flags = ['-O3', ...own, '-std=gnu11', '-w', '-DLAB_NO_STEPS', ...include];
  const object = (source: string, extra: string[]) => {
    const file = `${program}-${source.replace(/.*\//, '')}.o`;
    execFileSync('gcc', [...flags, ...extra, '-c', `${root}${source}`, '-o', file]);
    return file;
  };
  const objects = [
    object(`wasm/allocators/${id}.c`, names),
    object('wasm/os/os.c', []),
    object('wasm/device/timed.c', names),
    object('bench/c/replay.c', []),
  ];
  execFileSync('gcc', [...own, ...objects, '-o', program]);
  return program;
}

/** The driver's input. */
export function packTrace(trace: Trace): Buffer {
  const bytes = (array: Uint8Array | Uint32Array) =>
    Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  const head = Uint32Array.of(trace.length, trace.objects);
  return Buffer.concat([
    bytes(head),
    bytes(trace.op),
    bytes(trace.cpu ?? new Uint8Array(trace.length)),
    bytes(trace.id),
    bytes(trace.size),
  ]);
}

/** Whether gcc makes programs with these flags, and this machine runs them. */
export function makesPrograms(flags: readonly string[]): boolean {
  mkdirSync(folder, { recursive: true });
  const program = `${folder}/probe`;
  try {
    const source = '#include <stdio.h>\nint main(void) { return puts("") < 0; }';
    execFileSync('gcc', [...flags, '-x', 'c', '-', '-o', program], {
      input: source,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    execFileSync(program, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds of each call of one native replay, in a process of its own. */
export function nativeReplay(program: string, packed: Buffer): number[] {
  const lines = execFileSync(program, { input: packed, maxBuffer: 1 << 24 }).toString();
  return lines
    .trim()
    .split('\n')
    .map((line) => Number(line) / 1e6);
}
