/* raster.h: the blocks that are drawn, in memory that is kept for the next picture. */
#ifndef RASTER_H
#define RASTER_H

#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name), used))

/* Ascending by address, without overlap; see src/raster/blocks.ts. */
typedef struct {
  uint32_t count, *address, *bytes, *header, *footer, *requested;
  uint8_t *state, *age;
} columns;
extern columns blocks;

/* room.c: at least so many bytes, not zeroed, the same ones as last time while they are enough. */
typedef struct { void *data; size_t bytes; } kept;
extern kept picture_room, shares_room;
void *room(kept *of, size_t bytes);

#endif
