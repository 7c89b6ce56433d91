import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cLines } from '../../web/views/source/c-tokens';

const folder = new URL('../../wasm/allocators/', import.meta.url).pathname;
const kinds = (source: string) =>
  cLines(source).map((line) =>
    line.map(({ kind, text }) => `${kind}:${text.trim()}`).filter((t) => !t.endsWith(':')),
  );

describe('C for the eye', () => {
  it('tells the parts of a line apart', () => {
    expect(kinds('  if (held >= 0x10u) STEP(FIT, block, held); /* done */')).toEqual([
      [
        'keyword:if',
        'text:(held >=',
        'literal:0x10u',
        'text:)',
        'step:STEP',
        'text:(FIT, block, held);',
        'comment:/* done */',
      ],
    ]);
  });

  it('carries a comment over lines, and keeps words inside it quiet', () => {
    expect(kinds('int a; /* if\n while */ char *s = "/* no */";')).toEqual([
      ['keyword:int', 'text:a;', 'comment:/* if'],
      ['comment:while */', 'keyword:char', 'text:*s =', 'literal:"/* no */"', 'text:;'],
    ]);
  });

  it.each(readdirSync(folder).filter((file) => /\.[ch]$/.test(file)))('keeps every line of %s', (file) => {
    const text = readFileSync(folder + file, 'utf8');
    const lines = cLines(text).map((line) => line.map((token) => token.text).join(''));
    expect(`${lines.join('\n')}\n`).toBe(text);
  });
});
