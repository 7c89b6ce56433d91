interface Props {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Numbers between whole ones are taken, too. */
  readonly broken?: boolean;
  readonly set: (value: number) => void;
}

/** A number of a set-up; what is out of its range is not taken over. */
export function NumberField({ label, value, min, max, broken = false, set }: Props) {
  return (
    <label>
      {label}{' '}
      <input
        className="num sim-number"
        type="number"
        min={min}
        max={max}
        step={broken ? 'any' : 1}
        value={value}
        onChange={({ target: { valueAsNumber: entered } }) => {
          const fits = broken ? Number.isFinite(entered) : Number.isSafeInteger(entered);
          if (fits && entered >= min && entered <= max) set(entered);
        }}
      />
    </label>
  );
}
