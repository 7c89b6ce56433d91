import { grown } from '../columns';
import type { Cursor } from '../cursor';
import { AddressHeap } from '../recording';
import { Op } from '../trace';
import { InterpretedSites, RawSites } from './heaptrack-sites';
import { type LineKind, LogReader } from './log';
import type { TraceFormat } from './reader';

const PLUS = 43;
const MINUS = 45;
const SPACE = 32;
const LETTER_C = 99;
const LETTER_A = 97;
const LETTER_I = 105;
const LETTER_M = 109;
const LETTER_S = 115;
const LETTER_T = 116;
const LETTER_X = 120;
/** Kinds of line that the lab has no use for: version, command, memory, attaching, suppressions, comments. */
const TALK = new Set([...'vXIRAS#'].map((letter) => letter.charCodeAt(0)));
/** Sampling of the clock: heaptrack writes `c` about every ten milliseconds. */
const CLOCK = 'ms';

/** What both kinds of heaptrack file share (heaptrack 1.4, src/track/libheaptrack.cpp and src/interpret). */
abstract class HeaptrackReader extends LogReader {
  protected readonly clock = CLOCK;
  protected time = 0;

  /** Reads the fields after `+ ` or `- `; false when they are malformed. */
  protected abstract allocated(cursor: Cursor): boolean;
  protected abstract freed(cursor: Cursor): boolean;
  /** Reads the fields of the other kinds of line. */
  protected abstract detail(letter: number, cursor: Cursor): boolean;

  protected read(cursor: Cursor): LineKind {
    const letter = cursor.peek();
    cursor.at++;
    if (TALK.has(letter)) return 'talk';
    if (!cursor.eat(SPACE)) return 'foreign';
    switch (letter) {
      case PLUS:
        return this.allocated(cursor) && cursor.done ? 'event' : 'foreign';
      case MINUS:
        return this.freed(cursor) && cursor.done ? 'event' : 'foreign';
      case LETTER_C:
        if (!cursor.hex()) return 'foreign';
        this.time = cursor.number;
        return 'talk';
      default:
        return this.detail(letter, cursor) ? 'talk' : 'foreign';
    }
  }

  protected conclude(_whole: boolean): void {
    this.recording.say(
      'heaptrack does not mark realloc, calloc and aligned requests: they stand as free and malloc.',
    );
  }
}

class RawReader extends HeaptrackReader {
  protected readonly grammar = '"+ SIZE TRACE ADDRESS" (heaptrack --raw)';
  private readonly heap = new AddressHeap(this.recording);
  private readonly callTree = new RawSites();
  private program = '';

  protected detail(letter: number, cursor: Cursor): boolean {
    if (letter === LETTER_T) return this.callTree.node(cursor);
    if (letter === LETTER_M) return this.callTree.module(cursor);
    if (letter !== LETTER_X || !cursor.hex() || !cursor.eat(SPACE)) return false;
    this.program = cursor.rest().replace(/^.*\//, '');
    return true;
  }

  protected sites() {
    return this.callTree.finish(this.program);
  }

  protected allocated(cursor: Cursor): boolean {
    if (!cursor.hex()) return false;
    const size = cursor.number;
    if (!cursor.eat(SPACE) || !cursor.hex()) return false;
    const site = cursor.number;
    if (!cursor.eat(SPACE) || !cursor.hex()) return false;
    this.heap.allocate(Op.malloc, cursor.high, cursor.low, size, this.time);
    if (this.callTree.tree.has(site)) this.recording.sink.site(site);
    return true;
  }

  protected freed(cursor: Cursor): boolean {
    if (!cursor.hex()) return false;
    this.heap.free(cursor.high, cursor.low, this.time);
    return true;
  }
}

const NONE = -1;
/** More different (size, trace) pairs than any recording has; keeps a broken index from asking for memory. */
const MAX_INFOS = 1 << 26;

class InterpretedReader extends HeaptrackReader {
  protected readonly grammar = '"+ INFO" (heaptrack)';
  /** By allocation info: its size, its site, and the newest of its blocks that live. */
  private size = new Float64Array(1 << 8);
  private site = new Uint32Array(1 << 8);
  private newest = new Int32Array(1 << 8);
  private infos = 0;
  /** By object: the next older live block of its info. */
  private older = new Int32Array(1 << 8);
  private frees = 0;
  private readonly callTree = new InterpretedSites();

  protected detail(letter: number, cursor: Cursor): boolean {
    switch (letter) {
      case LETTER_A:
        return this.info(cursor);
      case LETTER_S:
        return this.callTree.string(cursor);
      case LETTER_I:
        return this.callTree.instruction(cursor);
      case LETTER_T:
        return this.callTree.node(cursor);
      default:
        return false;
    }
  }

  protected sites() {
    return this.callTree.finish();
  }

  /** `a SIZE TRACE` */
  private info(cursor: Cursor): boolean {
    if (!cursor.hex() || this.infos === MAX_INFOS) return false;
    const size = cursor.number;
    if (!cursor.eat(SPACE) || !cursor.hex()) return false;
    if (this.infos === this.size.length) {
      this.size = grown(this.size, this.infos * 2);
      this.site = grown(this.site, this.infos * 2);
      this.newest = grown(this.newest, this.infos * 2);
    }
    this.size[this.infos] = size;
    this.site[this.infos] = this.callTree.tree.has(cursor.number) ? cursor.number : 0;
    this.newest[this.infos++] = NONE;
    return true;
  }

  protected allocated(cursor: Cursor): boolean {
    if (!cursor.hex() || cursor.number >= this.infos) return false;
    const info = cursor.low;
    const id = this.recording.allocate(Op.malloc, this.size[info], this.time);
    this.recording.sink.site(this.site[info]);
    if (id >= this.older.length) this.older = grown(this.older, this.older.length * 2);
    this.older[id] = this.newest[info];
    this.newest[info] = id;
    return true;
  }

  protected freed(cursor: Cursor): boolean {
    if (!cursor.hex() || cursor.number >= this.infos) return false;
    const id = this.newest[cursor.low];
    if (id === NONE) {
      this.recording.count('unknownFree');
      return true;
    }
    this.newest[cursor.low] = this.older[id];
    this.recording.free(id, this.time);
    this.frees++;
    return true;
  }

  protected conclude(whole: boolean): void {
    super.conclude(whole);
    if (this.frees > 0)
      this.recording.say(
        'An interpreted heaptrack file has no addresses: of blocks alike in size and call stack the newest is taken to die first. Record with --raw for true lifetimes.',
      );
  }
}

const VERSION = /^v [0-9a-f]+ [0-9a-f]+\r?\n/;

export const heaptrackRaw: TraceFormat = {
  id: 'heaptrack-raw',
  title: 'heaptrack --raw',
  extension: 'raw',
  recognises: (head) => VERSION.test(head) && /^x [0-9a-f]+ /m.test(head),
  open: (sink, file, name) => new RawReader(sink, file, name),
};

export const heaptrack: TraceFormat = {
  id: 'heaptrack',
  title: 'heaptrack',
  extension: 'heaptrack',
  recognises: (head) => VERSION.test(head),
  open: (sink, file, name) => new InterpretedReader(sink, file, name),
};
