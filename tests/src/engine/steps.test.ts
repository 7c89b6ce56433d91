import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Cursor } from '../../../src/engine/cursor';
import { replay } from '../../../src/engine/replay';
import { STEP_KINDS } from '../../../src/engine/steps';
import { Recorder } from '../../../src/engine/substeps';
import { drawTrace, modules } from './lab';

describe('steps', () => {
  it('have a sentence for each kind that lab.h names, in its order', () => {
    const header = readFileSync(new URL('../../../wasm/include/lab.h', import.meta.url), 'utf8');
    const kinds = [...header.matchAll(/^ {2}([A-Z]+) = (\d+),.*\/\* a:/gm)];
    expect(kinds.map(([, name, number]) => [name.toLowerCase(), Number(number)])).toEqual(
      STEP_KINDS.map(({ name }, number) => [name, number]),
    );
  });

  it("tell a search in a teacher's words", async () => {
    // Free in order of address: 12 bytes, 44 bytes, and the rest of the first page; headers of 4 bytes included.
    const trace = drawTrace('a 8, a 4, a 40, a 4, f 0, f 2, a 16');
    const run = await replay(modules, trace, { id: 'sysv', params: {} });
    const recorder = await Recorder.create(modules, run);
    const { steps } = recorder.record(6, await Cursor.create(modules, run));
    const at = (offset: number) => `0x${(run.heapStart + offset).toString(16)}`;
    expect(steps.slice(0, 3).map(({ text }) => text)).toEqual([
      `The block at ${at(0)} holds 12 bytes with its header, 16 bytes are asked for: too small: next.`,
      `The block at ${at(20)} holds 44 bytes with its header, 16 bytes are asked for: large enough, and taken.`,
      `The block at ${at(20)} is chosen: 44 bytes for the 16 bytes asked for.`,
    ]);
    expect(steps.map(({ kind }) => kind)).toEqual([
      'visit',
      'visit',
      'fit',
      'unlink',
      'split',
      'link',
      'take',
    ]);
  });
});
