import type { Address } from '../units';
import { hex } from './faults';

/** One moment within an event: what the allocator did, in words, and where in its source. */
export interface Step {
  readonly kind: string;
  /** File's index in the allocator's descriptor, and the line in it, from 1. */
  readonly file: number;
  readonly line: number;
  /** The two values of the step; the first is mostly a block's address. */
  readonly a: number;
  readonly b: number;
  /** A sentence in a teacher's words: "block at 0x2f40 holds 48 bytes, 64 needed: next". */
  readonly text: string;
  /** Block that the step speaks of; null where it speaks of none. */
  readonly block: Address | null;
  readonly loads: number;
  readonly stores: number;
}

/** What a sentence may need beside the step's own two values. */
export interface StepContext {
  /** Bytes that the program asks for in this event; 0 for a free. */
  readonly wanted: number;
  readonly op: string;
  /** Of a visit: whether the allocator's next step is to take that very block. */
  readonly taken: boolean;
}

interface StepKind {
  readonly name: string;
  /** Which of the two values is the block that the step speaks of. */
  readonly block: 'a' | null;
  readonly text: (a: number, b: number, context: StepContext) => string;
}

const bytes = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'byte' : 'bytes'}`;
/** Parameters that stand for "all bits set" in C. */
const signed = (value: number): number => value | 0;

/** The kinds of step in the order of `step_kind` in wasm/include/lab.h, each with its sentence. */
export const STEP_KINDS: readonly StepKind[] = [
  { name: 'visit', block: 'a', text: visited },
  {
    name: 'fit',
    block: 'a',
    text: (a, b, { wanted }) =>
      `The block at ${hex(a)} is chosen: ${bytes(b)} for the ${bytes(wanted)} asked for.`,
  },
  { name: 'split', block: 'a', text: (a, b) => `The block is split: ${bytes(b)} at ${hex(a)} stay free.` },
  {
    name: 'coalesce',
    block: 'a',
    text: (a, b) => `Neighbours that touch are joined: the block at ${hex(a)} now holds ${bytes(b)}.`,
  },
  { name: 'link', block: 'a', text: (a, b) => `The block at ${hex(a)}, ${bytes(b)}, enters the free list.` },
  {
    name: 'unlink',
    block: 'a',
    text: (a, b) => `The block at ${hex(a)}, ${bytes(b)}, leaves the free list.`,
  },
  {
    name: 'grow',
    block: 'a',
    text: (a, b) =>
      `No free block is large enough: the system extends the heap at ${hex(a)} by ${bytes(b)} (sbrk).`,
  },
  { name: 'map', block: 'a', text: (a, b) => `The system maps ${bytes(b)} of fresh pages at ${hex(a)}.` },
  { name: 'unmap', block: 'a', text: (a, b) => `${bytes(b)} of pages at ${hex(a)} go back to the system.` },
  {
    name: 'class',
    block: null,
    text: (a, b) => `Size class ${a} serves the request: its blocks hold ${bytes(b)}.`,
  },
  {
    name: 'hit',
    block: null,
    text: (a, b) => `Cache list ${a}, for ${bytes(b)}, has a block: no search is needed.`,
  },
  {
    name: 'miss',
    block: null,
    text: (a, b) =>
      `Cache list ${signed(a)}, for ${bytes(b)}, is empty or absent: the allocator below is asked.`,
  },
  {
    name: 'evict',
    block: null,
    text: (a, b) =>
      `Cache list ${a}, for ${bytes(b)}, was used least recently: all of its blocks are given back.`,
  },
  {
    name: 'refill',
    block: 'a',
    text: (a, b) =>
      `${b.toLocaleString('en')} new ${b === 1 ? 'block is' : 'blocks are'} carved at ${hex(a)}.`,
  },
  {
    name: 'take',
    block: 'a',
    text: (a, b, { wanted }) =>
      `The program gets the block at ${hex(a)}: ${bytes(b)} for the ${bytes(wanted)} that it asked for.`,
  },
  { name: 'give', block: 'a', text: (a, b) => `The program gives back the block at ${hex(a)}: ${bytes(b)}.` },
  {
    name: 'fail',
    block: null,
    text: (a) => `The request for ${bytes(a)} cannot be met: malloc returns NULL.`,
  },
  { name: 'heap', block: null, text: (a, b) => `Heap ${a} is searched for processor ${b}.` },
  {
    name: 'move',
    block: 'a',
    text: (a, b) => `The region at ${hex(a)} changes hands: its new owner is heap ${signed(b)}.`,
  },
  { name: 'rover', block: 'a', text: (a) => `The next search will begin at ${hex(a)} (roving pointer).` },
  { name: 'bitmap', block: null, text: (a, b) => `Bit ${a} of the bitmap is ${b ? 'set' : 'cleared'}.` },
  {
    name: 'copy',
    block: 'a',
    text: (a, b) => `${bytes(b)} of contents are copied to the block at ${hex(a)}.`,
  },
];

function visited(block: Address, holds: number, { wanted, op, taken }: StepContext): string {
  // A search by address does not look at sizes.
  if (holds === 0)
    return `Looking for its place by address: the free block at ${hex(block)} lies below; on to the next.`;
  if (op === 'free')
    return `Looking for the neighbours: the free block at ${hex(block)} holds ${bytes(holds)}; on to the next.`;
  const verdict = taken
    ? 'large enough, and taken'
    : holds < wanted
      ? 'too small: next'
      : 'passed over: next';
  return `The block at ${hex(block)} holds ${bytes(holds)} with its header, ${bytes(wanted)} are asked for: ${verdict}.`;
}
