/** A column of numbers that grows as it is written. */
export class Growing {
  values: Uint32Array;
  length = 0;

  constructor(capacity = 64) {
    this.values = new Uint32Array(capacity);
  }

  get bytes(): number {
    return this.values.byteLength;
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
}
