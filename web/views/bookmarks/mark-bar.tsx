import './bookmarks.css';
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { NOTE_CHARACTERS } from '../../../src/experiment/limits';
import { IconButton } from '../../controls/icon-button';
import { count } from '../../format';
import { closeMarking, saveMark } from '../../state/bookmarks';
import { undo } from '../../state/document';
import { bookmarksOf, type Marking, useLab } from '../../state/store';

/** Takes the note of a bookmark, or offers to bring back one that was deleted. It floats above the page's foot. */
export default function MarkBar({ marking }: { readonly marking: Marking }) {
  return marking.kind === 'note' ? <Note event={marking.event} /> : <Deleted {...marking} />;
}

function Note({ event }: { readonly event: number }) {
  const known = bookmarksOf(useLab.getState()).find((mark) => mark.event === event);
  const [note, setNote] = useState(known?.note ?? '');
  // Who came by keyboard goes on where they were.
  const [before] = useState(() => document.activeElement);
  const close = () => {
    closeMarking();
    if (before instanceof HTMLElement) before.focus();
  };
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    saveMark(event, note);
    if (before instanceof HTMLElement) before.focus();
  };
  const onKeyDown = (key: KeyboardEvent) => {
    if (key.key !== 'Escape') return;
    key.preventDefault();
    close();
  };
  return (
    <form className="mark-bar" aria-label={`Bookmark at event ${count(event)}`} onSubmit={submit}>
      <label>
        <span>
          {known ? 'Note of the bookmark' : 'Bookmark'} at event <span className="num">{count(event)}</span>
        </span>
        <input
          ref={focused}
          value={note}
          maxLength={NOTE_CHARACTERS}
          placeholder="a note, if you like"
          onChange={({ target }) => setNote(target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <span className="hint num">
        {note.length} of {NOTE_CHARACTERS}
      </span>
      <button type="submit" className="button primary">
        Save
      </button>
      <button type="button" className="button" onClick={close}>
        Cancel
      </button>
    </form>
  );
}

const focused = (input: HTMLInputElement | null) => input?.focus();

function Deleted({ event, depth }: Extract<Marking, { kind: 'deleted' }>) {
  const past = useLab((state) => state.past.length);
  const gone = past !== depth;
  // Another change, or its undoing: undo would no longer mean the bookmark.
  useEffect(() => {
    if (gone) closeMarking();
  }, [gone]);
  return (
    <div className="mark-bar">
      <span role="status">
        The bookmark at event <span className="num">{count(event)}</span> is deleted.
      </span>
      <button type="button" className="button" onClick={undo}>
        Undo
      </button>
      <IconButton icon="close" label="Close" onClick={closeMarking} />
    </div>
  );
}
