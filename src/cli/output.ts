/** Writing to the terminal: results to standard output, everything else to standard error. */

/** A line of the result, on standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The result as JSON, indented by two blanks, on standard output. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** A message for people, on standard error. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

export type Cell = string | number | null;

/** A number as tables show it: whole ones grouped, others with four significant digits; null is a dash. */
export function cellText(cell: Cell): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (Number.isInteger(cell)) return String(cell).replace(/\B(?=(\d{3})+$)/g, ',');
  return Math.abs(cell) >= 1000 ? cellText(Math.round(cell)) : String(Number(cell.toPrecision(4)));
}

/** Rows under a heading as text; columns of numbers are flush right. */
export function tableText(heading: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [heading, ...rows.map((row) => row.map(cellText))];
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? '')].length)));
  const right = heading.map(
    (_, column) =>
      rows.length > 0 &&
      rows.every((row) => typeof row[column] !== 'string') &&
      rows.some((row) => row[column] !== null),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (right[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n');
}
