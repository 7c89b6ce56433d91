import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileScript } from '../../../src/script/compile';
import { ScriptError } from '../../../src/script/errors';
import { unpackTouch } from '../../../src/trace/touch';
import { Op, type Trace } from '../../../src/trace/trace';

const NAMES = Object.fromEntries(Object.entries(Op).map(([name, op]) => [op, name]));

/** A trace as text: cpu operation object size. */
function draw(trace: Trace): string[] {
  return Array.from({ length: trace.length }, (_, event) =>
    [trace.cpu?.[event] ?? 0, NAMES[trace.op[event]], trace.id[event], trace.size[event]].join(' '),
  );
}

const compile = (source: string, seed = 1) => compileScript(source, seed, 'test');

describe('a script', () => {
  it('allocates, resizes and frees', () => {
    const trace = compile(
      'let p = malloc(8); p = realloc(p, 20); let q = calloc(4); free(p); free(q); free(null);',
    );
    expect(draw(trace)).toEqual([
      '0 malloc 0 8',
      '0 realloc 0 20',
      '0 calloc 1 4',
      '0 free 0 0',
      '0 free 1 0',
    ]);
  });

  it('knows arithmetic, precedence and comparison', () => {
    const value = (expression: string) => compile(`malloc(${expression});`).size[0];
    expect(value('2 + 3 * 4')).toBe(14);
    expect(value('(2 + 3) * 4')).toBe(20);
    expect(value('7 / 2 + 7 % 4')).toBe(6);
    expect(value('0x10 - 2 - 3')).toBe(11);
    expect(value('(1 < 2) + (2 <= 2) + (3 > 4) + (1 == 1 && !0) + (0 || 5 != 5)')).toBe(3);
    expect(value('min(9, 4) + max(9, 4)')).toBe(13);
  });

  it('has loops, arrays, blocks and conditions', () => {
    const source = `
      let a[3];
      for i in 0..3 { a[i] = malloc(10 + i); }
      let n = 3;
      while n > 0 { n = n - 1; if n == 1 { free(a[n]); a[n] = null; } else if n == 2 { write(a[n], 4, 5); } else { read(a[n]); } }
      repeat 2 { compute(7); }`;
    const trace = compile(source);
    expect(draw(trace).slice(3)).toEqual([
      '0 write 2 4',
      '0 free 1 0',
      '0 read 0 10',
      '0 compute 0 7',
      '0 compute 0 7',
    ]);
    expect(unpackTouch(trace.arg.get(3))).toEqual({ offset: 0, repeat: 5 });
  });

  it('lets threads take turns and meet at barriers', () => {
    const trace = compile('thread t of 2 { let p = malloc(t + 1); barrier(); free(p); }');
    expect(draw(trace)).toEqual([
      ...['0 barrier 0 0', '1 barrier 0 0'],
      ...['0 malloc 0 1', '1 malloc 1 2'],
      ...['0 barrier 0 0', '1 barrier 0 0'],
      ...['0 free 0 0', '1 free 1 0'],
      ...['0 barrier 0 0', '1 barrier 0 0'],
    ]);
  });

  it('gives the same trace for the same seed and another for another', () => {
    const source = 'repeat 50 { malloc(between(1, 1000)); }';
    expect(draw(compile(source, 5))).toEqual(draw(compile(source, 5)));
    expect(draw(compile(source, 5))).not.toEqual(draw(compile(source, 6)));
    for (const size of compile(source, 7).size)
      expect(size).toSatisfy((bytes: number) => bytes >= 1 && bytes <= 1000);
  });

  it('draws each number about as often as another', () => {
    const trace = compile('repeat 60000 { malloc(random(6)); }', 11);
    const counts = [0, 1, 2, 3, 4, 5].map((value) => trace.size.filter((size) => size === value).length);
    const chi = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chi).toBeLessThan(15.09); // 99 % point of chi-square with 5 degrees of freedom
  });

  it.each([
    ['let x = ;', 1, 9, /found ";".*"let name = value;"/],
    ['malloc(8)', 1, 10, /the end of the script/],
    ['let a = 1;\nfoo(a);', 2, 1, /no function is called foo; there are malloc/],
    ['b = 1;', 1, 1, /no variable is called b/],
    ['let a[2]; a[2] = 1;', 1, 11, /the index is 2, expected 0 to 1/],
    ['let a[2]; malloc(a);', 1, 18, /a is an array/],
    ['let a; let a;', 1, 12, /declared in this block already/],
    ['malloc(1, 2);', 1, 1, /found 2 arguments, expected malloc\(bytes\)/],
    ['malloc(0 - 1);', 1, 1, /the size is -1, expected a whole number from 0/],
    ['malloc(1 / 0);', 1, 8, /division by zero/],
    ['let p = malloc(4); free(p); write(p);', 1, 29, /object #0 has been freed/],
    ['let p = malloc(4); write(p, 5);', 1, 20, /expected a whole number from 0 to 4/],
    ['barrier();', 1, 1, /outside a thread block/],
    ['thread i of 65 { }', 1, 13, /found 65 threads, expected 1 to 64/],
    ['thread i of 2 { thread j of 2 { } }', 1, 17, /cannot stand inside another/],
    ['while 1 { }', 1, 1, /50,000,000 steps: is this an endless loop/],
    ['while 1 { malloc(1); }', 1, 11, /more than 5,000,000 events/],
  ])('is refused with its place: %s', (source, line, column, reason) => {
    let error: unknown;
    try {
      compile(source);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ScriptError);
    expect(error).toMatchObject({ line, column, message: expect.stringMatching(reason) });
  });

  it('never fails in another way, whatever is typed', () => {
    const word = fc.constantFrom(
      'let',
      'x',
      '=',
      '8',
      ';',
      'malloc',
      '(',
      ')',
      '{',
      '}',
      'repeat',
      'thread',
      'of',
      '[',
      ']',
      'if',
      '..',
      'in',
      'for',
      ',',
      '//',
      '\n',
      '@',
      '"',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        try {
          compile(words.join(' '));
        } catch (error) {
          expect(error).toBeInstanceOf(ScriptError);
        }
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('is parsed by what the grammar generates', () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const folder = mkdtempSync(`${tmpdir()}/grammar-`);
    execFileSync(`${root}node_modules/.bin/lezer-generator`, [
      `${root}src/script/script.grammar`,
      '-o',
      `${folder}/parser.js`,
    ]);
    expect(readFileSync(`${root}src/script/parser.js`, 'utf8')).toBe(
      readFileSync(`${folder}/parser.js`, 'utf8'),
    );
  });
});
