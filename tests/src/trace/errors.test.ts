import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TraceError } from '../../../src/trace/errors';
import { readTrace } from '../../../src/trace/read';
import { fixture, readBytes, readText, SAMPLES } from './helpers';

const HEAD = '# alloc-trace 1\n';

describe('.trace refuses, with line, what was found and what was expected', () => {
  it.each([
    ['f x 3', '"f ID TIME [CPU]"'],
    ['f -1 3', '"f ID TIME [CPU]"'],
    ['a 1 -16 3', '"a ID SIZE TIME [CPU]"'],
    ['a 1 16', '"a ID SIZE TIME [CPU]"'],
    ['a 1 16 3 0 0', '"a ID SIZE TIME [CPU]"'],
    ['a  1 16 3', '"a ID SIZE TIME [CPU]"'],
    ['a 1 0x10 3', '"a ID SIZE TIME [CPU]"'],
    ['a 1 1.5 3', '"a ID SIZE TIME [CPU]"'],
    ['a 1 16 3 ', '"a ID SIZE TIME [CPU]"'],
    ['c 1 16', '"c ID SIZE TIME [CPU]"'],
    ['r 0 16', '"r ID NEWSIZE TIME [CPU]"'],
    ['m 1 16 3', '"m ID SIZE ALIGN TIME [CPU]"'],
    ['m 1 16 24 3', 'an alignment that is a power of two up to 2147483648'],
    ['a 1 4294967296 3', 'a size from 0 to 4294967295'],
    ['a 1 99999999999999999999999 3', 'a size from 0 to 4294967295'],
    ['a 1 16 1', 'a time of 2 or later'],
    ['a 1 16 9007199254740992', 'a time up to 9007199254740991'],
    ['f 1 3', 'an id that was allocated before (0 to 0), or an allocation of id 1'],
    ['r 7 16 3', 'an id that was allocated before (0 to 0), or an allocation of id 1'],
    ['a 0 16 3', 'id 1: ids run 0, 1, 2 … in order of allocation and are never used again'],
    ['a 2 16 3', 'an id that was allocated before (0 to 0), or an allocation of id 1'],
    ['x 1 2 3', 'a line that begins with a, c, m, r, f or #'],
    ['malloc', '"m ID SIZE ALIGN TIME [CPU]"'],
  ])('%s', async (line, expected) => {
    const error = await readText(`${HEAD}a 0 8 2\n${line}\na 1 1 9\n`, 'bad.trace').catch((e) => e);
    expect(error).toBeInstanceOf(TraceError);
    expect(error).toMatchObject({ file: 'bad.trace', line: 3, found: `"${line}"`, expected });
    expect(error.message).toBe(`bad.trace:3: found "${line}", expected ${expected}`);
  });

  it('the first free without any allocation', async () => {
    await expect(readText(`${HEAD}f 0 1\n`, 'b.trace')).rejects.toThrow(
      'b.trace:2: found "f 0 1", expected an allocation of id 0 first',
    );
  });

  it('another version', async () => {
    await expect(readText('# alloc-trace 2\n', 'b.trace')).rejects.toThrow(
      'b.trace:1: found "# alloc-trace 2", expected "# alloc-trace 1" as first line',
    );
  });

  it('but takes a second free of the same object, which the replay reports', async () => {
    expect((await readText(`${HEAD}a 0 8 1\nf 0 2\nf 0 3\nr 0 9 4\n`)).length).toBe(4);
  });

  it('and takes comments, empty lines, CR LF and a last line without an end', async () => {
    const trace = await readText(
      `${HEAD}# name: x y\r\n# clock: ns since 1970\n\na 0 8 1\r\n# more\nf 0 2 3`,
    );
    expect(trace).toMatchObject({ name: 'x y', clock: 'ns', length: 2 });
    expect(trace.cpu).toEqual(Uint8Array.of(0, 3));
  });

  it('and says when events that it announces are missing', async () => {
    expect((await readText(`${HEAD}# events: 5\na 0 8 1\n`)).notes).toEqual([
      'The file announces 5 events; 1 are there.',
    ]);
  });
});

