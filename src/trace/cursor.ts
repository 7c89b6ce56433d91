const NONE = -1;

/** Reads fields from a stretch of bytes. Every method moves past what it read and leaves the place as it was when it did not. */
export class Cursor {
  bytes: Uint8Array = new Uint8Array(0);
  at = 0;
  end = 0;
  /** Upper and lower 32 bits of the last hexadecimal number. */
  high = 0;
  low = 0;

  set(bytes: Uint8Array, from: number, end: number): void {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  /** The byte at the cursor; −1 at the end. */
  peek(): number {
    return this.at < this.end ? this.bytes[this.at] : NONE;
  }

  /** Passes one byte if it is `code`. */
  eat(code: number): boolean {
    if (this.at >= this.end || this.bytes[this.at] !== code) return false;
    this.at++;
    return true;
  }

  /** Passes a word if it stands here. */
  word(codes: Uint8Array): boolean {
    const { bytes, at } = this;
    if (at + codes.length > this.end) return false;
    for (let i = 0; i < codes.length; i++) if (bytes[at + i] !== codes[i]) return false;
    this.at = at + codes.length;
    return true;
  }

  /** Passes blanks and tabs. */
  blanks(): void {
    while (this.at < this.end && (this.bytes[this.at] === 32 || this.bytes[this.at] === 9)) this.at++;
  }

  /** A decimal number (inexact past 2^53), or −1. */
  decimal(): number {
    const { bytes, end } = this;
    let at = this.at;
    let value = 0;
    for (; at < end; at++) {
      const digit = bytes[at] - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === this.at) return NONE;
    this.at = at;
    return value;
  }

  /** A hexadecimal number of up to 16 digits into `high` and `low`; false if there is none. */
  hex(): boolean {
    const { bytes, end } = this;
    let at = this.at;
    let high = 0;
    let low = 0;
    for (; at < end; at++) {
      const digit = DIGIT[bytes[at]];
      if (digit === 255) break;
      high = (high << 4) | (low >>> 28);
      low = (low << 4) | digit;
    }
    if (at === this.at || at - this.at > 16) return false;
    this.at = at;
    this.high = high >>> 0;
    this.low = low >>> 0;
    return true;
  }

  /** The last hexadecimal number as one value (inexact past 2^53). */
  get number(): number {
    return this.high * 2 ** 32 + this.low;
  }

  /** What is left, as text. */
  rest(): string {
    return new TextDecoder().decode(this.bytes.slice(this.at, this.end));
  }
}

/** Value of each hexadecimal digit's code; 255 for other bytes. */
const DIGIT = new Uint8Array(256).fill(255);
for (const digits of ['0123456789abcdef', '0123456789ABCDEF']) {
  for (let value = 0; value < 16; value++) DIGIT[digits.charCodeAt(value)] = value;
}

/** A word's bytes, for `Cursor.word`. */
export const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
