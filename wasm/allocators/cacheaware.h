/* cacheaware.h: where things lie in cacheaware.c's memory: blocks, their two regions, metadata, bitmaps, chunks. */
#ifndef CACHEAWARE_H
#define CACHEAWARE_H

#include "lab.h"
#include "os.h"

#define CA_KERNELS 64u
#define CA_CLASSES 27u /* chunks of 2^index bytes, to 64 MiB */
#define CA_SMALLEST_CACHE 16384u
#define CA_LARGEST_CACHE (1u << 26)
#define CA_LARGEST_STOCK (1u << 30)
#define CA_SLOTS (1u << 18) /* cache-sized places in 4 GiB, for the smallest cache */

/* Kinds of access. Intensive regions grow up from a block's start, mild ones down from its end. */
typedef enum { MILD = 0, INTENSIVE = 1 } ca_access;

struct ca_chain;

/* The paper's memory_block, at the fixed place of its region. Pages come as zeros: an invalid region. */
typedef struct ca_region {
  char *init_address;     /* chunk 0, at the region's end; NULL while no chunk size is set */
  uint32_t num_chunks;
  uint32_t busy_chunks;
  size_t chunk_size;
  uint32_t next_chunk;    /* all chunks below it are busy */
  uint32_t start_chunk;   /* what the kernel counts as 0; it counts from there, round the region */
  uint32_t used_chunks;   /* chunks from this one on have never been allocated */
  uint32_t order;         /* place in its chain */
  struct ca_region *next; /* next region of the chain */
  struct ca_chain *chain;
  char *next_stock;       /* in the first block of a stock, intensive side */
} ca_region;

/* Parameters, and what follows from them. Sizes in bytes. */
static size_t ca_cache = 256 * 1024, ca_stripe = 64, ca_smallest = 32, ca_largest = 4 << 20;
static uint32_t ca_cores = 4, ca_percent = 80, ca_stock_blocks = 4, ca_falls_back = 1, ca_application;
static size_t ca_meta;      /* a region's metadata, padded to whole stripes */
static size_t ca_threshold; /* where a block's mild region begins */
static size_t ca_limit[2];  /* largest request that a chunk can serve; 0 before the first call */

static uintptr_t ca_base;                      /* cache-sized places are counted from here */
static uint32_t ca_stock_slots[CA_SLOTS / 32]; /* bit set: the place is a block of a stock */

static size_t ca_stripes(size_t bytes) { return (bytes + ca_stripe - 1) & ~(ca_stripe - 1); }
static size_t ca_bitmap_bytes(size_t chunks) { return ca_stripes((chunks + 31) / 32 * sizeof(uint32_t)); }

static ca_region *ca_region_of(char *block, ca_access access) {
  return (ca_region *)(access ? block : block + ca_cache - ca_meta);
}

/* Behind the metadata; a mild region's, before it, is where the growth of its chunks began. */
static uint32_t *ca_bitmap(ca_region *region, ca_access access) {
  return (uint32_t *)(access ? (char *)region + ca_meta : region->init_address + region->chunk_size);
}

/* How many chunks of `size` bytes a region holds beside its metadata and their bitmap. */
static size_t ca_capacity(ca_access access, size_t size) {
  size_t room = access ? ca_threshold : ca_cache - ca_threshold;
  if (room < ca_meta) return 0;
  room -= ca_meta;
  size_t chunks = room * 8 / (size * 8 + 1);
  while (chunks && chunks * size + ca_bitmap_bytes(chunks) > room) chunks--;
  return chunks;
}

/* Address of the chunk at a place of the region, counted from its outer end. */
static char *ca_chunk_at(const ca_region *region, ca_access access, uint32_t place) {
  size_t distance = place * region->chunk_size;
  return access ? region->init_address + distance : region->init_address - distance;
}

/* From a chunk's number, as the kernel counts, to its place, and back. */
static uint32_t ca_place(const ca_region *region, uint32_t index) {
  uint32_t place = index + region->start_chunk;
  return place >= region->num_chunks ? place - region->num_chunks : place;
}
static uint32_t ca_index(const ca_region *region, uint32_t place) {
  uint32_t start = region->start_chunk;
  return place < start ? place + region->num_chunks - start : place - start;
}

/* The region that an address belongs to, by arithmetic; NULL if its place is no block of a stock. */
static inline ca_region *ca_region_at(void *ptr, ca_access *access) {
  size_t offset = (uintptr_t)ptr - ca_base, slot = offset / ca_cache;
  if (!(ca_stock_slots[slot / 32] >> (slot % 32) & 1)) return NULL;
  size_t inside = offset - slot * ca_cache;
  *access = inside < ca_threshold ? INTENSIVE : MILD;
  return ca_region_of((char *)ptr - inside, *access);
}

/* The paper's auto-tuning at startup: threshold, metadata and the largest chunks. */
static __attribute__((noinline)) void ca_open(void) {
  ca_base = os_start();
  ca_meta = ca_stripes(sizeof(ca_region));
  ca_threshold = (size_t)((uint64_t)ca_cache * ca_percent / 100) & ~(ca_stripe - 1);
  if (ca_stock_blocks > CA_LARGEST_STOCK / ca_cache) ca_stock_blocks = CA_LARGEST_STOCK / ca_cache;
  for (int access = MILD; access <= INTENSIVE; access++)
    for (size_t size = ca_smallest; size <= ca_largest && ca_capacity(access, size); size *= 2) ca_limit[access] = size;
}

#endif
