import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TraceBuilder } from '../../../src/trace/builder';
import { HEAD_BYTES, recognised } from '../../../src/trace/detect';
import { TraceError } from '../../../src/trace/errors';
import { traceFormats } from '../../../src/trace/formats/list';
import type { InputEnd, TraceFormat } from '../../../src/trace/formats/reader';
import { findWriter, traceBytes } from '../../../src/trace/write';
import { checkTrace, fixture, packedFixture, readBytes, readNow } from './helpers';

/** Inputs a format; FUZZ_INPUTS=1000000 by hand. */
const INPUTS = Number(process.env.FUZZ_INPUTS ?? 100_000);
/** Length of the stretches of real samples that are mutated. */
const STRETCH = 400;
/**
 * A guard against hangs, and readers whose time grows with the square of their input: no single one may take longer, in
 * ms of this process's own time, which does not run while others have the processor.
 */
const LIMIT = 3000;
const processorTime = (): number => process.cpuUsage().user / 1000;

/** Real samples by format; formats without one are written from a real recording. */
const SEEDS: Record<string, readonly string[]> = {
  rep: ['rep/odd.rep', 'rep/classic.rep', 'rep/large.rep'],
  mtrace: ['mtrace/odd.mtrace', 'mtrace/ls-small.mtrace', 'mtrace/muntrace.mtrace'],
  ltrace: ['ltrace/odd-f.ltrace', 'ltrace/odd-f-ttt.ltrace', 'ltrace/odd-r.ltrace', 'ltrace/sort-f.ltrace'],
  valgrind: ['valgrind/odd-ts.valgrind', 'valgrind/odd.valgrind', 'valgrind/odd-dhat.valgrind'],
  'heaptrack-raw': ['heaptrack/odd-raw.raw.zst'],
  heaptrack: ['heaptrack/odd.zst'],
};

/** Marsaglia's xorshift32: seeded, so that a failure comes again. */
class Random {
  constructor(private state: number) {}
  below(limit: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }
}

const ENDS: readonly InputEnd[] = ['whole', 'whole', 'whole', 'stopped', { cut: 'here' }];
const NUMBERS = [
  '0',
  '-1',
  '4294967295',
  '4294967296',
  '9007199254740993',
  '99999999999999999999',
  'ffffffffffffffff',
  '0x',
  '',
];

/** A few random edits of `seed`: bytes changed, cut, doubled, lines swapped, numbers made extreme. */
function mutated(seed: Uint8Array, random: Random): Uint8Array {
  let bytes: Uint8Array = seed.slice();
  for (let edits = 1 + random.below(4); edits > 0; edits--) {
    const at = random.below(bytes.length + 1);
    const length = random.below(20);
    switch (random.below(6)) {
      case 0:
        if (at < bytes.length) bytes[at] = random.below(256);
        break;
      case 1:
        bytes = splice(bytes, at, length, new Uint8Array(0));
        break;
      case 2:
        bytes = splice(bytes, at, 0, bytes.slice(at, at + length * 3));
        break;
      case 3: {
        const from = random.below(bytes.length + 1);
        bytes = splice(bytes, at, 0, bytes.slice(from, bytes.indexOf(10, from) + 1 || from));
        break;
      }
      case 4: {
        const end = bytes.subarray(at).findIndex((byte) => byte < 48 || byte > 57);
        bytes = splice(
          bytes,
          at,
          Math.max(0, end),
          new TextEncoder().encode(NUMBERS[random.below(NUMBERS.length)]),
        );
        break;
      }
      default:
        bytes = bytes.slice(0, at);
    }
  }
  return bytes;
}

function splice(bytes: Uint8Array, at: number, gone: number, put: Uint8Array): Uint8Array {
  const end = Math.min(bytes.length, at + gone);
  const out = new Uint8Array(at + put.length + bytes.length - end);
  out.set(bytes.subarray(0, at));
  out.set(put, at);
  out.set(bytes.subarray(end), at + put.length);
  return out;
}

