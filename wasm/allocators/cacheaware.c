/* cacheaware: the cache-aware memory manager of Vitali, Pellegrini and Cerasuolo (2012, §3.2 and §4).
 *
 * Memory comes in stocks, cut into blocks of the size of the last-level cache. All blocks are cut at the same offset,
 * the separation threshold, so that buffers for intensive access share one part of the cache and those for mild
 * access (state logs, output queues) can only evict each other from the other part:
 *
 *   block                                    threshold                           block + cache size
 *   +----------+--------+---------+---------+-------:-------+---------+---------+--------+----------+
 *   | metadata | bitmap | chunk 0 | chunk 1 | -->   :   <-- | chunk 1 | chunk 0 | bitmap | metadata |
 *   +----------+--------+---------+---------+-------:-------+---------+---------+--------+----------+
 *    44 bytes   1 bit a                 intensive   :   mild                               44 bytes,
 *    + padding  chunk                    region     :  region                              + padding
 *
 * Each region has metadata of its own at a fixed place, found from an address by arithmetic alone; chunks have no
 * headers. The chunks of a region are of one power of two, chosen when the first request falls on it; metadata and
 * bitmap are padded to whole cache stripes. The bitmap is searched from next_chunk, as the Linux kernel searches for
 * file descriptors: an allocation moves next_chunk behind the chunk, a release moves it back to a lower one.
 *
 * Each core runs a simulation kernel, a process with a manager of its own: two tables, intensive and mild, with the
 * chain of regions for each chunk size. A kernel starts at byte cache size / cores * core, round the region, so that
 * kernels that share the cache do not begin on the same stripes.
 *
 * What the paper leaves open, and our choice:
 *   - a region of n chunks starts at chunk (start / chunk size) mod n, in its own direction;
 *   - where a chain is searched: from the lowest region that may have room, the policy of next_chunk again;
 *   - regions keep their chunk size, and stocks are not given back, when all their chunks are free;
 *   - posix_memalign: a stock is placed so that its blocks lie at multiples of the cache's size from the heap's start
 *     (where other maps stand in the way, a cache size more is mapped for a moment);
 *   - an oversized request, one that no chunk of its region can hold, is denied or gets pages of its own, as the
 *     standard malloc of the paper's system serves large requests;
 *   - a chunk that another core frees returns to its region (between the paper's processes that cannot happen). */
#include "aligned.h"
#include "cacheaware.h"

/* Regions of one chunk size, in the order in which they were set up. */
typedef struct ca_chain {
  ca_region *first, *last;
  ca_region *current; /* all regions before it are full */
} ca_chain;

/* Where the next region that has no chunk size yet is looked for. */
typedef struct {
  char *stock;
  uint32_t block;
} ca_cursor;

typedef struct {
  ca_chain manager[2][CA_CLASSES]; /* the paper's block_manager, one for each kind of access */
  ca_cursor fresh[2];
  char *first_stock, *last_stock;
  uint32_t hint; /* intensive_buffer's */
} ca_kernel;

/* Header of an oversized buffer's pages. */
typedef struct ca_oversize {
  struct ca_oversize *next, *prev;
  size_t bytes;
  uint32_t core;
} ca_oversize;

static ca_kernel ca_kernels[CA_KERNELS];
static ca_oversize *ca_large;              /* oversized buffers, the latest first */
static char *ca_new_stock(ca_kernel *kernel) {
  size_t bytes = ca_cache * ca_stock_blocks;
  char *stock = map_aligned_from(bytes, ca_cache, ca_base);
  if (!stock) return NULL;
  STEP(MAP, stock, bytes);
  size_t slot = ((uintptr_t)stock - ca_base) / ca_cache;
  for (size_t end = slot + ca_stock_blocks; slot < end; slot++) ca_stock_slots[slot / 32] |= 1u << (slot % 32);
  if (kernel->last_stock) ca_region_of(kernel->last_stock, INTENSIVE)->next_stock = stock;
  else kernel->first_stock = stock;
  kernel->last_stock = stock;
  return stock;
}

/* The first region of this kind of access that has no chunk size yet; from a new stock if need be. */
static ca_region *ca_fresh_region(ca_kernel *kernel, ca_access access) {
  ca_cursor *cursor = &kernel->fresh[access];
  if (!cursor->stock || cursor->block == ca_stock_blocks) {
    char *next = cursor->stock ? ca_region_of(cursor->stock, INTENSIVE)->next_stock : kernel->first_stock;
    if (!next) next = ca_new_stock(kernel);
    if (!next) return NULL;
    cursor->stock = next;
    cursor->block = 0;
  }
  return ca_region_of(cursor->stock + cursor->block++ * ca_cache, access);
}

