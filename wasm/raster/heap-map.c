/* The heap map's pixels from columns of blocks, a row at a time: what share of each pixel each class of bytes covers,
 * then the colours of that. A pixel that holds bytes of several classes is divided from top to bottom by their shares,
 * so that its colours are those of the legend and its heights can be read. src/raster/heap-map.ts puts on the lights. */
#include <math.h>
#include <string.h>

#include "lab.h"
#include "raster.h"

/* As src/raster/heap-class.ts numbers them. */
enum { OUTSIDE, HEADER, LIVE_OLD, LIVE_YOUNG, SLACK, FREE, CACHED, META, UNUSED, UNKNOWN, BYTE_CLASSES };
#define CLASSES 12u /* with those that are only lit; a palette holds their grounds, then their inks */
#define CELL 16u    /* shares a cell: one a class, rounded up to a line of the processor's cache */
#define TILE 8u
#define TALL_ROW 5u /* as in src/raster/frame.ts */
#define EDGE 5.0

static struct {
  uint32_t palette[2 * CLASSES];
  uint8_t patterns[CLASSES * TILE * TILE], patterned[CLASSES];
} look;
static float *shares;
static uint32_t width, height, top;
static uint32_t *picture;

EXPORT(palette) uint32_t *palette(void) { return look.palette; }
EXPORT(patterns) uint8_t *patterns(void) { return look.patterns; }
EXPORT(patterned) uint8_t *patterned(void) { return look.patterned; }

/* Adds a share of the pixels low ... high of the row. */
static inline void span(uint32_t class, double low, double high, double share) {
  double first = low > 0 ? low : 0, last = high < width ? high : width;
  if (last <= first) return;
  uint32_t i = (uint32_t)first, j = (uint32_t)last;
  float *at = shares + i * CELL + class;
  if (i == j) {
    *at = (float)(*at + (last - first) * share);
    return;
  }
  *at = (float)(*at + (i + 1 - first) * share);
  for (uint32_t cell = i + 1; cell < j; cell++) {
    at += CELL;
    *at = (float)(*at + share);
  }
  if (j < width) at[CELL] = (float)(at[CELL] + (last - j) * share);
}

/* Covers the row that begins `before` pixels behind `from`. `block`: the first one that ends in it or behind it; returns
 * the same for the next row. */
static uint32_t cover(double from, double per_byte, double before, uint32_t block) {
  static const uint8_t class_of[] = {[BLOCK_FREE] = FREE, [BLOCK_LIVE] = LIVE_OLD, [BLOCK_CACHED] = CACHED,
                                     [BLOCK_META] = META, [BLOCK_UNUSED] = UNUSED};
  const columns c = blocks;
  double end = from + (before + width) / per_byte;
  uint32_t b = block;
  for (; b < c.count && c.address[b] < end; b++) {
    double exact = (c.address[b] - from) * per_byte - before, size = c.bytes[b] * per_byte;
    int wide = size >= EDGE; /* ends at whole pixels, so that what sets it off is a line and not a notch */
    double start = wide ? floor(exact) : exact;
    double stop = wide ? floor(exact + size) - 1 : exact + size;
    double payload = start + c.header[b] * per_byte;
    double tag = fmin(stop, exact + size - c.footer[b] * per_byte);
    if (c.header[b]) span(HEADER, start, fmin(payload, stop), 1);
    if (c.footer[b]) span(HEADER, fmax(tag, payload), stop, 1);
    if (c.state[b] == BLOCK_LIVE) {
      double asked = fmin(tag, payload + c.requested[b] * per_byte), old = c.age[b] / 255.0;
      if (old > 0) span(LIVE_OLD, payload, asked, old);
      if (old < 1) span(LIVE_YOUNG, payload, asked, 1 - old);
      span(SLACK, asked, tag, 1);
    } else span(c.state[b] < sizeof class_of ? class_of[c.state[b]] : UNKNOWN, payload, tag, 1);
  }
  /* The last one may go on in the next row. */
  return b > block && (double)c.address[b - 1] + c.bytes[b - 1] > end ? b - 1 : b;
}