/** Stretches of the samples that begin at a line, each with the first lines before it that the format needs. */
function stretches(format: TraceFormat): Uint8Array[] {
  const wholes: Uint8Array[] = SEEDS[format.id]?.map(fixture) ?? [written(format.id)];
  return wholes.flatMap((whole) => {
    const out: Uint8Array[] = [whole.slice(0, STRETCH)];
    const head = whole.slice(0, whole.indexOf(10) + 1);
    for (let at = STRETCH; at < whole.length && out.length < 20; at += STRETCH) {
      const start = whole.indexOf(10, at) + 1;
      const stretch = whole.slice(start, start + STRETCH);
      out.push(format.id === 'bytehound' ? stretch : splice(stretch, 0, 0, head));
    }
    return out;
  });
}

function written(id: string): Uint8Array {
  const writer = findWriter(id) ?? expect.fail(id);
  return traceBytes(readNow(fixture(join('valgrind', 'odd.valgrind'))), writer);
}

describe.each(traceFormats.map((format) => [format.id, format] as const))('%s', (id, format) => {
  it(`stands ${INPUTS} mutated samples`, { timeout: 600_000 }, () => {
    const seeds = stretches(format);
    const random = new Random(0x9e3779b9 ^ id.length);
    let read = 0;
    let slowest = 0;
    for (let input = 0; input < INPUTS; input++) {
      const bytes = mutated(seeds[random.below(seeds.length)], random);
      const piece = 1 + random.below(bytes.length + 1);
      const start = processorTime();
      try {
        const reader = format.open(new TraceBuilder(), 'fuzz', 'fuzz');
        for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
        const trace = reader.finish(ENDS[random.below(ENDS.length)]);
        checkTrace(trace);
        // No input makes more events than it has bytes, nor notes without end.
        if (trace.length > bytes.length || trace.notes.length > 20)
          throw new Error(`${trace.length} events, ${trace.notes.length} notes from ${bytes.length} bytes`);
        read++;
      } catch (error) {
        if (!(error instanceof TraceError))
          throw new Error(`input ${input}: ${JSON.stringify(new TextDecoder('latin1').decode(bytes))}`, {
            cause: error,
          });
      }
      slowest = Math.max(slowest, processorTime() - start);
    }
    expect(slowest).toBeLessThan(LIMIT);
    // The mutations must leave some inputs whole enough to be read, and spoil others.
    expect(read).toBeGreaterThan(INPUTS / 100);
  });
});

it('archives with flipped bytes are read or refused', { timeout: 60_000 }, async () => {
  const random = new Random(77);
  const archives = ['heaptrack/odd.zst', 'heaptrack/odd-raw.raw.zst'].map(packedFixture);
  for (const path of ['ltrace/odd.ltrace', 'mtrace/odd.mtrace'])
    archives.push(new Uint8Array(gzipSync(fixture(path))));
  for (const whole of archives) {
    for (let input = 0; input < 300; input++) {
      const bytes = whole.slice(0, random.below(3) === 0 ? random.below(whole.length) : whole.length);
      for (let edits = random.below(4); edits > 0 && bytes.length > 0; edits--)
        bytes[random.below(bytes.length)] = random.below(256);
      const result = await readBytes(bytes, 'archive').catch((error) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(TraceError);
      else checkTrace(result);
    }
  }
});

it.each([
  ' malloc(',
  'free(0',
  '1 ',
  '9',
  '@ a + ',
  '--1-',
  '==1== ',
  'op,',
  '{"op"',
  'v 1 ',
  '\n',
  '1\n',
  '->',
  '- - ',
])('detection is quick on a head full of %j', (piece) => {
  const head = new TextEncoder().encode(piece.repeat(HEAD_BYTES / piece.length));
  const start = processorTime();
  expect(() => recognised(traceFormats, head, 'x').id).not.toThrow(RangeError);
  expect(processorTime() - start).toBeLessThan(LIMIT);
});
