import { useEffect, useId, useState } from 'react';
import type { Parameter } from '../../../src/allocators/descriptor';
import { count } from '../../format';

interface Props {
  readonly parameter: Parameter;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** One parameter: its value, its range, its default and the paper's value, each a click away. */
export function ParameterField({ parameter, value, onChange }: Props) {
  const { name, about, unit, min, max, choices, paper } = parameter;
  const field = useId();
  const words = useId();
  const said = (one: number) => choices?.[one] ?? `${count(one)}${unit && ` ${unit}`}`;
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const typed = Number(text);
  const valid = text.trim() !== '' && Number.isInteger(typed) && typed >= min && typed <= max;
  const finish = () => {
    if (valid && typed !== value) onChange(typed);
  };
  return (
    <div className="parameter">
      <label htmlFor={field}>{name}</label>
      {choices ? (
        <select
          id={field}
          value={value}
          aria-describedby={words}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          {choices.map((choice, number) => (
            <option key={choice} value={number}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={field}
          type="number"
          min={min}
          max={max}
          value={text}
          aria-invalid={!valid}
          aria-describedby={words}
          onChange={(event) => setText(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === 'Enter') finish();
          }}
        />
      )}
      <p id={words}>
        {about}{' '}
        {!choices && !valid && (
          <strong>
            A whole number from {count(min)} to {count(max)}.{' '}
          </strong>
        )}
        {!choices && valid && (
          <span className="num">
            {count(min)} … {said(max)}.{' '}
          </span>
        )}
        <button type="button" className="inline" onClick={() => onChange(parameter.default)}>
          default: {said(parameter.default)}
        </button>
        {paper && (
          <button type="button" className="inline" onClick={() => onChange(paper.value)}>
            paper: {said(paper.value)} ({paper.where})
          </button>
        )}
      </p>
    </div>
  );
}
