interface Props {
  /** Of the greatest, 0 … 1. */
  readonly share: number;
  readonly colour?: string;
}

/** A bar in a table's cell, as long as its share of the greatest; the number stands beside it. */
export function Bar({ share, colour }: Props) {
  const width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return (
    <span className="bar" aria-hidden="true">
      {share > 0 && <span style={{ width, background: colour }} />}
    </span>
  );
}
