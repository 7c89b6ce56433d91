import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fingerprint, fingerprintOf } from '../../../src/experiment/fingerprint';

const bytes = (text: string) => {
  const print = new Fingerprint();
  for (const byte of new TextEncoder().encode(text)) print.byte(byte);
  return print.hex;
};

const series = {
  name: 'cost',
  unit: 'µs',
  x: [2, 3] as (number | string)[],
  measured: [1, null],
  low: [0.5, null],
  high: [1.5, null],
};

describe('the fingerprint', () => {
  it('is FNV-1a with 64 bits, to its authors’ test vectors', () => {
    expect(bytes('')).toBe('cbf29ce484222325');
    expect(bytes('a')).toBe('af63dc4c8601ec8c');
    expect(bytes('foobar')).toBe('85944171f73967e8');
  });

  it('agrees with arithmetic on big integers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (values) => {
        const print = new Fingerprint();
        let big = 0xcbf29ce484222325n;
        for (const value of values) {
          print.byte(value);
          big = ((big ^ BigInt(value)) * 0x100000001b3n) & 0xffff_ffff_ffff_ffffn;
        }
        expect(print.hex).toBe(big.toString(16).padStart(16, '0'));
      }),
    );
  });

  it('changes with whatever was measured, and with nothing else', () => {
    const print = fingerprintOf([series]);
    expect(print).toMatch(/^[0-9a-f]{16}$/);
    expect(fingerprintOf([{ ...series, published: [7, 7] } as typeof series])).toBe(print);
    expect(fingerprintOf([{ ...series, measured: [-0 + 1, null] }])).toBe(print);
    for (const changed of [
      { ...series, measured: [1 + Number.EPSILON, null] },
      { ...series, measured: [null, 1] },
      { ...series, measured: [1, 0] },
      { ...series, x: [2, '3'] },
      { ...series, low: [0.4, null] },
      { ...series, name: 'price' },
    ])
      expect(fingerprintOf([changed])).not.toBe(print);
    expect(fingerprintOf([series, series])).not.toBe(print);
  });
});