/* Sets up a region for chunks of `size` bytes and adds it to its chain. NULL when there is no memory. */
static __attribute__((noinline)) ca_region *ca_validate(ca_kernel *kernel, ca_chain *chain, ca_access access, size_t size) {
  ca_region *region = ca_fresh_region(kernel, access), *last = chain->last;
  if (!region) return NULL;
  size_t chunks = ca_capacity(access, size), bitmap = ca_bitmap_bytes(chunks);
  uint32_t core = (uint32_t)(kernel - ca_kernels) % ca_cores;
  region->init_address = access ? (char *)region + ca_meta + bitmap : (char *)region - bitmap - size;
  region->num_chunks = (uint32_t)chunks;
  region->chunk_size = size;
  region->start_chunk = (uint32_t)(ca_cache / ca_cores * core / size % chunks);
  region->chain = chain;
  region->order = last ? last->order + 1 : 0;
  if (last) last->next = region;
  else chain->first = region;
  chain->last = region;
  STEP(REFILL, region, chunks);
  return region;
}

/* Allocates the first free chunk of a region that has one. */
static void *ca_take(ca_region *region, ca_access access) {
  uint32_t *bitmap = ca_bitmap(region, access), word = region->next_chunk / 32, bits;
  while (!(bits = ~bitmap[word])) word++;
  uint32_t index = word * 32 + (uint32_t)__builtin_ctz(bits);
  bitmap[word] |= bits & -bits;
  STEP(BITMAP, index, 1);
  region->busy_chunks++;
  region->next_chunk = index + 1;
  size_t size = region->chunk_size;
  char *chunk = ca_chunk_at(region, access, ca_place(region, index));
  if (index < region->used_chunks) {
    STEP(UNLINK, chunk, size);
  } else {
    region->used_chunks = index + 1;
  }
  STEP(TAKE, chunk, size);
  return chunk;
}

/* Pages of its own for a request that no chunk can hold, or NULL where the policy denies it. */
static void *ca_take_pages(size_t size, uint32_t core) {
  if (!ca_falls_back || size > (size_t)PTRDIFF_MAX - 2 * OS_PAGE) return NULL;
  size_t bytes = (size + sizeof(ca_oversize) + OS_PAGE - 1) & ~(size_t)(OS_PAGE - 1);
  ca_oversize *large = os_map(bytes), *first = ca_large;
  if (!large) return NULL;
  STEP(MAP, large, bytes);
  *large = (ca_oversize){first, NULL, bytes, core};
  if (first) first->prev = large;
  ca_large = large;
  STEP(TAKE, large, bytes);
  return large + 1;
}

static void ca_give_pages(ca_oversize *large) {
  ca_oversize *next = large->next, *prev = large->prev;
  size_t bytes = large->bytes;
  STEP(GIVE, large, bytes);
  if (next) next->prev = prev;
  if (prev) prev->next = next;
  else ca_large = next;
  os_unmap(large, bytes);
  STEP(UNMAP, large, bytes);
}

static ca_kernel *ca_kernel_here(void) { return &ca_kernels[lab_cpu() % CA_KERNELS]; }

static void *ca_request(ca_kernel *kernel, size_t request, ca_access access);

/* What the fast path leaves: the first call, oversized requests, refusals. */
static __attribute__((noinline)) void *ca_request_slow(ca_kernel *kernel, size_t request, ca_access access) {
  if (!ca_base) {
    ca_open();
    return ca_request(kernel, request, access);
  }
  void *pages = ca_take_pages(request, (uint32_t)(kernel - ca_kernels));
  if (!pages) STEP(FAIL, request, 0);
  return pages;
}

static void *ca_request(ca_kernel *kernel, size_t request, ca_access access) {
  if (!request) request = 1;
  if (request > ca_limit[access]) return ca_request_slow(kernel, request, access);
  size_t size = request <= ca_smallest ? ca_smallest : (size_t)1 << (32 - __builtin_clz((uint32_t)request - 1));
  uint32_t class = (uint32_t)__builtin_ctz((uint32_t)size);
  ca_chain *chain = &kernel->manager[access][class];
  STEP(CLASS, class, size);
  ca_region *region = chain->current;
  while (region && region->busy_chunks == region->num_chunks) {
    STEP(VISIT, region, size);
    region = region->next;
  }
  if (!region) region = ca_validate(kernel, chain, access, size);
  if (!region) {
    STEP(FAIL, request, 0);
    return NULL;
  }
  chain->current = region;
  return ca_take(region, access);
}

