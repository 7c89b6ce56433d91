import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtIn, type Subject } from './build';
import { check } from './check';

const here = fileURLToPath(new URL('.', import.meta.url));
const wrong = (fault: number): Subject => ({
  files: [join(here, 'wrong.c'), ...builtIn(['sysv.c']).files],
  defines: [`-DWRONG=${fault}`],
});
const sequence = (subject: Subject, ...options: string[]) => check(subject, options, 'random', 1, 20_000);

describe('the native checker', () => {
  it('is content with an allocator that is right', async () => {
    expect((await sequence(wrong(0), '--coalesces', '1')).served).toBeGreaterThan(5_000);
  }, 60_000);

  const faults: readonly [number, string, RegExp][] = [
    [1, 'a free that forgets the block', /heap_walk reports \d+ live blocks, the model holds/],
    [2, 'a write into a live block', /contents of slot .* changed/],
    [3, 'a step that is not true', /UNLINK at line .* on no list/],
    [4, 'a lock that is never released', /lock(s)? .*(held|taken twice)/],
    [5, "a block outside the OS's memory", /outside the OS's memory/],
    [6, 'a refusal without need', /refused though the OS refused nothing/],
    [7, 'a size that wraps round', /was served: more than the OS has|usable size/],
    [8, 'a block handed out twice', /overlaps the live block|live blocks, the model holds|contents of slot/],
    [9, 'a pointer that is not aligned', /not aligned/],
    [10, 'a realloc that loses the block when it fails', /contents of slot .* changed/],
    [11, 'a realloc that leaves the contents behind', /changed at byte .* after its realloc/],
    [12, 'a walk that leaves bytes out', /heap_walk accounts for|live blocks, the model/],
    [13, 'a walk whose blocks overlap', /overlap|outside the OS's memory/],
    [14, 'a block that is listed twice', /on two lists, or twice/],
  ];
  for (const [fault, about, words] of faults)
    it(`finds ${about}`, async () => {
      await expect(sequence(wrong(fault))).rejects.toThrow(words);
    }, 60_000);

  it('finds free neighbours where they should have been coalesced', async () => {
    await expect(sequence(builtIn(['bsd.c']), '--coalesces', '1')).rejects.toThrow(/were not coalesced/);
  }, 60_000);

  it('finds the same under libFuzzer, each input on a fresh heap', async () => {
    await expect(check(wrong(1), [], 'fuzz', 1, 100_000)).rejects.toThrow(/live blocks, the model holds/);
  }, 60_000);
});
