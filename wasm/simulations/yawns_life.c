/* yawns_life.c: Conway's Game of Life on a torus, as events (Nicol 1990, §4.2). A cell that changes state at step n
 * tells its eight neighbours, who receive it at step n + 1 and then look at themselves again: once a step, however many
 * messages they got. Cells whose surroundings do not change cost nothing.
 *
 * Rules: Nicol's words let a cell that is alive go on living "if and only" exactly three neighbours are alive; by
 * Conway's own rule two or three will do. A cell without a message need not look at itself again under either rule: where
 * the count of neighbours stays the same, the next state is the same again. At step 1 there is no state before, so cells
 * that are alive at first look at themselves then, neighbours or not. */
#include "draw.h"
#include "lab.h"
#include "yawns.h"

#define MOST_SIDE 8192u

enum { CHANGE = 0, EVALUATION = 1 };
enum { NICOL = 0, CONWAY = 1 }; /* values of `rule` */

typedef struct {
  uint8_t alive, neighbours; /* neighbours: alive ones, as far as it was told */
  uint8_t scheduled;         /* an evaluation is on the event list */
} cell;

static uint32_t columns, rows, rule;
static uint32_t across, down;           /* processors form a grid: so many a row, so many a column of it */
static uint8_t column_home[MOST_SIDE];  /* place in the grid of each column and row of cells */
static uint8_t row_home[MOST_SIDE];
static uint32_t first_column, first_row, own_columns, own_rows;
static cell **board; /* own rows of cells */

static uint32_t home(uint32_t node) { return row_home[node / columns] * across + column_home[node % columns]; }

static cell *cell_of(uint32_t node) {
  return &board[node / columns - first_row][node % columns - first_column];
}

static void tell(uint32_t from, uint32_t column, uint32_t row, uint32_t alive, double time) {
  message *m = yawns_message(CHANGE, from, row * columns + column, time);
  if (!m) return;
  m->value = alive;
  yawns_send(m);
}

/* Tells the eight neighbours of a change. */
static void announce(uint32_t node, uint32_t alive, double time) {
  uint32_t column = node % columns, row = node / columns;
  uint32_t west = column ? column - 1 : columns - 1, east = column + 1 < columns ? column + 1 : 0;
  uint32_t north = row ? row - 1 : rows - 1, south = row + 1 < rows ? row + 1 : 0;
  tell(node, west, north, alive, time);
  tell(node, column, north, alive, time);
  tell(node, east, north, alive, time);
  tell(node, west, row, alive, time);
  tell(node, east, row, alive, time);
  tell(node, west, south, alive, time);
  tell(node, column, south, alive, time);
  tell(node, east, south, alive, time);
}

static void evaluate(double time, uint32_t node) {
  cell *c = cell_of(node);
  uint32_t n = c->neighbours, next = n == 3 || (rule == CONWAY && n == 2 && c->alive);
  c->scheduled = 0;
  if (next == c->alive) return;
  c->alive = (uint8_t)next;
  announce(node, next, time + 1);
}

static void evaluate_at(double time, uint32_t node, cell *c) {
  if (c->scheduled) return;
  c->scheduled = 1;
  yawns_schedule(time, EVALUATION, node);
}

static void happen(double time, uint32_t kind, uint32_t node, const message *m) {
  if (kind == EVALUATION) {
    evaluate(time, node);
    return;
  }
  cell *c = cell_of(node);
  c->neighbours = (uint8_t)(m->value ? c->neighbours + 1 : c->neighbours - 1);
  evaluate_at(time, node, c);
}

static uint32_t state(uint32_t node) { return cell_of(node)->alive; }

static void end(void) {
  if (!board) return;
  for (uint32_t row = 0; row < own_rows; row++)
    if (board[row]) block_give(board[row], own_columns * sizeof(cell));
  block_give(board, own_rows * sizeof *board);
  board = NULL;
}

static yawns_model life = {1, sizeof(message), happen, home, state, end};

/* Divides a side of the board among `parts` processors, as evenly as whole cells allow; the part `mine` is returned. */
static void divide(uint32_t side, uint32_t parts, uint32_t mine, uint8_t *homes, uint32_t *first, uint32_t *own) {
  *own = 0;
  for (uint32_t at = 0; at < side; at++) {
    homes[at] = (uint8_t)(at * parts / side);
    if (homes[at] == mine && !(*own)++) *first = at;
  }
}

static bool make_board(void) {
  board = block_take(own_rows * sizeof *board);
  if (!board) return false;
  for (uint32_t row = 0; row < own_rows; row++) board[row] = NULL;
  for (uint32_t row = 0; row < own_rows; row++) {
    board[row] = block_take(own_columns * sizeof(cell));
    if (!board[row]) return false;
    for (uint32_t column = 0; column < own_columns; column++) board[row][column] = (cell){0, 0, 0};
  }
  return true;
}

/* Each cell is alive at first with probability `density`, by a draw of its own. Sides: 3 … 8192 cells, and at least
 * one cell a processor. The grid has `grid_columns` processors a row. Messages have `words` words of 4 bytes, 7 at
 * least. */
LAB_EXPORT(yawns_life)
void yawns_life(uint32_t seed_low, uint32_t seed_high, uint32_t board_columns, uint32_t board_rows, double density,
                uint32_t rule_of_life, uint32_t words, uint32_t grid_columns, uint32_t processor, uint32_t processors) {
  uint64_t seed = (uint64_t)seed_high << 32 | seed_low;
  columns = board_columns;
  rows = board_rows;
  rule = rule_of_life;
  across = grid_columns;
  down = processors / grid_columns;
  divide(columns, across, processor % across, column_home, &first_column, &own_columns);
  divide(rows, down, processor / across, row_home, &first_row, &own_rows);
  life.message_bytes = words * 4 > sizeof(message) ? words * 4 : sizeof(message);
  yawns_open(&life, processor, processors);
  if (!make_board()) return;
  for (uint32_t row = 0; row < own_rows; row++) {
    for (uint32_t column = 0; column < own_columns && !blocks.out_of_memory; column++) {
      uint32_t node = (first_row + row) * columns + first_column + column;
      generator random = draw_seed(seed, node);
      if (draw_uniform(&random) >= density) continue;
      board[row][column].alive = 1;
      evaluate_at(1, node, &board[row][column]);
      announce(node, 1, 1);
    }
  }
}
