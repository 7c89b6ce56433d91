import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../../src/experiment/document';
import { BOOKMARKS, NOTE_CHARACTERS } from '../../../src/experiment/limits';
import { decodeLink, encodeLink, LINK_CHARACTERS, LINK_JSON_BYTES } from '../../../src/experiment/link';
import { parseExperiment } from '../../../src/experiment/parse';
import { upgraded } from '../../../src/experiment/versions';

const natural = fc.maxSafeNat();
const name = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((text) => text.length <= 200);
const json = fc
  .jsonValue({ maxDepth: 2 })
  // JSON has one zero only.
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

/** What is loaded of a recording: nothing said, a beginning, an end after it, a sample. */
const part = fc
  .record(
    {
      from: fc.nat(2 ** 31),
      length: fc.integer({ min: 1, max: 2 ** 31 }),
      everyObject: fc.integer({ min: 1, max: 1e6 }),
    },
    { requiredKeys: [] },
  )
  .map(({ length, ...rest }) => (length === undefined ? rest : { ...rest, to: (rest.from ?? 0) + length }));

const recorded = fc.oneof(
  fc.record({ kind: fc.constant('sample' as const), name: fc.stringMatching(/^[a-z0-9-]{1,30}$/) }),
  fc.record({ kind: fc.constant('inline' as const), name, text: fc.string({ maxLength: 5000 }) }),
  fc.record({
    kind: fc.constant('file' as const),
    name,
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
    bytes: natural,
  }),
);

const workload = fc.oneof(
  fc.tuple(recorded, part).map(([of, loaded]) => ({ ...of, ...loaded })),
  fc.record({
    kind: fc.constant('script' as const),
    name,
    source: fc.string({ maxLength: 500, unit: 'grapheme' }),
  }),
  fc.record({ kind: fc.constant('model' as const), name, model: json, events: natural }),
);

const parameterName = fc.stringMatching(/^[a-z]{1,8}$/);

const experiment: fc.Arbitrary<Experiment> = fc.record({
  version: fc.constant(1 as const),
  title: fc.string({ maxLength: 200 }),
  workload,
  allocators: fc.array(fc.record({ id: name, params: fc.dictionary(parameterName, natural) }), {
    minLength: 1,
    maxLength: 3,
  }),
  machine: fc.oneof(fc.constant(null), fc.string(), fc.dictionary(parameterName, json)),
  seed: natural,
  view: fc.record({
    cursor: natural,
    step: fc.option(natural),
    window: fc.option(fc.record({ from: natural, rowBytes: natural })),
    range: fc.option(fc.tuple(natural, natural)),
    metric: fc.string(),
    page: fc.string(),
    bookmarks: fc.array(fc.record({ event: natural, note: fc.string({ maxLength: NOTE_CHARACTERS }) }), {
      maxLength: 20,
    }),
  }),
  fingerprints: fc.array(fc.string()),
});

const small = parseExperiment({
  version: 1,
  workload: { kind: 'sample', name: 'gawk' },
  allocators: [{ id: 'sysv' }],
});

/** A fragment around any text, as a hostile hand would make it. */
const packed = (text: string | Buffer, version: number | string = 1) =>
  `#${version}.${deflateRawSync(text).toString('base64url')}`;

