import { useId } from 'react';
import { sourceOf } from '../../../src/machine/figures';
import type { FigureSource } from '../../../src/machine/presets';
import { bytes } from '../../format';
import { type Draft, type Field, fieldName, type Refusal, typed, valueAt } from './machine-draft';

/** Figures whose sources are known, in a document: one of the form that is still the same has its source. */
export interface KnownFigures {
  readonly document: unknown;
  readonly sources: readonly FigureSource[];
}

/** What every field of the form needs to know. */
export interface Form {
  readonly draft: Draft;
  readonly refusal: Refusal | null;
  readonly known: KnownFigures;
  readonly onChange: (field: Field, value: string | number | boolean) => void;
}

/** A group of fields with its name; `tools` remove it, where it can be removed. */
export function Fields(props: {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly form: Form;
  readonly tools?: React.ReactNode;
}) {
  const { title, fields, form, tools } = props;
  return (
    <fieldset className="machine-fields">
      <legend>
        {title} {tools}
      </legend>
      <div>
        {fields.map((field) => (
          <FieldInput key={fieldName(field)} field={field} title={title} form={form} />
        ))}
      </div>
    </fieldset>
  );
}

interface InputProps {
  readonly field: Field;
  readonly title: string;
  readonly form: Form;
}

/** One figure: its value, where that comes from, and why it is refused. */
function FieldInput({ field, title, form: { draft, refusal, known, onChange } }: InputProps) {
  const error = useId();
  const name = fieldName(field);
  const value = valueAt(draft, field.path);
  const wrong = refusal?.path === name ? refusal.reason : null;
  const source = value === valueAt(known.document, field.path) ? sourceOf(known.sources, name) : -1;
  const state = {
    'aria-label': `${title}: ${field.name}`,
    'aria-invalid': wrong !== null,
    'aria-describedby': wrong === null ? undefined : error,
  };
  return (
    <div className="machine-field" title={field.about}>
      <span>
        {field.name}
        {source >= 0 && (
          <a href={`#machine-source-${source}`} title={known.sources[source].source} onClick={toSource}>
            <sup>{source + 1}</sup>
          </a>
        )}
      </span>
      {field.tick ? (
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onChange(field, target.checked)}
          {...state}
        />
      ) : field.choices ? (
        <select value={String(value)} onChange={({ target }) => onChange(field, target.value)} {...state}>
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          className="num"
          inputMode="numeric"
          value={String(value ?? '')}
          onChange={({ target }) => onChange(field, typed(target.value))}
          {...state}
        />
      )}
      {field.unit !== '' && (
        <small>
          {field.unit}
          {field.unit === 'bytes' && typeof value === 'number' && value >= 1024 && ` = ${bytes(value)}`}
        </small>
      )}
      {wrong !== null && (
        <em id={error} role="alert">
          {wrong}
        </em>
      )}
    </div>
  );
}

/** The address bar holds the experiment: a note is scrolled to, not gone to. */
function toSource(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const note = document.getElementById(event.currentTarget.hash.slice(1));
  note?.scrollIntoView({ block: 'nearest' });
  note?.focus();
}