describe('any input', () => {
  const refused = async (bytes: Uint8Array, name: string) => {
    const error = await readBytes(bytes, name).then(
      () => 'was read',
      (e) => e,
    );
    expect(error).toBeInstanceOf(TraceError);
    return (error as TraceError).message;
  };

  it('empty', async () => {
    expect(await refused(new Uint8Array(0), 'e')).toMatch(/^e: found an empty file, expected a trace \(/);
  });

  it('binary', async () => {
    expect(
      await refused(
        Uint8Array.from({ length: 5000 }, (_, i) => (i * 37) % 256),
        'b.trace',
      ),
    ).toMatch(/^b.trace:1: found binary data, expected a trace/);
  });

  it('text of another kind', async () => {
    expect(await refused(new TextEncoder().encode('Dear all,\nplease find attached\n'), 't.txt')).toMatch(
      /^t.txt:1: found "Dear all,", expected a trace/,
    );
  });

  it('the header alone of a gzip archive', async () => {
    expect(await refused(gzipSync('x').subarray(0, 10), 'x.gz')).toMatch(
      /^x.gz: found the gzip archive is broken or cut off \(.*\); 10 of 10 bytes of the file were read, expected a complete archive$/,
    );
  });

  it('a truncated .trace.gz', async () => {
    const whole = new Uint8Array(readFileSync(join(SAMPLES, 'gawk.trace.gz')));
    const half = await readBytes(whole.subarray(0, whole.length >> 1), 'gawk.trace.gz');
    expect(half.length).toBeGreaterThan(20_000);
    expect(half.notes[0]).toMatch(
      /^Cut off after line \d+: the gzip archive is broken or cut off \(.*\); [\d,]+ of [\d,]+ bytes of the file were read\. What follows it is missing\.$/,
    );
    expect(half.notes.at(-1)).toMatch(
      /^Live where it breaks off: [\d,]+ objects \([\d,]+ bytes\)\. They count/,
    );
  });

  it('a .trace whose recorder was stopped in the middle of a line, but not one with a wrong last line', async () => {
    const cut = await readText(`${HEAD}a 0 8 1\na 1 16 2\nf 0 3\na 2 2`, 'x.trace');
    expect(cut.length).toBe(3);
    expect(cut.notes).toEqual([
      'Cut off in line 5, which has no end and is left out.',
      'Live where it breaks off: 1 object (16 bytes). They count as never freed, but may have been freed later.',
    ]);
    expect((await readText(`${HEAD}a 0 8 1\nf 0 3`, 'x.trace')).length).toBe(2);
    await expect(readText(`${HEAD}a 0 8 1\nf x`, 'x.trace')).rejects.toThrow(/x.trace:3: found "f x"/);
    await expect(readText(`${HEAD}a 0 8 1\nf 7 3`, 'x.trace')).rejects.toThrow(/x.trace:3: found "f 7 3"/);
  });

  it('a broken zstd archive', async () => {
    const whole = new Uint8Array(
      readFileSync(join(import.meta.dirname, '../../fixtures/formats/heaptrack/odd.zst')),
    );
    expect(await refused(whole.subarray(0, 40), 'odd.zst')).toMatch(
      /^odd.zst: found the zstd archive is broken/,
    );
  });

  it('a summary of ltrace -c', async () => {
    expect(await refused(fixture('ltrace/odd-c.ltrace'), 'c.ltrace')).toMatch(
      /^c.ltrace:1: found "% time .*expected single calls: ltrace -c writes only a summary/,
    );
  });

  it.each([
    ['comment', `${HEAD}# `],
    ['number', `${HEAD}a 0 `],
    ['mtrace', '= Start\n@ '],
    ['valgrind', '==1== x\n--1-- malloc('],
    ['rep', '1\n1\na 0 '],
    ['csv', 'op,id,size,time\nmalloc,0,'],
  ])('a line of 200 MB (%s), without holding it', async (_, start) => {
    const piece = new Uint8Array(1 << 20).fill(0x31);
    let sent = 0;
    const source = {
      name: 'long.trace',
      size: 200e6,
      stream: () =>
        new ReadableStream<Uint8Array>({
          pull(controller) {
            if (sent === 0) controller.enqueue(new TextEncoder().encode(start));
            if (sent >= 200e6) controller.close();
            else controller.enqueue(piece);
            sent += piece.length;
          },
        }),
    };
    const error = await readTrace(source).catch((e) => e);
    expect(error).toBeInstanceOf(TraceError);
    expect(error.message).toMatch(/^long.trace:\d: found a line of more than 1048576 bytes that begins "/);
    expect(sent).toBeLessThan(8e6);
  });
});

describe('logs are used as far as they go', () => {
  it.each([['mtrace/gawk-small.mtrace'], ['valgrind/gawk-small.valgrind'], ['ltrace/gawk-small.ltrace']])(
    '%s cut in the middle of a line',
    async (path) => {
      const whole = fixture(path);
      const half = whole.subarray(0, whole.lastIndexOf(10, whole.length >> 1) + 20);
      const trace = await readBytes(half);
      expect(trace.length).toBeGreaterThan(300);
      expect(trace.notes.join(' ')).toMatch(/Cut off in line \d+, which has no end and is left out\./);
    },
  );

  it('a truncated archive of a log', async () => {
    const packed = gzipSync(fixture('valgrind/gawk-small.valgrind'));
    const trace = await readBytes(new Uint8Array(packed.subarray(0, packed.length - 3000)), 'x.gz');
    expect(trace.length).toBeGreaterThan(500);
    expect(trace.notes.join(' ')).toMatch(
      /Cut off after line \d+: the gzip archive is broken or cut off .*What follows it is missing\./,
    );
  });

  it('a truncated zstd archive of a log', async () => {
    const packed = readFileSync(
      join(import.meta.dirname, '../../fixtures/formats/heaptrack/cfrac-medium-raw.raw.zst'),
    );
    const trace = await readBytes(new Uint8Array(packed.subarray(0, packed.length - 20000)), 'x.zst');
    expect(trace.length).toBeGreaterThan(1000);
    expect(trace.notes.join(' ')).toMatch(/the zstd archive is broken or cut off/);
  });

  it('a .rep with fewer operations than it announces', async () => {
    expect((await readBytes(fixture('rep/short-header.rep'))).notes).toEqual([
      'The header announces 8 operations; 3 are there.',
    ]);
  });

  it('a .rep with sizes past 32 bits', async () => {
    const trace = await readBytes(fixture('rep/large.rep'));
    expect([...trace.size]).toEqual([4294967295, 21749, 0, 0]);
    expect(trace.notes).toEqual(['Requests above 4294967295 bytes, which stand as 4294967295: 1.']);
  });

  it.each([
    ['a 0 16\na 1\n', 'b.rep:4: found "a 1", expected "a ID SIZE"'],
    ['a 0 16\nf 3\n', 'b.rep:4: found "f 3", expected an id that was allocated before, or -1 for NULL'],
    ['a 0 16\na 1 -4\n', 'b.rep:4: found "a 1 -4", expected "a ID SIZE"'],
    ['a 0 16\nq 1\n', 'b.rep:4: found "q 1", expected a line that begins with a, r or f'],
  ])('but a .rep with a line that no driver could read is refused', async (body, message) => {
    await expect(readText(`3\n4\n${body}`, 'b.rep')).rejects.toThrow(message);
  });

  it.each([
    ['op,id\nmalloc,0\nfree,x\n', 'b.csv:3: found "free,x", expected a whole number as id'],
    ['op,id\nmalloc,0\nfree,1\n', 'b.csv:3: found "free,1", expected an id that was allocated before'],
    ['op,id\nMALLOC,0\n', 'b.csv:2: found "MALLOC,0", expected an operation (malloc, free,'],
    ['op,id,speed\n', 'b.csv:1: found "op,id,speed", expected a heading of op, id, size'],
    ['op,id,time\nmalloc,0,5\nfree,0,4\n', 'b.csv:3: found "free,0,4", expected a time of 5 or later'],
    ['op,id,size\nmalloc,0,-5\n', 'b.csv:2: found "malloc,0,-5", expected a whole number as size'],
    ['op,id,size\nmalloc,0,4294967296\n', 'expected a size from 0 to 4294967295'],
    ['{"op":"malloc","id":0,"size":1.5}\n', 'expected a whole number from 0 as "size"'],
    ['{"op":"malloc","id":0\n', 'expected a JSON object on a line of its own'],
    ['{"op":"alloc","id":0}\n', 'expected "op" as one of malloc, free,'],
  ])('and so are rows of a table', async (text, message) => {
    await expect(readText(text, 'b.csv')).rejects.toThrow(message);
  });
});
