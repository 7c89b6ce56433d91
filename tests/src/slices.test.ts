import { expect, it } from 'vitest';
import { Slices } from '../../src/slices';

it('is over after its milliseconds, and begins anew when it has given way', async () => {
  const slices = new Slices(20);
  expect(slices.over).toBe(false);
  const began = performance.now();
  while (performance.now() - began < 21) {
    // Work.
  }
  expect(slices.over).toBe(true);
  await slices.next();
  expect(slices.over).toBe(false);
});

it('lets a cancel come in that was posted while it worked, and says its reason', async () => {
  const stop = new AbortController();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    stop.abort(new Error('enough'));
  };
  port2.postMessage(null);
  const slices = new Slices(0);
  expect(stop.signal.aborted).toBe(false);
  await expect(slices.next(stop.signal)).rejects.toThrow('enough');
});