describe('a link', () => {
  it('gives back every document that went in', async () => {
    await fc.assert(
      fc.asyncProperty(experiment, async (document) => {
        const fragment = await encodeLink(document);
        expect(fragment).toMatch(/^#1\.[A-Za-z0-9_-]+$/);
        expect(await decodeLink(fragment)).toEqual(document);
      }),
      { numRuns: 200 },
    );
  });

  it('is read from a whole address, from a fragment, and without the #', async () => {
    const fragment = await encodeLink(small);
    for (const link of [
      fragment,
      fragment.slice(1),
      `https://example.org/lab/?x=1${fragment}`,
      ` ${fragment}\n`,
    ])
      expect(await decodeLink(link)).toEqual(small);
  });

  it('of a sample and an allocator is short', async () => {
    expect((await encodeLink(small)).length).toBeLessThan(400);
  });

  it('holds a trace of half a megabyte', async () => {
    const text = `# alloc-trace 1\n${Array.from({ length: 20_000 }, (_, i) => `a ${i} ${(i * 17) % 4096} ${i}`).join('\n')}\n`;
    const document: Experiment = { ...small, workload: { kind: 'inline', name: 'many', text } };
    expect(await decodeLink(await encodeLink(document))).toEqual(document);
  });

  it('is refused when the document is too large', async () => {
    const text = 'x'.repeat(LINK_JSON_BYTES);
    await expect(encodeLink({ ...small, workload: { kind: 'inline', name: 'large', text } })).rejects.toThrow(
      /expected at most 2000000 bytes/,
    );
  });
});

describe('a hostile link', () => {
  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['nothing', '', /holds nothing, expected a fragment/],
    ['a bare #', '#', /holds nothing/],
    ['no version', '#abc', /"abc", expected a fragment of the form #VERSION\.DATA/],
    ['characters outside base64url', '#1.a+b/', /of the form #VERSION\.DATA/],
    ['a version of tomorrow', packed('{}', 2), /version 2, expected a version from 1 to 1/],
    ['version 0', packed('{}', 0), /version 0/],
    ['an impossible length', '#1.A', /cut off/],
    ['data that is not deflated', '#1.AAAA', /does not unpack/],
    ['text that is not JSON', packed('not json'), /not JSON/],
    ['text that is not UTF-8', packed(Buffer.from([0x22, 0xff, 0xfe, 0x22])), /not JSON/],
    ['JSON of null', packed('null'), /version: found nothing/],
    ['a document of another version', packed('{"version":7}'), /version: found 7, expected 1/],
    ['a document without a workload', packed('{"version":1}'), /found nothing, expected/],
    [
      'a path as a sample',
      packed(JSON.stringify({ ...small, workload: { kind: 'sample', name: '../../etc/passwd' } })),
      /workload\.name: found "\.\.\/\.\.\/etc\/passwd"/,
    ],
    [
      'a negative cursor',
      packed(JSON.stringify({ ...small, view: { cursor: -1 } })),
      /view\.cursor: found -1, expected >=0/,
    ],
    [
      'four allocators',
      packed(JSON.stringify({ ...small, allocators: Array(4).fill({ id: 'bsd' }) })),
      /allocators: found 4, expected <=3/,
    ],
    [
      'a part that ends before it begins',
      packed(JSON.stringify({ ...small, workload: { kind: 'sample', name: 'gawk', from: 500, to: 20 } })),
      /workload\.to: found 20, expected an event after 500/,
    ],
    [
      'an empty part',
      packed(JSON.stringify({ ...small, workload: { kind: 'sample', name: 'gawk', to: 0 } })),
      /workload\.to: found 0, expected an event after 0/,
    ],
    [
      'a sample of no object',
      packed(JSON.stringify({ ...small, workload: { kind: 'sample', name: 'gawk', everyObject: 0 } })),
      /workload\.everyObject: found 0, expected >=1/,
    ],
    [
      'a note without end',
      packed(JSON.stringify({ ...small, view: { bookmarks: [{ event: 1, note: 'x'.repeat(201) }] } })),
      /view\.bookmarks\.0\.note: found 201, expected <=200/,
    ],
    [
      'too many bookmarks',
      packed(
        JSON.stringify({
          ...small,
          view: { bookmarks: Array.from({ length: BOOKMARKS + 1 }, (_, event) => ({ event, note: '' })) },
        }),
      ),
      /view\.bookmarks: found 101, expected <=100/,
    ],
    ['a bomb', packed('x'.repeat(LINK_JSON_BYTES + 1)), /more than 2000000 bytes once unpacked/],
    ['a link too long', `#1.${'A'.repeat(LINK_CHARACTERS)}`, /2000002 characters, expected at most/],
  ];
  it.each(refused)('with %s is refused', async (_, link, message) => {
    await expect(decodeLink(link)).rejects.toThrow(message);
  });

  it('cut off anywhere is refused', async () => {
    const whole = await encodeLink(small);
    for (let end = 0; end < whole.length; end++)
      await expect(decodeLink(whole.slice(0, end))).rejects.toThrow();
  });

  it('of 50 MB of zeros is refused without unpacking it', async () => {
    const bomb = deflateRawSync(Buffer.alloc(50_000_000), { level: 9 }).toString('base64url');
    const before = process.memoryUsage().arrayBuffers;
    await expect(decodeLink(`#1.${bomb}`)).rejects.toThrow(/once unpacked/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
  });

  it('of any characters ends in an error with words', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[A-Za-z0-9_-]{0,200}$/), async (data) => {
        await expect(decodeLink(`#1.${data}`)).rejects.toThrow(/found|holds/);
      }),
    );
  });
});

describe('upgrading', () => {
  const steps = {
    1: (value: unknown) => ({ ...(value as object), second: true }),
    2: (value: unknown) => ({ ...(value as object), third: true }),
  };
  it('goes one step a version', () => {
    expect(upgraded({ first: true }, 1, steps, 3)).toEqual({ first: true, second: true, third: true });
    expect(upgraded({ first: true }, 2, steps, 3)).toEqual({ first: true, third: true });
    expect(upgraded({ first: true }, 3, steps, 3)).toEqual({ first: true });
  });
  it('knows no version of tomorrow', () => {
    expect(() => upgraded({}, 4, steps, 3)).toThrow(RangeError);
    expect(() => upgraded({}, 0, steps, 3)).toThrow(RangeError);
  });
});
