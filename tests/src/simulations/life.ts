/** Life as a cellular automaton on a torus: the count of neighbours, cell by cell. */
export function lifeStep(
  board: readonly number[],
  columns: number,
  rows: number,
  rule: 'nicol' | 'conway',
): number[] {
  return board.map((alive, cell) => {
    let count = 0;
    for (let down = -1; down <= 1; down++) {
      for (let right = -1; right <= 1; right++) {
        if (down === 0 && right === 0) continue;
        const row = (Math.floor(cell / columns) + down + rows) % rows;
        const column = ((cell % columns) + right + columns) % columns;
        count += board[row * columns + column];
      }
    }
    if (count === 3) return 1;
    return rule === 'conway' && alive === 1 && count === 2 ? 1 : 0;
  });
}

/** A board of 0 and 1. */
export function lifeBoard(columns: number, rows: number, alive: (cell: number) => boolean): number[] {
  return Array.from({ length: columns * rows }, (_, cell) => (alive(cell) ? 1 : 0));
}