/* A request of the platform is mild, one of the application intensive, unless the hint says otherwise. */
static void *cacheaware_malloc(size_t request) {
  ca_kernel *kernel = ca_kernel_here();
  return ca_request(kernel, request, kernel->hint | ca_application ? INTENSIVE : MILD);
}

static void cacheaware_free(void *ptr) {
  if (!ptr) return;
  ca_access access;
  ca_region *region = ca_region_at(ptr, &access);
  if (!region) {
    ca_give_pages((ca_oversize *)ptr - 1);
    return;
  }
  size_t size = region->chunk_size;
  STEP(GIVE, ptr, size);
  size_t distance = (size_t)(access ? (char *)ptr - region->init_address : region->init_address - (char *)ptr);
  uint32_t index = ca_index(region, (uint32_t)(distance >> __builtin_ctz((uint32_t)size)));
  ca_bitmap(region, access)[index / 32] &= ~(1u << (index % 32));
  STEP(BITMAP, index, 0);
  region->busy_chunks--;
  if (index < region->next_chunk) region->next_chunk = index;
  ca_chain *chain = region->chain;
  if (region->order < chain->current->order) chain->current = region;
  STEP(LINK, ptr, size);
}

static size_t cacheaware_usable_size(void *ptr) {
  if (!ptr) return 0;
  ca_access access;
  ca_region *region = ca_region_at(ptr, &access);
  return region ? region->chunk_size : ((ca_oversize *)ptr - 1)->bytes - sizeof(ca_oversize);
}

/* Moves to grow, and stays in the kind of region where it was; an oversized buffer follows the hint. */
static void *cacheaware_realloc(void *ptr, size_t request) {
  if (!ptr) return cacheaware_malloc(request);
  if (!request) {
    cacheaware_free(ptr);
    return NULL;
  }
  size_t held = cacheaware_usable_size(ptr);
  if (request <= held) return ptr;
  ca_access access;
  void *moved = ca_region_at(ptr, &access) ? ca_request(ca_kernel_here(), request, access) : cacheaware_malloc(request);
  if (!moved) return NULL;
  STEP(COPY, moved, held);
  memcpy(moved, ptr, held);
  cacheaware_free(ptr);
  return moved;
}

/* ---- heap_walk: stocks, blocks, their two regions with metadata and chunks, oversized buffers ---- */

enum { REGION_STOCK, REGION_BLOCK, REGION_INTENSIVE, REGION_MILD, REGION_METADATA, REGION_OVERSIZE };

static int ca_is_busy(ca_region *region, ca_access access, uint32_t index) {
  return ca_bitmap(region, access)[index / 32] >> (index % 32) & 1;
}

static void ca_walk_unused(const char *from, const char *to, int32_t core) {
  if (to > from) lab_walk_block(from, (size_t)(to - from), 0, 0, BLOCK_UNUSED, core);
}

/* Chunks from the lowest address up; those that were never allocated join what lies around them unused. */
static void ca_walk_chunks(ca_region *region, ca_access access, const char *from, const char *to, int32_t core) {
  uint32_t count = region->init_address ? region->num_chunks : 0, used = region->used_chunks;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t place = access ? i : count - 1 - i, index = ca_index(region, place);
    if (index >= used) { /* on to the last one before the next that was allocated */
      i += access ? count - 1 - index : index - used;
      continue;
    }
    const char *chunk = ca_chunk_at(region, access, place);
    ca_walk_unused(from, chunk, core);
    lab_walk_block(chunk, region->chunk_size, 0, 0, ca_is_busy(region, access, index) ? BLOCK_LIVE : BLOCK_FREE, core);
    from = chunk + region->chunk_size;
  }
  ca_walk_unused(from, to, core);
}

static size_t ca_header_bytes(const ca_region *region) {
  return ca_meta + (region->init_address ? ca_bitmap_bytes(region->num_chunks) : 0);
}

