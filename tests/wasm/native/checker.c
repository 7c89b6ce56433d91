/* checker.c: the model of memory and the rules that bind every allocator. See checker.h. */
#include "checker.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "account.h"
#include "lab.h"
#include "os.h"

/* The allocator under test: its exported names carry this prefix natively, so that libc keeps its own. */
void *lab_malloc(size_t size);
void lab_free(void *ptr);
void *lab_realloc(void *ptr, size_t size);
size_t lab_malloc_usable_size(void *ptr);
__attribute__((weak)) void configure(uint32_t param, uint32_t value);

checker_options checker = {.alignment = 4, .cpus = 1, .largest = 60000};

typedef struct {
  unsigned char *ptr;
  size_t size;    /* asked for */
  size_t usable;  /* what malloc_usable_size answered: all of it is filled and checked */
  uint32_t mark;  /* seed of the pattern */
} slot_state;

static slot_state slots[CHECKER_SLOTS];
static uint32_t live_count;
static uint32_t *shadow; /* slot + 1 for each 4 bytes of the heap, 0 = nobody's */
static uint64_t operations, failures, served;
static uint32_t next_mark = 1, current_cpu;

/* The last operations, for the report of a failure. */
typedef struct { checker_op op; uint32_t slot, cpu; size_t size; } past_op;
#define PAST 24u
static past_op past[PAST];

void checker_fail(const char *format, ...) {
  static const char *const names[] = {"malloc", "free", "realloc", "squeeze", "relax", "verify"};
  va_list args;
  va_start(args, format);
  fprintf(stderr, "checker: operation %llu: ", (unsigned long long)operations);
  vfprintf(stderr, format, args);
  fprintf(stderr, "\nlast operations:\n");
  va_end(args);
  for (uint64_t i = operations > PAST ? operations - PAST : 0; i < operations; i++) {
    past_op *p = &past[i % PAST];
    fprintf(stderr, "  %llu: cpu %u %s slot %u size %zu\n", (unsigned long long)i + 1, p->cpu, names[p->op], p->slot,
            p->size);
  }
  abort();
}

uint32_t lab_cpu(void) { return current_cpu; }

static uintptr_t offset_of(const void *ptr) { return (uintptr_t)ptr - os_start(); }

/* Writes `owner` over the words of a block. A block that gets an owner must have been nobody's. */
static void claim(const unsigned char *ptr, size_t bytes, uint32_t owner) {
  uint32_t *word = shadow + offset_of(ptr) / 4, *end = shadow + (offset_of(ptr) + bytes + 3) / 4, seen = 0;
  for (uint32_t *at = word; at < end; at++) seen |= *at;
  for (uint32_t *at = word; at < end && owner && seen; at++)
    if (*at)
      checker_fail("block of slot %u at offset %zu (%zu bytes) overlaps the live block of slot %u", owner - 1,
                   (size_t)offset_of(ptr), bytes, *at - 1);
  for (; word < end; word++) *word = owner;
}

static uint32_t pattern(uint32_t mark, size_t word) { return mark * 2654435761u + (uint32_t)word * 0x9e3779b1u; }

static void fill(const slot_state *slot, size_t from) {
  size_t words = slot->usable / 4, word = from / 4;
  for (; word < words; word++) {
    uint32_t value = pattern(slot->mark, word);
    memcpy(slot->ptr + 4 * word, &value, 4);
  }
  uint32_t value = pattern(slot->mark, word);
  memcpy(slot->ptr + 4 * word, &value, slot->usable - 4 * words);
}

/* The first of `bytes` bytes that is not what was filled in, or `bytes`. */
static size_t first_change(const slot_state *slot, size_t bytes) {
  size_t words = bytes / 4, word = 0;
  uint32_t found, differs = 0;
  /* no way out of this loop, so that it runs on vectors */
  for (; word < words; word++) {
    memcpy(&found, slot->ptr + 4 * word, 4);
    differs |= found ^ pattern(slot->mark, word);
  }
  for (size_t at = 0; differs && at < words; at++) {
    memcpy(&found, slot->ptr + 4 * at, 4);
    if (found != pattern(slot->mark, at)) return 4 * at;
  }
  uint32_t value = pattern(slot->mark, word);
  return memcmp(slot->ptr + 4 * word, &value, bytes - 4 * words) ? 4 * word : bytes;
}

