import type { EventSink } from '../sink';
import type { Trace } from '../trace';

/**
 * How an input ends: with its last byte, because the reader has all that was asked of it, or before its end
 * (a truncated archive) for the reason given.
 */
export type InputEnd = 'whole' | 'stopped' | { readonly cut: string };

/** Reads one format as its bytes flow in. */
export interface TraceReader {
  /** Takes the next bytes of the (unpacked) input. */
  push(bytes: Uint8Array): void;
  /**
   * Ends the input.
   * @throws TraceError when the format cannot end here
   */
  finish(end: InputEnd): Trace;
}

/** What the lab knows of a format. One object a file of this folder; detect.ts lists them. */
export interface TraceFormat {
  readonly id: string;
  /** Name for people: the tool that writes it. */
  readonly title: string;
  /** File name ending by habit, without the dot. */
  readonly extension: string;
  /**
   * True when `head`, the text of the first bytes of the input, is of this format.
   * @param head up to 64 KiB, one character a byte
   * @param bytes the same as bytes
   */
  recognises(head: string, bytes: Uint8Array): boolean;
  /**
   * @param sink takes the events
   * @param file name of the input, for errors
   * @param name what to call the trace where the input does not say
   */
  open(sink: EventSink, file: string, name: string): TraceReader;
}
