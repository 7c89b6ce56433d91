import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../src/trace/detect';
import { summarise } from '../../../src/trace/summary';
import {
  checkTrace,
  columnsHash,
  drawn,
  FIXTURES,
  fixture,
  readBytes,
  readNow,
  SAMPLES,
  samples,
} from './helpers';

const FOLDERS = ['mtrace', 'ltrace', 'valgrind', 'heaptrack', 'rep'];
/** A summary without single calls: refused, see errors.test.ts. */
const REFUSED = new Set(['odd-c.ltrace']);

describe.each(FOLDERS)('%s', (folder) => {
  it.each(samples(folder).filter((name) => !REFUSED.has(name)))('%s', async (name) => {
    const trace = await readBytes(new Uint8Array(readFileSync(join(FIXTURES, folder, name))), name);
    checkTrace(trace);
    const { notes, clock } = trace;
    expect({ clock, ...summarise(trace), notes, hash: columnsHash(trace) }).toMatchSnapshot();
    // The same whatever the chunks that it comes in.
    expect(columnsHash(readNow(fixture(join(folder, name)), 997))).toBe(columnsHash(trace));
  });
});

describe('recordings that ship with the page', () => {
  // Figures of the recorder's own validation (events, objects, reallocs, bytes, peak objects, peak bytes, sizes, threads).
  it.each([
    ['cfrac-32bit', 461380, 230691, 0, 3380842, 1147, 16005, 22, 1, 2],
    ['espresso-32bit', 378555, 188167, 2223, 14720222, 2945, 162242, 355, 1, 2],
    ['gs-text', 142282, 71144, 0, 58064531, 4625, 7429961, 358, 1, 6],
    ['gawk', 60854, 32892, 510, 2567645, 5520, 1379375, 576, 1, 5440],
    ['perl', 48500, 22629, 4349, 3772260, 7464, 892727, 794, 1, 1107],
    ['lld', 53784, 28656, 687, 6780980, 7428, 5887096, 236, 4, 4215],
    ['memcached', 582, 556, 6, 19505205, 545, 19497955, 42, 5, 536],
    ['sort', 1006, 578, 1, 11692171, 245, 4287916, 48, 1, 151],
    ['python-pymalloc', 4139, 1752, 669, 6385760, 621, 4181977, 424, 1, 34],
  ])('%s', async (name, ...figures) => {
    const bytes = new Uint8Array(readFileSync(join(SAMPLES, `${name}.trace.gz`)));
    const trace = await readBytes(bytes, `${name}.trace.gz`);
    checkTrace(trace);
    expect(trace).toMatchObject({ name, clock: 'ns' });
    const s = summarise(trace);
    expect([
      s.events,
      s.objects,
      s.reallocs,
      s.bytesAllocated,
      s.peakLiveObjects,
      s.peakLiveBytes,
      s.distinctSizes,
      s.cpus,
      s.leftLive,
    ]).toEqual(figures);
  });
});

describe('detection', () => {
  it.each([
    ['mtrace/odd.mtrace', 'mtrace'],
    ['ltrace/odd.ltrace', 'ltrace'],
    ['ltrace/odd-f-ttt.ltrace', 'ltrace'],
    ['ltrace/odd-r.ltrace', 'ltrace'],
    ['valgrind/odd-ts.valgrind', 'valgrind'],
    ['heaptrack/odd-raw.raw.zst', 'heaptrack-raw'],
    ['heaptrack/odd.zst', 'heaptrack'],
    ['rep/odd.rep', 'rep'],
  ])('%s is %s', async (path, id) => {
    expect((await detectFormat(fixture(path), 'renamed.bin')).id).toBe(id);
  });
});

describe('odd calls, as each tool means them', () => {
  it('agree between tools about the same program', async () => {
    // gawk on a small input, recorded by four tools: the same requests but for those that a tool cannot see.
    const peaks = await Promise.all(
      ['valgrind/gawk-small.valgrind', 'mtrace/gawk-small.mtrace'].map(async (path) =>
        summarise(await readBytes(fixture(path))),
      ),
    );
    expect(Math.abs(peaks[0].peakLiveBytes - peaks[1].peakLiveBytes)).toBeLessThan(200);
    expect(Math.abs(peaks[0].objects - peaks[1].objects)).toBeLessThan(10);
  });

  it('valgrind: realloc(NULL), realloc(p,0), overflowing calloc, memalign kin', () => {
    expect(
      drawn(readNow(fixture('valgrind/odd.valgrind')))
        .split(' ')
        .slice(0, 18),
    ).toEqual(
      'a0:0 a1:24 c2:80 a3:48 r1:40 r1:4000 a4:64 r1:90000 m5:200@64 m6:512@128 m7:100@32 m8:77@4096 f0 f3 a9:1048576 a10:12 a11:100 a12:15'.split(
        ' ',
      ),
    );
  });

  it('ltrace: nested and mislabelled calls of libc', () => {
    expect(
      drawn(readNow(fixture('ltrace/odd-f.ltrace')))
        .split(' ')
        .slice(0, 16),
    ).toEqual(
      'a0:0 a1:24 c2:80 a3:48 r1:40 r1:4000 a4:64 r1:90000 m5:512@128 m6:100@32 m7:77@4096 m8:1@4096 f0 f3 a9:1048576 a10:80'.split(
        ' ',
      ),
    );
  });

  it('.rep: slots used again, realloc of nothing, realloc to nothing, free(-1)', () => {
    expect(drawn(readNow(fixture('rep/odd.rep')))).toBe('a0:1 a1:2 a2:10 a3:100 f3 a4:7 f4 a5:9 r0:64 f1');
  });
});