static void check_contents(const slot_state *slot, size_t bytes, const char *when) {
  size_t at = first_change(slot, bytes);
  if (at < bytes)
    checker_fail("contents of slot %u (offset %zu, %zu bytes asked, %zu usable) changed at byte %zu, seen %s",
                 (unsigned)(slot - slots), (size_t)offset_of(slot->ptr), slot->size, slot->usable, at, when);
}

/* A pointer that the allocator has just answered with. */
static void accept(uint32_t index, void *ptr, size_t size) {
  slot_state *slot = &slots[index];
  if ((uintptr_t)ptr % checker.alignment)
    checker_fail("pointer %p is not aligned to %zu bytes", ptr, checker.alignment);
  size_t usable = lab_malloc_usable_size(ptr);
  if (usable < size) checker_fail("usable size %zu is less than the %zu bytes asked for", usable, size);
  if ((uintptr_t)ptr < os_start() || usable > os_top() - (uintptr_t)ptr || (uintptr_t)ptr >= os_top())
    checker_fail("block %p (%zu bytes) is outside the OS's memory %p … %p", ptr, usable, (void *)os_start(),
                 (void *)os_top());
  slot->ptr = ptr;
  slot->size = size;
  slot->usable = usable;
  claim(ptr, usable ? usable : 1, index + 1); /* even an empty block has an address of its own */
}

/* Whether a NULL answer is allowed: the OS refused, or the allocator's heap is bounded. */
static void note_refusal(size_t size, uint64_t refused_before) {
  if (size >= CHECKER_LIMIT || (size == 0 && checker.empty_null)) return;
  failures++;
  if (!checker.bounded && account_refusals() == refused_before)
    checker_fail("a request of %zu bytes was refused though the OS refused nothing", size);
}

/* The answer to malloc, or to realloc of NULL, for an empty slot. */
static void receive(uint32_t index, void *ptr, size_t size, uint64_t refused_before) {
  if (!ptr) {
    note_refusal(size, refused_before);
    return;
  }
  if (size >= CHECKER_LIMIT) checker_fail("a request of %zu bytes was served: more than the OS has", size);
  served++;
  live_count++;
  accept(index, ptr, size);
  slots[index].mark = next_mark++;
  fill(&slots[index], 0);
}

static void do_free(uint32_t index) {
  slot_state *slot = &slots[index];
  check_contents(slot, slot->usable, "at its free");
  claim(slot->ptr, slot->usable ? slot->usable : 1, 0);
  lab_free(slot->ptr);
  slot->ptr = NULL;
  live_count--;
}

static void do_realloc(uint32_t index, size_t size) {
  slot_state *slot = &slots[index], old = *slot;
  uint64_t refused = account_refusals();
  check_contents(slot, slot->usable, "before its realloc");
  void *ptr = lab_realloc(slot->ptr, size);
  if (!ptr) {
    if (size == 0) {
      claim(old.ptr, old.usable ? old.usable : 1, 0);
      slot->ptr = NULL;
      live_count--;
      return;
    }
    note_refusal(size, refused);
    check_contents(slot, slot->usable, "after a realloc that failed");
    return;
  }
  if (size == 0) checker_fail("realloc to 0 bytes answered %p, not NULL", ptr);
  if (size >= CHECKER_LIMIT) checker_fail("a realloc to %zu bytes was served: more than the OS has", size);
  served++;
  claim(old.ptr, old.usable ? old.usable : 1, 0);
  accept(index, ptr, size);
  size_t kept = old.size < size ? old.size : size;
  check_contents(slot, kept, "after its realloc");
  fill(slot, kept);
}

