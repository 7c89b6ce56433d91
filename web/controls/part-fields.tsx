import './part-fields.css';
import { useId } from 'react';
import type { SelectionOptions } from '../../src/trace/selection';
import { count } from '../format';

/** What stands in the fields. */
export interface PartText {
  readonly from: string;
  readonly to: string;
  readonly every: string;
}

export const WHOLE: PartText = { from: '', to: '', every: '' };

/** The fields of a part. */
export const partText = ({ from, to, everyObject }: SelectionOptions): PartText => ({
  from: from === undefined ? '' : count(from),
  to: to === undefined ? '' : count(to),
  every: everyObject === undefined ? '' : count(everyObject),
});

/** The part that the fields describe, or in words what is wrong with them. */
export function parsePart(text: PartText): SelectionOptions | string {
  const [from, to, everyObject] = [text.from, text.to, text.every].map(natural);
  for (const [value, name] of [
    [from, 'the first event'],
    [to, 'the event to stop before'],
    [everyObject, 'one object of how many'],
  ] as const)
    if (Number.isNaN(value)) return `Give ${name} as a whole number.`;
  if (everyObject === 0) return 'Of how many objects one is kept must be 1 or more.';
  if (to !== undefined && to <= (from ?? 0))
    return `The part must end after event ${count(from ?? 0)}, where it begins.`;
  return { from, to, everyObject };
}

/** A whole number with or without separators; undefined where nothing stands, NaN for anything else. */
function natural(text: string): number | undefined {
  const digits = text.replace(/[\s,_]/g, '');
  if (digits === '') return undefined;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
}

interface Props {
  readonly text: PartText;
  readonly onText: (text: PartText) => void;
  /** Events of the recording, in words; null where they are not known. */
  readonly events: string | null;
}

/** Which events and which objects of a recording are loaded. */
export function PartFields({ text, onText, events }: Props) {
  const wrong = parsePart(text);
  const error = useId();
  const field = (key: keyof PartText, label: string, hint: string) => (
    <input
      className="num"
      inputMode="numeric"
      size={11}
      aria-label={label}
      aria-invalid={typeof wrong === 'string'}
      aria-describedby={typeof wrong === 'string' ? error : undefined}
      placeholder={hint}
      value={text[key]}
      onChange={({ target }) => onText({ ...text, [key]: target.value })}
    />
  );
  return (
    <div className="part-fields">
      <span>
        events from {field('from', 'First event of the part', '0')} to{' '}
        {field('to', 'Event to stop before', 'the end')}
        {events !== null && <span className="hint"> of {events}</span>}
      </span>
      <span>one object of every {field('every', 'Of how many objects one is kept', '1')}</span>
      {typeof wrong === 'string' && (
        <span id={error} className="wrong" role="alert">
          {wrong}
        </span>
      )}
    </div>
  );
}
