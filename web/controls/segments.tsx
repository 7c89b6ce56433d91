interface Props<T> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly title: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** A choice of one of a few, all in sight. */
export function Segments<T extends string | number>({ label, options, chosen, onChoose }: Props<T>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {options.map(({ value, title }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {title}
        </button>
      ))}
    </fieldset>
  );
}
