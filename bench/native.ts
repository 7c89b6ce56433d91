import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Trace } from '../src/trace/trace';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}build/bench`;

/**
 * Compiles a program with gcc -O3 and `own` flags, without steps. Returns its path.
 * @param served C files, from the repository's folder, whose malloc and kin are the allocator's
 * @param others what stands below the allocator, and the driver
 */
function compile(
  name: string,
  own: readonly string[],
  served: readonly string[],
  others: readonly string[],
): string {
  mkdirSync(folder, { recursive: true });
  const program = `${folder}/${name}${own.join('')}`;
  const names = ['malloc', 'free', 'realloc', 'malloc_usable_size'].map((each) => `-D${each}=lab_${each}`);
  const includes = ['include', 'os', 'device', 'random'].map((each) => `-I${root}wasm/${each}`);
  const flags = ['-O3', ...own, '-std=gnu11', '-w', '-DLAB_NO_STEPS', ...includes];
  const object = (source: string, extra: readonly string[]) => {
    const file = `${program}-${basename(source)}.o`;
    execFileSync('gcc', [...flags, ...extra, '-c', `${root}${source}`, '-o', file]);
    return file;
  };
  const objects = [
    ...served.map((source) => object(source, names)),
    ...others.map((source) => object(source, [])),
  ];
  execFileSync('gcc', [...own, ...objects, '-lm', '-o', program]);
  return program;
}

/** An allocator with a driver that replays a trace. */
export function compileNative(id: string, own: readonly string[] = []): string {
  const served = [`wasm/allocators/${id}.c`, 'wasm/device/timed.c'];
  return compile(id, own, served, ['wasm/os/os.c', 'bench/c/replay.c']);
}

/** A simulation with one allocator in it, and its driver. */
export function compileSimulation(simulation: string, id: string, own: readonly string[] = []): string {
  const parts = readdirSync(`${root}wasm/simulations`).filter(
    (name) => name === `${simulation}.c` || (name.startsWith(`${simulation}_`) && name.endsWith('.c')),
  );
  const served = [...parts.map((name) => `wasm/simulations/${name}`), `wasm/allocators/${id}.c`];
  return compile(`${simulation}-${id}`, own, served, ['wasm/os/os.c', `bench/c/${simulation}_driver.c`]);
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
