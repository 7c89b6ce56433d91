/* The simulated operating system: sbrk and a page map over one linear memory. See os.h. */
#include "os.h"

#include "lab.h"

#define MAX_PAGES (1u << 20) /* 4 GiB of 4 KiB pages: all that a 32-bit address can name */
#define HEAP_ALIGN 65536u

#ifdef __clang__
#define NO_MEMSET __attribute__((noinline, no_builtin("memset")))
#else
#define NO_MEMSET __attribute__((noinline))
#endif

/* One bit a page, set while the page is taken. Sbrk's pages and mapped ones look alike here. */
static uint32_t taken[MAX_PAGES / 32];
static uintptr_t start;    /* first byte of the heap; 0 until the first call */
static uintptr_t brk_end;  /* end of what os_sbrk has given */
static uintptr_t top;      /* one past the highest byte ever taken */
static uint32_t map_from;  /* no free page lies below this index, above the break */
static size_t footprint, peak, limit;
static uint32_t calls;

#ifdef __wasm__
extern unsigned char __heap_base;
static uintptr_t os_memory_start(void) { return ((uintptr_t)&__heap_base + HEAP_ALIGN - 1) & ~(uintptr_t)(HEAP_ALIGN - 1); }
/* Makes all bytes below `end` usable. Grows by an eighth at least: an engine takes microseconds for a growth. */
static int os_commit(uintptr_t end) {
  size_t have = __builtin_wasm_memory_size(0);
  size_t want = (end + 65535u) >> 16, more = have + have / 8;
  if (want <= have) return 1;
  if (more > want && __builtin_wasm_memory_grow(0, more - have) != (size_t)-1) return 1;
  return __builtin_wasm_memory_grow(0, want - have) != (size_t)-1;
}
static uintptr_t os_end_of_memory(void) { return (uintptr_t)0xffff0000u; }
#else
#include <sys/mman.h>
/* Natively the heap is a reservation that the kernel fills page by page: 4 GiB, or 1 GiB where pointers are short. */
#define RESERVED (sizeof(void *) > 4 ? (size_t)MAX_PAGES * OS_PAGE : (size_t)1 << 30)
static uintptr_t os_memory_start(void) {
  void *area = mmap(NULL, RESERVED, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return area == MAP_FAILED ? 0 : ((uintptr_t)area + HEAP_ALIGN - 1) & ~(uintptr_t)(HEAP_ALIGN - 1);
}
static int os_commit(uintptr_t end) { (void)end; return 1; }
static uintptr_t os_end_of_memory(void) { return start + RESERVED - 32 * OS_PAGE; }
#endif

static uint32_t os_page_of(uintptr_t address) { return (uint32_t)((address - start) / OS_PAGE); }
static int os_is_taken(uint32_t page) { return taken[page / 32] >> (page % 32) & 1; }

static void os_mark(uint32_t from, uint32_t to, int value) {
  for (uint32_t page = from; page < to; page++) {
    if (value) taken[page / 32] |= 1u << (page % 32);
    else taken[page / 32] &= ~(1u << (page % 32));
  }
}

static void os_open_heap(void) {
  if (start) return;
  start = brk_end = top = os_memory_start();
}

static void os_account(intptr_t bytes) {
  footprint += (size_t)bytes;
  if (footprint > peak) peak = footprint;
  calls++;
}

static int os_within_limit(size_t more) { return !limit || (more <= limit && footprint <= limit - more); }

/* Memory is given filled with zeros: what lies above `top` never held anything, the rest is cleared here. Its own loop
 * and no memset: the observation pass knows the system by the prefix of its functions' names. */
NO_MEMSET static void os_zero(uintptr_t from, uintptr_t to) {
  if (to > top) to = top;
  for (; from < to && from % sizeof(uint32_t); from++) *(uint8_t *)from = 0;
  for (; from + sizeof(uint32_t) <= to; from += sizeof(uint32_t)) *(uint32_t *)from = 0;
  for (; from < to; from++) *(uint8_t *)from = 0;
}

__attribute__((noinline)) void *os_sbrk(intptr_t increment) {
  os_open_heap();
  uintptr_t old = brk_end;
  if (increment == 0) return (void *)old;
  if (increment < 0) {
    size_t less = 0 - (size_t)increment;
    if (less > old - start) return (void *)-1;
    brk_end = old - less;
    uint32_t from = os_page_of(brk_end + OS_PAGE - 1);
    os_mark(from, os_page_of(old + OS_PAGE - 1), 0);
    if (from < map_from) map_from = from;
    os_account(increment);
    return (void *)old;
  }
  if ((size_t)increment > os_end_of_memory() - old || !os_within_limit((size_t)increment)) return (void *)-1;
  uint32_t from = os_page_of(old + OS_PAGE - 1), to = os_page_of(old + (size_t)increment + OS_PAGE - 1);
  for (uint32_t page = from; page < to && start + (uintptr_t)page * OS_PAGE < top; page++)
    if (os_is_taken(page)) return (void *)-1; /* a mapped page stands in the way */
  if (!os_commit(old + (size_t)increment)) return (void *)-1;
  os_zero(old, old + (size_t)increment);
  os_mark(from, to, 1);
  brk_end = old + (size_t)increment;
  if (brk_end > top) top = brk_end;
  os_account(increment);
  return (void *)old;
}

/* First fit over the page map: where a run of `pages` free pages begins. May reach beyond the top. */
static uint32_t os_find_run(uint32_t pages) {
  uint32_t run = 0, end = os_page_of(top + OS_PAGE - 1);
  for (uint32_t page = map_from; page < end; page++) {
    run = os_is_taken(page) ? 0 : run + 1;
    if (run == pages) return page + 1 - pages;
  }
  return end - run;
}

__attribute__((noinline)) void *os_map(size_t bytes) {
  os_open_heap();
  if (bytes == 0 || bytes > os_end_of_memory() - start) return NULL;
  uint32_t pages = (uint32_t)((bytes + OS_PAGE - 1) / OS_PAGE);
  size_t rounded = (size_t)pages * OS_PAGE;
  if (!os_within_limit(rounded)) return NULL;
  uint32_t first = os_page_of(brk_end + OS_PAGE - 1);
  if (map_from < first) map_from = first;
  uint32_t page = os_find_run(pages);
  uintptr_t address = start + (uintptr_t)page * OS_PAGE;
  if (rounded > os_end_of_memory() - address || !os_commit(address + rounded)) return NULL;
  os_zero(address, address + rounded);
  os_mark(page, page + pages, 1);
  if (page == map_from) map_from = page + pages;
  if (address + rounded > top) top = address + rounded;
  os_account((intptr_t)rounded);
  return (void *)address;
}

__attribute__((noinline)) int os_unmap(void *address, size_t bytes) {
  uintptr_t at = (uintptr_t)address;
  if (at % OS_PAGE || bytes % OS_PAGE || bytes == 0 || at < brk_end || at >= top || bytes > top - at) return -1;
  uint32_t from = os_page_of(at), to = os_page_of(at + bytes);
  for (uint32_t page = from; page < to; page++)
    if (!os_is_taken(page)) return -1;
  os_mark(from, to, 0);
  if (from < map_from) map_from = from;
  os_account(-(intptr_t)bytes);
  return 0;
}

LAB_EXPORT(os_start) uintptr_t os_start(void) { os_open_heap(); return start; }
LAB_EXPORT(os_top) uintptr_t os_top(void) { os_open_heap(); return top; }
LAB_EXPORT(os_footprint) size_t os_footprint(void) { return footprint; }
LAB_EXPORT(os_peak) size_t os_peak(void) { return peak; }
LAB_EXPORT(os_calls) uint32_t os_calls(void) { return calls; }
LAB_EXPORT(os_limit) void os_limit(size_t bytes) { limit = bytes; }
