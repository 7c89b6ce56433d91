import { describe, expect, it } from 'vitest';
import { classOf, liveByClass, livesOf, peakOf, reportClasses } from '../../../src/trace/lifetimes';
import { summarise } from '../../../src/trace/summary';
import { drawTrace, sample, samples } from '../engine/lab';

describe('lives', () => {
  const trace = drawTrace('a 10, a 100, f 0, r 1 300, a 10, f 1, a 12');

  it('are told by object', () => {
    const { born, died, size } = livesOf(trace);
    expect(Array.from(born)).toEqual([0, 1, 4, 6]);
    expect(Array.from(died)).toEqual([2, 5, -1, -1]);
    expect(Array.from(size)).toEqual([10, 300, 10, 12]);
  });

  it('are summed up by size class', () => {
    expect(reportClasses(trace, livesOf(trace))).toEqual([
      { upTo: 16, objects: 3, bytes: 32, medianLife: 2, longLife: 2, leftObjects: 2, leftBytes: 22 },
      { upTo: 512, objects: 1, bytes: 300, medianLife: 4, longLife: 4, leftObjects: 0, leftBytes: 0 },
    ]);
  });

  it('make the live bytes of each class at any moment', () => {
    const { events, bytes } = liveByClass(trace, 7);
    expect(Array.from(events)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(Array.from(bytes[classOf(10)])).toEqual([10, 10, 0, 0, 10, 10, 22]);
    expect(Array.from(bytes[classOf(100)])).toEqual([0, 100, 100, 0, 0, 0, 0]);
    expect(Array.from(bytes[classOf(300)])).toEqual([0, 0, 0, 300, 300, 0, 0]);
  });

  it('have a peak', () => {
    expect(peakOf(trace)).toEqual({ event: 4, bytes: 310 });
  });

  it('put powers of two at the upper end of their class', () => {
    expect([0, 1, 2, 3, 4, 5, 8, 9, 0xffff_ffff].map(classOf)).toEqual([0, 0, 1, 2, 2, 3, 3, 4, 32]);
  });

  it.each(samples)('agree with the summary of %s', async (name) => {
    const recording = await sample(name);
    const summary = summarise(recording);
    expect(peakOf(recording).bytes).toBe(summary.peakLiveBytes);
    const classes = reportClasses(recording, livesOf(recording));
    expect(classes.reduce((sum, { objects }) => sum + objects, 0)).toBe(summary.objects);
    expect(classes.reduce((sum, { leftObjects }) => sum + leftObjects, 0)).toBe(summary.leftLive);
    const { born, died, size } = livesOf(recording);
    for (const { upTo, medianLife, longLife } of classes) {
      const sorted = [...died]
        .flatMap((end, object) =>
          end >= 0 && 2 ** classOf(size[object]) === upTo
            ? [recording.time[end] - recording.time[born[object]]]
            : [],
        )
        .sort((a, b) => a - b);
      expect(medianLife).toBe(sorted[Math.floor(sorted.length * 0.5)] ?? null);
      expect(longLife).toBe(sorted[Math.floor(sorted.length * 0.9)] ?? null);
    }
    const { events, bytes } = liveByClass(recording, 5);
    const last = bytes.reduce((sum, row) => sum + row[events.length - 1], 0);
    expect(last).toBe(classes.reduce((sum, { leftBytes }) => sum + leftBytes, 0));
  });
});
