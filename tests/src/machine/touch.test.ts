import { describe, expect, it } from 'vitest';
import { packTouch, unpackTouch } from '../../../src/trace/touch';

describe('touches in a trace', () => {
  it.each([
    { offset: 0, repeat: 1 },
    { offset: 12, repeat: 1 },
    { offset: 2 ** 32 - 1, repeat: 2 ** 20 },
    { offset: 0, repeat: 100_000 },
  ])('$offset, $repeat times, survive packing', (touch) => {
    expect(unpackTouch(packTouch(touch))).toEqual(touch);
  });

  it('without a word are one pass from the first byte', () => {
    expect(unpackTouch(undefined)).toEqual({ offset: 0, repeat: 1 });
  });
});
