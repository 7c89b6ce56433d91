import { runThread, type ThreadTask } from '../device/thread';

/** One thread of a program on this device. */
addEventListener('message', ({ data }: MessageEvent<ThreadTask>) => {
  runThread(data).then(
    (times) => postMessage({ times }),
    (error: unknown) => postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
});
