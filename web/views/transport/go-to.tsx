import { useEffect, useState } from 'react';
import { setCursor } from '../../state/document';

/** The event's number; typing another goes there. */
export function GoTo({ cursor, last }: { readonly cursor: number; readonly last: number }) {
  const [text, setText] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved cursor ends the typing
  useEffect(() => setText(null), [cursor]);
  const go = () => {
    const event = Number((text ?? '').replace(/[\s,]/g, ''));
    if (text !== null && text.trim() !== '' && Number.isInteger(event)) setCursor(event);
    setText(null);
  };
  return (
    <label className="go-to">
      Event{' '}
      <input
        id="go-to"
        inputMode="numeric"
        aria-label={`Go to event, 0 to ${last}`}
        size={Math.max(4, String(last).length + 2)}
        value={text ?? cursor.toLocaleString('en-US')}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setText(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            go();
            event.currentTarget.blur();
          }
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </label>
  );
}
