import type { StartThread } from '../device/measure';
import type { ThreadTimes } from '../device/thread';

type Answer = { readonly times: ThreadTimes } | { readonly error: string };

/** Starts a thread in a Web Worker that ends with it. */
export const startWebThread: StartThread = (task) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./device-worker.ts', import.meta.url), {
      type: 'module',
      name: `heapscope thread ${task.thread}`,
    });
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'a thread stopped')));
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      worker.terminate();
      if ('times' in data) resolve(data.times);
      else reject(new Error(data.error));
    });
    worker.postMessage(task);
  });
