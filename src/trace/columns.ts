type Column = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** A column of `capacity` entries that starts with those of `column`; the rest is `fill` (0 when left out). */
export function grown<T extends Column>(column: T, capacity: number, fill = 0): T {
  const larger = new (column.constructor as new (length: number) => T)(capacity);
  larger.set(column);
  if (fill !== 0) larger.fill(fill, column.length);
  return larger;
}

/** The first `length` entries; copied when that gives back more than an eighth of the memory. */
export function trimmed<T extends Column>(column: T, length: number): T {
  const keep = column.length - length <= column.length >> 3;
  return (keep ? column.subarray(0, length) : column.slice(0, length)) as T;
}