void checker_apply(checker_op op, uint32_t index, size_t size, uint32_t cpu) {
  index %= CHECKER_SLOTS;
  int taken = slots[index].ptr != NULL;
  if (op == OP_FREE && !taken) op = OP_MALLOC;
  else if (op == OP_MALLOC && taken) op = OP_FREE;
  current_cpu = cpu % checker.cpus;
  past[operations % PAST] = (past_op){op, index, current_cpu, size};
  operations++;
  uint64_t refused = account_refusals();
  switch (op) {
    case OP_MALLOC: receive(index, lab_malloc(size), size, refused); break;
    case OP_FREE: do_free(index); break;
    case OP_REALLOC:
      if (taken) do_realloc(index, size);
      else receive(index, lab_realloc(NULL, size), size, refused);
      break;
    case OP_SQUEEZE: {
      size_t limit = os_footprint() + size;
      os_limit(limit < CHECKER_LIMIT ? limit : CHECKER_LIMIT);
      break;
    }
    case OP_RELAX: os_limit(CHECKER_LIMIT); break;
    case OP_VERIFY: checker_verify(); break;
  }
  account_after_operation();
}

void checker_verify(void) {
  account_walk(checker.coalesces);
  if (account_live() != live_count)
    checker_fail("heap_walk reports %u live blocks, the model holds %u", account_live(), live_count);
  for (uint32_t index = 0; index < CHECKER_SLOTS; index++) {
    if (!slots[index].ptr) continue;
    account_expect_live(slots[index].ptr, slots[index].usable);
    check_contents(&slots[index], slots[index].usable, "at a check of all blocks");
  }
}

void checker_close(void) {
  checker_apply(OP_RELAX, 0, 0, 0);
  for (uint32_t index = 0; index < CHECKER_SLOTS; index++)
    if (slots[index].ptr) checker_apply(OP_FREE, index, 0, index);
  lab_free(NULL);
  checker_verify();
}

static void *reserve(size_t bytes) {
  void *area = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (area == MAP_FAILED) {
    perror("checker: mmap");
    exit(1);
  }
  return area;
}

void checker_open(void) {
  shadow = reserve((size_t)1 << 32);
  account_open(reserve((size_t)1 << 32));
  os_start();
  os_limit(CHECKER_LIMIT);
}

void checker_reset(void) {
  size_t used = os_top() - os_start();
  memset(slots, 0, sizeof slots);
  live_count = 0;
  madvise(shadow, (used + 4095) & ~(size_t)4095, MADV_DONTNEED);
  madvise((void *)os_start(), (used + 4095) & ~(size_t)4095, MADV_DONTNEED);
  account_reset(used);
}

int checker_parse(int argc, char **argv) {
  int i = 1;
  for (; i + 1 < argc && !strncmp(argv[i], "--", 2); i += 2) {
    const char *name = argv[i] + 2;
    char *rest;
    unsigned long value = strtoul(argv[i + 1], &rest, 10);
    if (!strcmp(name, "set")) {
      if (*rest != '=' || !configure) return fprintf(stderr, "checker: --set wants index=value\n"), -1;
      configure((uint32_t)value, (uint32_t)strtoul(rest + 1, NULL, 10));
    } else if (!strcmp(name, "align")) checker.alignment = value;
    else if (!strcmp(name, "cpus")) checker.cpus = (uint32_t)value;
    else if (!strcmp(name, "bounded")) checker.bounded = (int)value;
    else if (!strcmp(name, "coalesces")) checker.coalesces = (int)value;
    else if (!strcmp(name, "empty-null")) checker.empty_null = (int)value;
    else if (!strcmp(name, "largest")) checker.largest = value;
    else return fprintf(stderr, "checker: unknown option %s\n", argv[i]), -1;
  }
  return i;
}

uint64_t checker_operations(void) { return operations; }
uint64_t checker_failures(void) { return failures; }
uint64_t checker_served(void) { return served; }
