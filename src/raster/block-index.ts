/** What is asked for: events across, addresses down. */
export interface Window {
  readonly fromEvent: number;
  readonly toEvent: number;
  readonly fromAddress: number;
  readonly toAddress: number;
}

/** A block whose end was found to lie later than it was said when it was added. */
export interface PutOff {
  readonly block: number;
  readonly before: number;
  readonly then: number;
}

/** Blocks of one bounding box. */
const CHUNK = 1024;

/**
 * Lives of blocks at their addresses as parallel columns, in order of birth, with bounding boxes over every 1,024 of
 * them, so that a window costs what lies in it. Blocks come to it one by one, while their run goes on.
 */
export class BlockIndex {
  count = 0;
  /** Event of birth, and the one that ends the block (exclusive). */
  readonly born: Uint32Array;
  readonly ends: Uint32Array;
  readonly address: Uint32Array;
  readonly bytes: Uint32Array;
  /** In the order in which it was found. */
  readonly putOffs: PutOff[] = [];
  /** By chunk: last end, lowest address, one past the highest. */
  private readonly boxes: Float64Array;

  /** @param most blocks that will come at most; memory is only touched as they do */
  constructor(most: number) {
    const column = () => new Uint32Array(most);
    this.born = column();
    this.ends = column();
    this.address = column();
    this.bytes = column();
    this.boxes = new Float64Array(Math.ceil(most / CHUNK) * 3);
  }

  /** Bytes that it takes. */
  get held(): number {
    return 4 * this.born.byteLength + this.boxes.byteLength;
  }

  /** Adds the block that was born after all others. */
  add(born: number, ends: number, address: number, bytes: number): void {
    const { count, boxes } = this;
    const box = Math.floor(count / CHUNK) * 3;
    if (count % CHUNK === 0) boxes[box + 1] = Number.POSITIVE_INFINITY;
    boxes[box] = Math.max(boxes[box], ends);
    boxes[box + 1] = Math.min(boxes[box + 1], address);
    boxes[box + 2] = Math.max(boxes[box + 2], address + bytes);
    this.born[count] = born;
    this.ends[count] = ends;
    this.address[count] = address;
    this.bytes[count] = bytes;
    this.count++;
  }

  /** Lets a block end later: what was to end it did not. */
  putOff(block: number, then: number): void {
    this.putOffs.push({ block, before: this.ends[block], then });
    this.ends[block] = then;
    const box = Math.floor(block / CHUNK) * 3;
    this.boxes[box] = Math.max(this.boxes[box], then);
  }

  /** The block that was born at an event; −1 for none. */
  find(event: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.born[middle] < event) low = middle + 1;
      else high = middle;
    }
    return low < this.count && this.born[low] === event ? low : -1;
  }

  /** Calls `see` for each block of a window in order of birth, until it returns false; of those from `first` on. */
  within(
    { fromEvent, toEvent, fromAddress, toAddress }: Window,
    see: (block: number) => boolean,
    first = 0,
  ): void {
    const { count, born, ends, address, bytes, boxes } = this;
    for (let from = first - (first % CHUNK); from < count && born[from] < toEvent; from += CHUNK) {
      const box = (from / CHUNK) * 3;
      if (boxes[box] <= fromEvent || boxes[box + 1] >= toAddress || boxes[box + 2] <= fromAddress) continue;
      const to = Math.min(count, from + CHUNK);
      for (let b = Math.max(first, from); b < to && born[b] < toEvent; b++) {
        if (ends[b] <= fromEvent || address[b] >= toAddress || address[b] + bytes[b] <= fromAddress) continue;
        if (!see(b)) return;
      }
    }
  }
}
