/** A picture of 1,300 × 760 pixels from a worker to the screen, by the ways that browsers have. */
import type { CDPSession, Page } from 'playwright-core';
import type { BenchRow } from './row';

const ROUNDS = 60;
/** `nothing`: a message without a picture, which the others are measured against. */
const WAYS = {
  nothing: null,
  pixels: 'transferred pixels',
  canvas2d: 'an OffscreenCanvas and drawImage',
  canvas: 'an OffscreenCanvas and a bitmaprenderer (what the page does)',
} as const;
type Way = keyof typeof WAYS;

interface Times {
  /** Work of the page's thread for a picture: script, frame and what goes to the compositor, ms. */
  readonly page: number;
  /** From the pixels in the worker until the page has put them on its canvas, median, ms. */
  readonly delay: number;
}

export async function handingOver(page: Page): Promise<BenchRow[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const ways = Object.keys(WAYS) as Way[];
  const best = new Map<Way, Times>();
  // In turns, and the least of three: others may be at work on this machine.
  for (let turn = 0; turn < 3; turn++)
    for (const way of ways) {
      const { page: work, delay } = await timed(page, session, way);
      const known = best.get(way) ?? { page: Infinity, delay: Infinity };
      best.set(way, { page: Math.min(known.page, work), delay: Math.min(known.delay, delay) });
    }
  const idle = best.get('nothing')?.page ?? 0;
  return ways.flatMap((way): BenchRow[] => {
    const times = best.get(way);
    if (WAYS[way] === null || !times) return [];
    const name = `page: 1,300 × 760 pixels by ${WAYS[way]}`;
    const row = (what: string, measured: number): BenchRow => ({
      name: `${name}, ${what}`,
      measured,
      unit: 'ms',
      target: null,
      better: 'less',
    });
    return [row("page's thread", times.page - idle), row('until it is on the canvas', times.delay)];
  });
}

async function timed(page: Page, session: CDPSession, way: Way): Promise<Times> {
  const work = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await work();
  const delay = await page.evaluate(hand, [way, ROUNDS] as const);
  return { page: ((await work()) - before) * (1000 / ROUNDS), delay };
}

/** Runs in the page. @returns median delay, ms */
async function hand([way, rounds]: readonly [Way, number]): Promise<number> {
  const [width, height] = [1300, 760];
  const source = `
    const canvas = new OffscreenCanvas(${width}, ${height});
    const context = canvas.getContext('2d', { alpha: false });
    onmessage = ({ data: way }) => {
      const pixels = new Uint8ClampedArray(${width * height * 4}).fill(Math.random() * 255);
      const begin = performance.timeOrigin + performance.now();
      if (way === 'nothing') return postMessage({ begin });
      if (way === 'pixels') return postMessage({ begin, pixels: pixels.buffer }, [pixels.buffer]);
      context.putImageData(new ImageData(pixels, ${width}, ${height}), 0, 0);
      const bitmap = canvas.transferToImageBitmap();
      postMessage({ begin, bitmap }, [bitmap]);
    };`;
  const url = URL.createObjectURL(new Blob([source]));
  const worker = new Worker(url);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.style.cssText = 'position:fixed;inset:0;z-index:99;pointer-events:none';
  document.body.append(canvas);
  const renderer = way === 'canvas' ? canvas.getContext('bitmaprenderer', { alpha: false }) : null;
  const context = renderer ? null : canvas.getContext('2d', { alpha: false });
  const delays: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const answer = new Promise<MessageEvent>((resolve) => {
      worker.onmessage = resolve;
    });
    worker.postMessage(way);
    const { begin, pixels, bitmap } = (await answer).data;
    if (pixels) context?.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
    if (bitmap) {
      renderer?.transferFromImageBitmap(bitmap);
      context?.drawImage(bitmap, 0, 0);
      bitmap.close();
    }
    delays.push(performance.timeOrigin + performance.now() - begin);
    // Two: the first one has it drawn, the second comes after that.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
  worker.terminate();
  URL.revokeObjectURL(url);
  canvas.remove();
  return delays.sort((a, b) => a - b)[rounds >> 1];
}
