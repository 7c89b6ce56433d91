import './number-field.css';
import { type ComponentProps, useEffect, useId, useState } from 'react';
import { count } from '../format';

interface Limits {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Numbers between whole ones are taken, too. */
  readonly fractions?: boolean;
  readonly onChange: (value: number) => void;
}

/** What the range is, in words. */
const rangeWords = ({ min, max, fractions = false }: Limits): string =>
  `a ${fractions ? '' : 'whole '}number from ${fractions ? min : count(min)} to ${fractions ? max : count(max)}`;

/**
 * The text of a number: whatever is typed stays in the field, and the number is taken over when the field is left or at
 * Enter. On the way to 128 there is 1, which may be out of range.
 */
export function useNumberText(limits: Limits) {
  const { value, min, max, fractions = false, onChange } = limits;
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const typed = Number(text);
  const kind = fractions ? Number.isFinite(typed) : Number.isSafeInteger(typed);
  const valid = text.trim() !== '' && kind && typed >= min && typed <= max;
  const finish = () => {
    if (valid && typed !== value) onChange(typed);
  };
  const field: ComponentProps<'input'> = {
    type: 'number',
    min,
    max,
    step: fractions ? 'any' : 1,
    value: text,
    'aria-invalid': !valid,
    onChange: ({ target }) => setText(target.value),
    onBlur: finish,
    onKeyDown: ({ key }) => {
      if (key === 'Enter') finish();
    },
  };
  return { field, valid, range: rangeWords(limits) };
}

/** A number with its name. What is out of its range is not taken over: it stays, and the range is said beside it. */
export function NumberField({ label, ...limits }: Limits & { readonly label: string }) {
  const { field, valid, range } = useNumberText(limits);
  const words = useId();
  return (
    <span className="number-field">
      <label>
        {label} <input className="num" aria-describedby={valid ? undefined : words} {...field} />
      </label>
      {!valid && (
        <span id={words} className="wrong" role="alert">
          Expected {range}; until then {limits.value} counts.
        </span>
      )}
    </span>
  );
}
