/* host.h: what the files of the host share. The host's own memory is not the allocator's. */
#ifndef HOST_H
#define HOST_H

#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name), used))

/* replay.c: events of a chunk, and the columns of 32-bit values that come of each. */
#define CHUNK 4096u
#define COLUMNS 9u
uint32_t *output(uint32_t column);

/* pack.c */
void pack_reset(void);

/* arena.c: zeroed memory that is never given back; traps when the host's memory is full. */
void *arena_take(size_t bytes);
/* An array of `width`-byte elements with room for one more than `used`; moves and doubles when it is full. */
typedef struct {
  uint8_t *data;
  uint32_t used, capacity;
} array;
void *array_grow(array *a, size_t width); /* slow path */
static inline void *array_push(array *a, size_t width) {
  return a->used < a->capacity ? a->data + width * a->used++ : array_grow(a, width);
}

/* walk.c: a block as the allocator's heap_walk reports it; state: block_state of lab.h. */
typedef struct { uint32_t address, bytes, header, footer, state; int32_t owner; } block_row;

/* shadow.c: which bytes of the allocator's memory belong to live blocks, in granules of 4 bytes. */
uint32_t shadow_claim(uint32_t address, uint32_t bytes); /* 0, or the first address that is already claimed */
void shadow_release(uint32_t address, uint32_t bytes);
void shadow_reset(void);

/* tracker.c: free blocks as LINK and UNLINK report them. */
extern uint32_t free_blocks;
extern uint64_t free_bytes;
uint32_t largest_free(void);
void tracker_reset(void);

/* objects.c: what the replay knows of each object by its id, in pages of 16,384 that are made when first needed, so
 * that ids need not be counted beforehand. */
typedef struct {
  uint32_t address; /* 0: not live */
  uint32_t size;    /* bytes asked for; FAILED where the request was refused and the id never got a block */
} object;
#define FAILED 0xffffffffu
#define PAGE_OBJECTS 16384u
extern object *object_page[16384];
object *object_page_make(uint32_t id); /* slow path */
static inline object *object_of(uint32_t id) {
  object *page = id / PAGE_OBJECTS < 16384 ? object_page[id / PAGE_OBJECTS] : NULL;
  return page ? page + id % PAGE_OBJECTS : object_page_make(id);
}
void objects_reset(void);

#endif
