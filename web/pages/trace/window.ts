import type { AddressTimeWindow } from '../../../src/worker/trace-api';

/** Least extent that is shown. */
const EVENTS = 8;
const BYTES = 64;

/** One axis moved and scaled; it stays within the whole. */
function axis(low: number, high: number, from: number, to: number, least: number): [number, number] {
  const length = Math.min(high - low, Math.max(Math.min(least, high - low), to - from));
  const start = Math.max(low, Math.min(high - length, from));
  return [start, start + length];
}

/** The window nearest to the one that is wanted within the whole history. */
export function within(whole: AddressTimeWindow, wanted: AddressTimeWindow): AddressTimeWindow {
  const [fromEvent, toEvent] = axis(whole.fromEvent, whole.toEvent, wanted.fromEvent, wanted.toEvent, EVENTS);
  const [fromAddress, toAddress] = axis(
    whole.fromAddress,
    whole.toAddress,
    wanted.fromAddress,
    wanted.toAddress,
    BYTES,
  );
  return { fromEvent, toEvent, fromAddress, toAddress };
}

/** Bytes of the least address axis of a run under way. */
const ROOM = 1 << 16;

/**
 * The extent of a heap that still grows, with room: 2^k or 3 · 2^k bytes. The axis stays for a while then, and with it
 * what is drawn.
 */
export function roomFor(bytes: number): number {
  let room = ROOM;
  while (room < bytes) room *= 2;
  return room * 0.75 >= Math.max(bytes, ROOM) ? room * 0.75 : room;
}

/** Whether both show the same. */
export const sameWindow = (a: AddressTimeWindow, b: AddressTimeWindow): boolean =>
  a.fromEvent === b.fromEvent &&
  a.toEvent === b.toEvent &&
  a.fromAddress === b.fromAddress &&
  a.toAddress === b.toAddress;

/** Scaled by a factor while the point at shares x, y (0 … 1) of the window stays. */
export function zoomed(
  whole: AddressTimeWindow,
  w: AddressTimeWindow,
  factor: number,
  x: number,
  y: number,
): AddressTimeWindow {
  const events = (w.toEvent - w.fromEvent) / factor;
  const bytes = (w.toAddress - w.fromAddress) / factor;
  const event = w.fromEvent + x * (w.toEvent - w.fromEvent);
  const address = w.fromAddress + y * (w.toAddress - w.fromAddress);
  const fromEvent = event - x * Math.max(EVENTS, events);
  const fromAddress = address - y * Math.max(BYTES, bytes);
  return within(whole, {
    fromEvent,
    toEvent: fromEvent + Math.max(EVENTS, events),
    fromAddress,
    toAddress: fromAddress + Math.max(BYTES, bytes),
  });
}

/** Moved by shares of the window's extent. */
export function moved(
  whole: AddressTimeWindow,
  w: AddressTimeWindow,
  x: number,
  y: number,
): AddressTimeWindow {
  const events = x * (w.toEvent - w.fromEvent);
  const bytes = y * (w.toAddress - w.fromAddress);
  return within(whole, {
    fromEvent: w.fromEvent + events,
    toEvent: w.toEvent + events,
    fromAddress: w.fromAddress + bytes,
    toAddress: w.toAddress + bytes,
  });
}
