/* Joins what a walk has reported with what the replay knows of the live blocks, and turns rows into columns. The rows
 * stand in order of address, the live blocks in none: each is looked up by a table over addresses. Two banks of columns,
 * so that one picture can be looked at while the next is made. */
#include <string.h>

#include "host.h"
#include "lab.h"

#define BANKS 2
#define AGES 256u

typedef struct { uint32_t placed, address, size; } live_row;

typedef struct {
  uint32_t capacity;
  uint32_t *address, *bytes, *header, *footer;
  int32_t *owner, *born;
  uint32_t *requested;
  uint8_t *state, *age;
} columns;

static columns bank[BANKS];
static live_row *live;
static uint32_t live_capacity;
static uint32_t *first; /* by bucket of addresses: the first row in it or above */
static uint32_t first_capacity;
static double header_bytes, slack_bytes;

/* Room that is at least `wanted` and grows by halves: what is outgrown is lost, as the arena takes nothing back. */
static uint32_t grown(uint32_t have, uint32_t wanted) {
  uint32_t half_more = have + have / 2;
  return half_more > wanted ? half_more : wanted + 1024;
}

static void reserve(columns *c, uint32_t count) {
  if (c->capacity >= count) return;
  uint32_t capacity = c->capacity = grown(c->capacity, count);
  c->address = arena_take(4 * (size_t)capacity);
  c->bytes = arena_take(4 * (size_t)capacity);
  c->header = arena_take(4 * (size_t)capacity);
  c->footer = arena_take(4 * (size_t)capacity);
  c->owner = arena_take(4 * (size_t)capacity);
  c->born = arena_take(4 * (size_t)capacity);
  c->requested = arena_take(4 * (size_t)capacity);
  c->state = arena_take(capacity);
  c->age = arena_take(capacity);
}

/* Where the caller writes `count` rows (placed, address, size) of live blocks. */
EXPORT(join_live) live_row *join_live(uint32_t count) {
  if (live_capacity < count) live = arena_take(sizeof(live_row) * (live_capacity = grown(live_capacity, count)));
  return live;
}

EXPORT(join_column) void *join_column(uint32_t number, uint32_t column) {
  columns *c = &bank[number];
  void *const all[] = {c->address, c->bytes, c->header, c->footer, c->owner, c->born, c->requested, c->state, c->age};
  return all[column];
}
EXPORT(join_header_bytes) double join_header_bytes(void) { return header_bytes; }
EXPORT(join_slack_bytes) double join_slack_bytes(void) { return slack_bytes; }

/* Fills a bank from `count` rows and `known` live blocks; a block that is not known was born at −1. False where the rows do
 * not stand in order of address. */
EXPORT(join) uint32_t join(const block_row *rows, uint32_t count, uint32_t known, int32_t event, uint32_t number) {
  columns *c = &bank[number];
  reserve(c, count);
  header_bytes = slack_bytes = 0;
  if (!count) return 1;
  if (rows[count - 1].address < rows[0].address) return 0;
  uint32_t base = rows[0].address, extent = rows[count - 1].address - base;
  /* At most two buckets a row. */
  int shift = (extent ? 32 - __builtin_clz(extent) : 0) - (32 - __builtin_clz(count));
  if (shift < 0) shift = 0;
  uint32_t buckets = (extent >> shift) + 1, filled = 0;
  if (first_capacity < buckets + 1)
    first = arena_take(4 * (size_t)(first_capacity = grown(first_capacity, buckets + 1)));
  memset(c->born, 0xff, 4 * (size_t)count);
  memset(c->requested, 0, 4 * (size_t)count);
  memset(c->age, 0, count);
  /* Ages: 0 for a block just placed … 255 for one as old as the run. */
  double scale = event > 0 ? AGES / ((double)event + 1) : 0;
  uint64_t tags = 0, slack = 0;
  for (uint32_t i = 0; i < count; i++) {
    const block_row *row = &rows[i];
    if ((i && row->address < rows[i - 1].address) || row->address - base > extent) return 0;
    for (uint32_t bucket = (row->address - base) >> shift; filled <= bucket;) first[filled++] = i;
    c->address[i] = row->address;
    c->bytes[i] = row->bytes;
    c->header[i] = row->header;
    c->footer[i] = row->footer;
    c->owner[i] = row->owner;
    c->state[i] = (uint8_t)row->state;
    if (row->state == BLOCK_LIVE) tags += row->header + row->footer;
  }
  first[buckets] = count;
  for (uint32_t i = 0; i < known; i++) {
    uint32_t address = live[i].address, bucket = (address - base) >> shift;
    if (address < base) continue;
    if (bucket >= buckets) bucket = buckets - 1;
    /* The last row at or below the address. */
    uint32_t low = first[bucket], high = first[bucket + 1];
    while (low < high) {
      uint32_t middle = (low + high) / 2;
      if (rows[middle].address <= address) low = middle + 1;
      else high = middle;
    }
    if (!low) continue;
    const block_row *row = &rows[--low];
    if (row->state != BLOCK_LIVE || row->address + row->header != address) continue;
    c->born[low] = (int32_t)live[i].placed;
    c->requested[low] = live[i].size;
    c->age[low] = (uint8_t)((uint32_t)(event - (int32_t)live[i].placed) * scale);
    uint32_t held = row->header + row->footer + live[i].size;
    if (row->bytes > held) slack += row->bytes - held;
  }
  header_bytes = (double)tags;
  slack_bytes = (double)slack;
  return 1;
}
