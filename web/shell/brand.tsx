/** The mark: three rows of memory with one block lit. */
export function Brand() {
  return (
    <div className="brand">
      <svg viewBox="0 0 26 20" aria-hidden="true">
        <path className="mark-live" d="M0 0h8v5H0zM15 0h11v5H15zM0 7.5h5v5H0zM19 7.5h7v5h-7zM0 15h13v5H0z" />
        <path className="mark-slack" d="M11 0h3v5h-3zM14 15h4v5h-4z" />
        <path className="mark-event" d="M8 7.5h9v5H8z" />
      </svg>
      <h1>Heapscope</h1>
    </div>
  );
}
