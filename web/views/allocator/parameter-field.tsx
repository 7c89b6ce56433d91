import { useId } from 'react';
import type { Parameter } from '../../../src/allocators/descriptor';
import { useNumberText } from '../../controls/number-field';
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
  const { field: number, valid, range } = useNumberText({ value, min, max, onChange });
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
        <input id={field} aria-describedby={words} {...number} />
      )}
      <p id={words}>
        {about} {!choices && !valid && <strong>Expected {range}. </strong>}
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