static void ca_walk_header(const char *at, size_t bytes, int32_t core) {
  lab_walk_region("metadata", at, bytes, core, REGION_METADATA);
  lab_walk_block(at, bytes, 0, 0, BLOCK_META, core);
}

static void ca_walk_block(char *block, int32_t core) {
  char *threshold = block + ca_threshold, *end = block + ca_cache;
  ca_region *intensive = ca_region_of(block, INTENSIVE), *mild = ca_region_of(block, MILD);
  size_t low = ca_header_bytes(intensive), high = ca_header_bytes(mild);
  lab_walk_region("block", block, ca_cache, core, REGION_BLOCK);
  lab_walk_region("intensive region", block, ca_threshold, core, REGION_INTENSIVE);
  lab_walk_region("mild region", threshold, ca_cache - ca_threshold, core, REGION_MILD);
  ca_walk_header(block, low, core);
  ca_walk_chunks(intensive, INTENSIVE, block + low, threshold, core);
  ca_walk_chunks(mild, MILD, threshold, end - high, core);
  ca_walk_header(end - high, high, core);
}

static void ca_walk_chain(const ca_chain *chain, ca_access access) {
  if (!chain->first) return;
  lab_walk_list(access ? "intensive" : "mild", (uint32_t)chain->first->chunk_size);
  for (ca_region *region = chain->first; region; region = region->next)
    for (uint32_t index = region->next_chunk; index < region->used_chunks; index++)
      if (!ca_is_busy(region, access, index))
        lab_walk_item(ca_chunk_at(region, access, ca_place(region, index)), region->chunk_size);
}

static void cacheaware_walk(void) {
  for (uint32_t core = 0; core < CA_KERNELS; core++)
    for (char *stock = ca_kernels[core].first_stock; stock; stock = ca_region_of(stock, INTENSIVE)->next_stock) {
      lab_walk_region("stock", stock, ca_cache * ca_stock_blocks, (int32_t)core, REGION_STOCK);
      for (uint32_t i = 0; i < ca_stock_blocks; i++) ca_walk_block(stock + i * ca_cache, (int32_t)core);
    }
  for (ca_oversize *large = ca_large; large; large = large->next) {
    lab_walk_region("oversize", large, large->bytes, (int32_t)large->core, REGION_OVERSIZE);
    lab_walk_block(large, large->bytes, sizeof *large, 0, BLOCK_LIVE, (int32_t)large->core);
  }
  for (uint32_t core = 0; core < CA_KERNELS; core++)
    for (int access = MILD; access <= INTENSIVE; access++)
      for (uint32_t class = 0; class < CA_CLASSES; class++)
        ca_walk_chain(&ca_kernels[core].manager[access][class], (ca_access)access);
}

#ifndef LAB_BASE
LAB_ALLOCATOR(cacheaware)

/* The paper's API: marks the calling core's buffers as intensive until it is called with 0. */
LAB_EXPORT(intensive_buffer) void intensive_buffer(uint32_t flag) { ca_kernel_here()->hint = flag != 0; }
/* One request for intensive access, whatever the hint says. */
LAB_EXPORT(intensive_malloc) void *intensive_malloc(size_t size) { return ca_request(ca_kernel_here(), size, INTENSIVE); }

static size_t ca_between(size_t value, size_t least, size_t most) {
  return value < least ? least : value > most ? most : value;
}
/* The largest power of two that is not above the value, within bounds. */
static size_t ca_power(size_t value, size_t least, size_t most) {
  return (size_t)1 << (31 - __builtin_clz((uint32_t)ca_between(value, least, most)));
}

LAB_CONFIGURE {
  switch (param) {
    case 0:
      ca_cache = (ca_between(value, CA_SMALLEST_CACHE, CA_LARGEST_CACHE) + OS_PAGE - 1) & ~(size_t)(OS_PAGE - 1);
      break;
    case 1: ca_cores = (uint32_t)ca_between(value, 1, CA_KERNELS); break;
    case 2: ca_percent = (uint32_t)ca_between(value, 5, 95); break;
    case 3: ca_stripe = ca_power(value, 16, 256); break;
    case 4: ca_smallest = ca_power(value, 16, OS_PAGE); break;
    case 5: ca_largest = ca_power(value, OS_PAGE, CA_LARGEST_CACHE); break;
    case 6: ca_stock_blocks = (uint32_t)ca_between(value, 1, 64); break;
    case 7: ca_falls_back = value != 0; break;
    case 8: ca_application = value != 0; break;
  }
}
#endif
