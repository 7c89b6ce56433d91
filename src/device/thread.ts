import type { AllocatorConfig } from '../experiment/document';

/** What a worker is told: which part of the program is its own. */
export interface ThreadTask {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly thread: number;
  readonly threads: number;
  readonly meeting: number;
  readonly rowsAt: number;
  readonly rows: number;
  readonly objectsAt: number;
}

/** When a thread ran, in milliseconds since the epoch as its clock has them. */
export interface ThreadTimes {
  readonly from: number;
  readonly to: number;
}

export interface DeviceExports {
  readonly __stack_pointer: WebAssembly.Global<'i32'>;
  device_stack(thread: number): number;
  device_room(): number;
  device_room_bytes(): number;
  device_failures(): number;
  device_damaged(): number;
  device_gate(threads: number): void;
  device_run(rows: number, count: number, objects: number, meeting: number): void;
  configure?(parameter: number, value: number): void;
  _initialize?(): void;
}

/** Sizes with which wasm/build.mjs links the device's modules. */
export const DEVICE_MEMORY = { initial: 1024, maximum: 8192, shared: true } as const;

/** An instance for a thread, on a stack of its own. */
export async function instantiateThread(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  thread: number,
): Promise<DeviceExports> {
  const env: Record<string, WebAssembly.ImportValue> = {};
  for (const { name, kind } of WebAssembly.Module.imports(module))
    env[name] = kind === 'memory' ? memory : () => 0;
  const { exports } = await WebAssembly.instantiate(module, { env });
  const device = exports as unknown as DeviceExports;
  device.__stack_pointer.value = device.device_stack(thread);
  device._initialize?.();
  return device;
}

/** Runs a thread's part once all threads are there. */
export async function runThread(task: ThreadTask): Promise<ThreadTimes> {
  const device = await instantiateThread(task.module, task.memory, task.thread);
  device.device_gate(task.threads);
  const from = performance.timeOrigin + performance.now();
  device.device_run(task.rowsAt, task.rows, task.objectsAt, task.meeting);
  return { from, to: performance.timeOrigin + performance.now() };
}

/** Allocators whose modules are linked for real threads: each kind of Kumar's taxonomy, and his malloc. */
export const DEVICE_ALLOCATORS = [
  'serial',
  'concurrent',
  'private',
  'perthread',
  'hoard',
  'dlmalloc',
] as const;

/** Whether an allocator is built for real threads as well. */
export const onDevice = ({ id }: AllocatorConfig): boolean =>
  (DEVICE_ALLOCATORS as readonly string[]).includes(id);

/** Why an allocator cannot run on real threads; null where it can. */
export function deviceObstacle(config: AllocatorConfig): string | null {
  if (onDevice(config)) return null;
  return config.id === 'seq'
    ? 'Kumar’s first version, for one thread: two in it at once would tear its list apart; serial is the same behind a mutex'
    : 'it is written for one thread and has no locks';
}
