/**
 * Moments that the user marked, with notes. They stand in the document and travel in links; they name the recording's
 * events, whichever part of it is loaded. Fetched when there is one.
 */
import { useEffect, useState } from 'react';
import type { Bookmark } from '../../src/experiment/document';
import { BOOKMARKS, NOTE_CHARACTERS } from '../../src/experiment/limits';
import type { EventIndex } from '../../src/units';
import { changeView, setCursor } from './document';
import { report } from './problems';
import { bookmarksOf, cursorOf, type LabState, useLab } from './store';
import { lab } from './worker';

const { getState, setState } = useLab;

/** A bookmark and where it stands in the open trace; null outside the part that is loaded. */
export interface PlacedBookmark extends Bookmark {
  readonly shown: EventIndex | null;
}

const partOf = ({ trace }: LabState) => (trace.kind === 'ready' ? trace.opened.part : null);

/** The events of the open trace that show events of the recording. */
async function place(marks: readonly Bookmark[]): Promise<readonly PlacedBookmark[]> {
  const { trace } = getState();
  if (trace.kind !== 'ready') return marks.map((mark) => ({ ...mark, shown: null }));
  const { part, summary } = trace.opened;
  const inside = (event: EventIndex) => (event < summary.events ? event : null);
  const shown = part === null ? null : await lab.loadedEvents(marks.map(({ event }) => event));
  return marks.map((mark, i) => ({ ...mark, shown: shown === null ? inside(mark.event) : shown[i] }));
}

/** The document's bookmarks where they stand now. */
export function usePlacedBookmarks(): readonly PlacedBookmark[] {
  const marks = useLab(bookmarksOf);
  const trace = useLab((state) => state.trace);
  const [placed, setPlaced] = useState<readonly PlacedBookmark[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trace or part places them elsewhere
  useEffect(() => {
    let current = true;
    void place(marks).then((found) => {
      if (current) setPlaced(found);
    });
    return () => {
      current = false;
    };
  }, [marks, trace]);
  return placed;
}

/** Opens the note of a bookmark at the cursor, a new one or the one that is there. */
export async function markCursor(): Promise<void> {
  const state = getState();
  if (state.trace.kind !== 'ready') return;
  const cursor = cursorOf(state);
  const [event] = partOf(state) === null ? [cursor] : await lab.recordedEvents([cursor]);
  const marks = bookmarksOf(state);
  if (marks.length >= BOOKMARKS && !marks.some((mark) => mark.event === event))
    report('No more bookmarks', new Error(`A link carries at most ${BOOKMARKS}. Delete one first.`));
  else editMark(event);
}

export const editMark = (event: EventIndex): void => setState({ marking: { kind: 'note', event } });

export const closeMarking = (): void => setState({ marking: null });

/** Sets the note of the bookmark at an event of the recording. */
export function saveMark(event: EventIndex, note: string): void {
  const others = bookmarksOf(getState()).filter((mark) => mark.event !== event);
  const mark = { event, note: note.trim().slice(0, NOTE_CHARACTERS) };
  changeView({ bookmarks: [...others, mark].sort((a, b) => a.event - b.event) });
  closeMarking();
}

export function deleteMark(event: EventIndex): void {
  const others = bookmarksOf(getState()).filter((mark) => mark.event !== event);
  changeView({ bookmarks: others.length > 0 ? others : undefined });
  setState(({ past }) => ({ marking: { kind: 'deleted', event, depth: past.length } }));
}

/** To the bookmark after the cursor, or before it; stays where there is none. */
export async function goToMark(direction: 1 | -1): Promise<void> {
  const cursor = cursorOf(getState());
  const events = (await place(bookmarksOf(getState()))).flatMap(({ shown }) => shown ?? []);
  const next = direction === 1 ? events.find((event) => event > cursor) : events.findLast((e) => e < cursor);
  if (next !== undefined) setCursor(next);
}
