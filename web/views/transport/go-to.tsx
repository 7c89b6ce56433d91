import { useEffect, useId, useState } from 'react';
import { count } from '../../format';
import { setCursor } from '../../state/document';

/** The event's number; typing another goes there. */
export function GoTo({ cursor, last }: { readonly cursor: number; readonly last: number }) {
  const words = useId();
  const [text, setText] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved cursor ends the typing
  useEffect(() => setText(null), [cursor]);
  const digits = (text ?? '').replace(/[\s,]/g, '');
  const wrong = digits !== '' && !/^\d+$/.test(digits);
  return (
    <label className="go-to">
      Event{' '}
      <input
        id="go-to"
        inputMode="numeric"
        aria-label={`Go to event, 0 to ${last}`}
        aria-invalid={wrong}
        aria-describedby={wrong ? words : undefined}
        size={Math.max(4, String(last).length + 2)}
        value={text ?? cursor.toLocaleString('en-US')}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setText(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !wrong) {
            // Beyond the last event there is nothing: the cursor stays on it.
            if (digits !== '') setCursor(Number(digits));
            event.currentTarget.blur();
          }
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {wrong && (
        <span id={words} className="wrong" role="alert">
          expected an event, 0 to {count(last)}
        </span>
      )}
    </label>
  );
}
