import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/engine/instance';
import { replay } from '../../../src/engine/replay';
import { drawTrace, modules, sample } from './lab';

const sysv = { id: 'sysv', params: {} };

describe('replay', () => {
  it('gives the same fingerprint twice, and another for another trace', async () => {
    const trace = await sample('sort');
    const first = await replay(modules, trace, sysv);
    const second = await replay(modules, trace, sysv);
    const other = await replay(modules, await sample('memcached'), sysv);
    expect(first.summary).toEqual(second.summary);
    expect(first.summary.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(other.summary.fingerprint).not.toBe(first.summary.fingerprint);
  });

  it('sums up what happened, by hand', async () => {
    const run = await replay(modules, drawTrace('a 60, a 28, f 0, a 12, r 2 20, f 1'), sysv);
    expect(run.summary).toMatchObject({
      events: 6,
      mallocs: 3,
      frees: 2,
      reallocs: 1,
      failures: 0,
      peakLiveBytes: 88,
    });
    expect(run.timeline.live.slice(0, 6)).toEqual(Uint32Array.of(60, 88, 28, 40, 48, 20));
    expect(run.summary.meanLiveBytes).toBeCloseTo((60 + 88 + 28 + 40 + 48 + 20) / 6, 12);
    expect(run.summary.peakFootprintBytes).toBe(4096);
    expect(run.summary.fragmentationRatio).toBeCloseTo(4096 / 88, 12);
  });

  it('reports a double free with its event and goes on', async () => {
    const run = await replay(modules, drawTrace('a 8, f 0, f 0, a 8'), sysv);
    expect(run.events).toBe(4);
    expect(run.faults).toEqual([
      { event: 2, kind: 'bad free', step: null, message: expect.stringContaining('object #0 is not live') },
    ]);
  });

  it('counts a request that cannot be met and frees its NULL', async () => {
    const run = await replay(modules, drawTrace('a 4294967295, f 0, a 8'), sysv);
    expect(run.summary.failures).toBe(1);
    expect(run.faults).toEqual([]);
    expect(run.timeline.address.at(0)).toBe(0);
  });

  it('refuses unknown allocators and parameters with what it expected', async () => {
    const trace = drawTrace('a 8');
    await expect(replay(modules, trace, { id: 'nothing', params: {} })).rejects.toThrow(ConfigError);
    await expect(replay(modules, trace, { id: 'ssmalloc', params: { lists: 1000 } })).rejects.toThrow(
      /from 1 to/,
    );
    await expect(replay(modules, trace, { id: 'ssmalloc', params: { L: 3 } })).rejects.toThrow(
      /it has: lists/,
    );
  });

  it('stops when asked', async () => {
    const abort = new AbortController();
    const promise = replay(modules, await sample('gawk'), sysv, {
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    await expect(promise).rejects.toThrow(/abort/i);
  });
});
