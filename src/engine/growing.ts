type Column = Uint8Array | Uint32Array | Float64Array;

/** A longer copy of a column: twice as long while it is short, then by a quarter, so that little lies unused. */
export function enlarged<Of extends Column>(column: Of): Of {
  const { length } = column;
  const capacity = length < 1 << 14 ? length * 2 : Math.ceil(length * 1.25);
  const longer = new (column.constructor as new (length: number) => Of)(capacity);
  longer.set(column);
  return longer;
}

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

  /** Makes room for so many values more, or throws with nothing changed. */
  reserve(more: number): void {
    while (this.length + more > this.values.length) this.values = enlarged(this.values);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.values = enlarged(this.values);
    this.values[this.length++] = value;
  }
}
