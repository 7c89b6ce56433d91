const CHUNK = 1 << 16;
/** Room that one event never exceeds. */
const MARGIN = 512;

/** Gathers text and numbers as bytes in chunks; no string an event. */
export class ByteWriter {
  private bytes = new Uint8Array(CHUNK + MARGIN);
  private at = 0;
  private readonly digits = new Uint8Array(24);

  /** True when the chunk should be taken before the next event. */
  get full(): boolean {
    return this.at >= CHUNK;
  }

  /** What was written since the last take. */
  take(): Uint8Array {
    const chunk = this.bytes.subarray(0, this.at);
    this.bytes = new Uint8Array(CHUNK + MARGIN);
    this.at = 0;
    return chunk;
  }

  /** Short text of ASCII characters. */
  text(text: string): void {
    for (let i = 0; i < text.length; i++) this.bytes[this.at++] = text.charCodeAt(i);
  }

  /** Text of any kind and length, outside the events (headings). */
  line(text: string): void {
    const encoded = new TextEncoder().encode(`${text}\n`);
    const both = new Uint8Array(this.at + encoded.length + CHUNK + MARGIN);
    both.set(this.bytes.subarray(0, this.at));
    both.set(encoded, this.at);
    this.bytes = both;
    this.at += encoded.length;
  }

  code(code: number): void {
    this.bytes[this.at++] = code;
  }

  /** A whole number from 0 up to 2^53. */
  decimal(value: number): void {
    this.number(value, 10);
  }

  hex(value: number): void {
    this.number(value, 16);
  }

  /** A little-endian word of 64 bits. */
  word(value: number): void {
    let rest = value;
    for (let i = 0; i < 8; i++) {
      this.bytes[this.at++] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }

  private number(value: number, base: number): void {
    const { digits } = this;
    let rest = value;
    let count = 0;
    // Integer division where 32 bits suffice; it is most of a writer's time.
    while (rest > 0x7fff_ffff) {
      const quotient = Math.floor(rest / base);
      digits[count++] = rest - quotient * base;
      rest = quotient;
    }
    let small = rest | 0;
    do {
      const quotient = (small / base) | 0;
      digits[count++] = small - quotient * base;
      small = quotient;
    } while (small > 0);
    while (count > 0) {
      const digit = digits[--count];
      this.bytes[this.at++] = digit < 10 ? 48 + digit : 87 + digit;
    }
  }
}
