import './bookmarks.css';
import { IconButton } from '../../controls/icon-button';
import { Panel } from '../../controls/panel';
import { count } from '../../format';
import { deleteMark, editMark, usePlacedBookmarks } from '../../state/bookmarks';
import { setCursor } from '../../state/document';
import { cursorOf, useLab } from '../../state/store';

/** The bookmarks in order of events: goes there, edits the note, deletes. */
export default function BookmarkList() {
  const marks = usePlacedBookmarks();
  const cursor = useLab(cursorOf);
  return (
    <Panel title="Bookmarks" className="bookmarks" note="in the link too">
      <ul>
        {marks.map(({ event, note, shown }) => (
          <li key={event} aria-current={shown === cursor ? 'true' : undefined}>
            {shown === null ? (
              <span className="num outside" title="Outside the part of the recording that is loaded">
                {count(event)}
              </span>
            ) : (
              <button
                type="button"
                className="inline num"
                aria-label={`Go to the bookmark at event ${count(event)}`}
                onClick={() => setCursor(shown)}
              >
                {count(event)}
              </button>
            )}
            <span className="note-text">
              {note === '' ? <span className="hint">no note</span> : note}
              {shown === null && <span className="hint"> (outside the part that is loaded)</span>}
            </span>
            <button
              type="button"
              className="inline"
              aria-label={`Edit the bookmark at event ${count(event)}`}
              onClick={() => editMark(event)}
            >
              edit
            </button>
            <IconButton
              icon="close"
              label={`Delete the bookmark at event ${count(event)}`}
              onClick={() => deleteMark(event)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
