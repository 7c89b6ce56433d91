import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { fileSource } from '../../../src/cli/file-source';
import { main } from '../../../src/cli/main';
import { readTrace } from '../../../src/trace/read';
import { drawn, FIXTURES, SAMPLES } from '../trace/helpers';

const folder = mkdtempSync(join(tmpdir(), 'lab-trace-'));
afterAll(() => rmSync(folder, { recursive: true }));

let out = '';
let err = '';
let spies: MockInstance[] = [];
beforeEach(() => {
  out = '';
  err = '';
  spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += text;
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      err += text;
      return true;
    }),
  ];
});
afterEach(() => {
  for (const spy of spies) spy.mockRestore();
});

describe('lab trace info', () => {
  it('prints what a recording holds as JSON', async () => {
    expect(await main(['trace', 'info', join(SAMPLES, 'gawk.trace.gz'), '--json'])).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      name: 'gawk',
      clock: 'ns',
      events: 60854,
      peakLiveBytes: 1379375,
    });
  });

  it('puts notes on standard error', async () => {
    expect(await main(['trace', 'info', join(FIXTURES, 'mtrace/muntrace.mtrace')])).toBe(0);
    expect(out).toMatch(/objects +1\n/);
    expect(err).toMatch(/Frees of blocks from before the recording began, left out: 1\./);
  });

  it('fails with the place of what is wrong', async () => {
    expect(await main(['trace', 'info', join(FIXTURES, 'ltrace/odd-c.ltrace')])).toBe(1);
    expect(err).toMatch(/odd-c\.ltrace:1: found "% time/);
    expect(out).toBe('');
  });

  it.each([[['trace']], [['trace', 'show', 'x']], [['trace', 'info']], [['trace', 'convert', 'x']]])(
    '%j is wrong usage',
    async (words) => {
      expect(await main(words)).toBe(2);
    },
  );
});

describe('lab trace convert', () => {
  it('writes another format, packed if its name says so, and says what is lost', async () => {
    const target = join(folder, 'odd.trace.gz');
    const source = join(FIXTURES, 'valgrind/odd.valgrind');
    expect(await main(['trace', 'convert', source, '--out', target])).toBe(0);
    expect(gunzipSync(readFileSync(target)).toString()).toMatch(/^# alloc-trace 1\n# name: odd\n/);
    const [before, after] = await Promise.all([source, target].map((path) => readTrace(fileSource(path))));
    expect(drawn(after)).toBe(drawn(before));

    const rep = join(folder, 'odd.rep');
    expect(await main(['trace', 'convert', target, '--out', rep])).toBe(0);
    expect(err).toMatch(/odd\.rep: Aligned requests stand as malloc; the alignment is not kept\./);
  });

  it('cuts out events a to b', async () => {
    const target = join(folder, 'part.any');
    const words = ['trace', 'convert', join(SAMPLES, 'sort.trace.gz'), '--out', target];
    expect(await main([...words, '--to', 'csv', '--from-event', '100', '--to-event', '200'])).toBe(0);
    const part = await readTrace(fileSource(target));
    const whole = await readTrace(fileSource(join(SAMPLES, 'sort.trace.gz')));
    expect([...part.op.subarray(-100)]).toEqual([...whole.op.subarray(100, 200)]);
  });

  it('leaves an existing file alone when the input is refused', async () => {
    const target = join(folder, 'kept.rep');
    expect(await main(['trace', 'convert', join(FIXTURES, 'rep/classic.rep'), '--out', target])).toBe(0);
    const before = readFileSync(target);
    expect(await main(['trace', 'convert', join(FIXTURES, 'ltrace/odd-c.ltrace'), '--out', target])).toBe(1);
    expect(readFileSync(target)).toEqual(before);
  });

  it.each([['x.zst'], ['x.unknown']])('refuses to write %s', async (name) => {
    const words = ['trace', 'convert', join(SAMPLES, 'sort.trace.gz'), '--out', join(folder, name)];
    expect(await main(words)).toBe(2);
  });
});
