/** FNV-1a with 64 bits (Fowler, Noll, Vo), in halves of 32 bits so that no object is made a byte. */
export class Fingerprint {
  private high = 0xcbf29ce4;
  private low = 0x84222325;
  private readonly scratch = new DataView(new ArrayBuffer(8));

  byte(value: number): this {
    const low = (this.low ^ (value & 0xff)) >>> 0;
    // The prime is 2^40 + 0x1b3: the product's low half, its carry, and the shifted low half in the high one.
    const upper = (low >>> 16) * 0x1b3;
    const lower = (low & 0xffff) * 0x1b3;
    const sum = (upper & 0xffff) * 0x10000 + lower;
    const carry = (upper >>> 16) + Math.floor(sum / 0x1_0000_0000);
    this.high = (Math.imul(this.high, 0x1b3) + carry + (low << 8)) >>> 0;
    this.low = sum >>> 0;
    return this;
  }

  /** The bits of a double; -0 counts as 0. */
  number(value: number): this {
    this.scratch.setFloat64(0, value === 0 ? 0 : value);
    for (let i = 0; i < 8; i++) this.byte(this.scratch.getUint8(i));
    return this;
  }

  /** UTF-8 bytes and an end. */
  text(value: string): this {
    for (const byte of new TextEncoder().encode(value)) this.byte(byte);
    return this.byte(0xff);
  }

  /** 16 hex digits. */
  get hex(): string {
    return this.high.toString(16).padStart(8, '0') + this.low.toString(16).padStart(8, '0');
  }
}

interface Measured {
  readonly name: string;
  readonly unit: string;
  readonly x: readonly (number | string)[];
  readonly measured: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

const NOTHING = 0;
const NUMBER = 1;
const TEXT = 2;

/** Fingerprint of a result: over what we measured, not over what the paper published. 16 hex digits. */
export function fingerprintOf(series: readonly Measured[]): string {
  const print = new Fingerprint();
  const value = (each: number | string | null) => {
    if (each === null) print.byte(NOTHING);
    else if (typeof each === 'string') print.byte(TEXT).text(each);
    else print.byte(NUMBER).number(each);
  };
  for (const each of series) {
    print.text(each.name).text(each.unit).number(each.x.length);
    for (const column of [each.x, each.measured, each.low, each.high])
      for (const entry of column) value(entry);
  }
  return print.hex;
}
