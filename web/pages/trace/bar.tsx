/** A bar in a table's cell, as long as its share of the greatest; the number stands beside it. */
export function Bar({ share, colour }: { readonly share: number; readonly colour?: string }) {
  const width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return (
    <span className="bar" aria-hidden="true">
      <span style={{ width, background: colour }} />
    </span>
  );
}