/* The first colour with a share of the second. */
static uint32_t mixed(uint32_t a, uint32_t b, double share) {
  double red = a & 255, green = a >> 8 & 255, blue = a >> 16 & 255;
  return 255u << 24 | (uint32_t)(blue + ((b >> 16 & 255) - blue) * share + 0.5) << 16 |
         (uint32_t)(green + ((b >> 8 & 255) - green) * share + 0.5) << 8 |
         (uint32_t)(red + ((b & 255) - red) * share + 0.5);
}

static void paint_strata(void) {
  /* From top to bottom; live memory, old and young as one stratum, comes first. What is left is outside. */
  static const uint8_t strata[] = {LIVE_YOUNG, HEADER, META, SLACK, CACHED, FREE, UNUSED, UNKNOWN};
  for (uint32_t x = 0; x < width; x++) {
    const float *cell = shares + x * CELL;
    uint32_t *pixel = picture + top * width + x;
    double share = 0;
    uint32_t y = 0;
    for (uint32_t s = 0; s < sizeof strata && y < height; s++) {
      uint32_t class = strata[s];
      double old = s == 0 ? cell[LIVE_OLD] : 0, of = cell[class] + old;
      if (of == 0) continue;
      share += of;
      uint32_t end = share >= 1 ? height : (uint32_t)(share * height + 0.5);
      if (end == y) continue;
      uint32_t ground = look.palette[class];
      if (old != 0) ground = mixed(ground, look.palette[LIVE_OLD], old / of);
      if (look.patterned[class]) {
        uint32_t ink = look.palette[CLASSES + class];
        const uint8_t *pattern = look.patterns + class * TILE * TILE + x % TILE;
        for (; y < end; y++) pixel[y * width] = pattern[(top + y) % TILE * TILE] ? ink : ground;
      } else
        for (; y < end; y++) pixel[y * width] = ground;
    }
    for (; y < height; y++) pixel[y * width] = look.palette[OUTSIDE];
  }
}

/* For rows too low for strata. */
static void paint_means(void) {
  for (uint32_t x = 0; x < width; x++) {
    const float *cell = shares + x * CELL;
    uint32_t colour = 0;
    double sum = 0;
    for (uint32_t class = 1; class < BYTE_CLASSES; class++) {
      if (cell[class] == 0) continue;
      sum += cell[class];
      /* A running mean: each class takes its part of what has been met so far. */
      colour = mixed(colour, look.palette[class], cell[class] / sum);
    }
    if (sum < 1) colour = mixed(look.palette[OUTSIDE], colour, sum);
    for (uint32_t y = 0; y < height; y++) picture[(top + y) * width + x] = colour;
  }
}

/* Draws `rows` rows of `row_height` pixels with `gap` between them into across × down pixels, from the address `from` and
 * the block `first` on. Returns the pixels, which the next picture writes over. */
EXPORT(draw)
uint32_t *draw(uint32_t across, uint32_t down, uint32_t rows, uint32_t row_height, uint32_t gap, double from,
               double per_byte, uint32_t first) {
  width = across;
  height = row_height;
  picture = room(&picture_room, (size_t)across * down * sizeof *picture);
  shares = room(&shares_room, (size_t)across * CELL * sizeof *shares);
  /* Between the rows lies the page, which is the ink of `outside`. */
  for (size_t at = 0; at < (size_t)across * down; at++) picture[at] = look.palette[CLASSES + OUTSIDE];
  for (uint32_t row = 0; row < rows; row++) {
    top = row * (row_height + gap);
    memset(shares, 0, width * CELL * sizeof *shares);
    first = cover(from, per_byte, (double)row * width, first);
    if (row_height < TALL_ROW) paint_means();
    else paint_strata();
  }
  return picture;
}
