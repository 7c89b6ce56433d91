/* fuzz.c: the same checker under libFuzzer. Four bytes of input are one operation; every input starts from a fresh
 * heap, by putting back the allocator's and the OS's static data as they were (the build gathers them in sections of
 * their own). The checker's options come in the environment as LAB_OPTIONS, "--align 4 --set 0=10 …"; the run ends
 * after LAB_OPERATIONS operations in all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checker.h"

extern char __start_lab_data[], __stop_lab_data[], __start_lab_bss[], __stop_lab_bss[];
/* So that both sections exist even where an allocator has no data of one kind. */
__attribute__((section("lab_data"), used)) static uint64_t some_data = 1;
__attribute__((section("lab_bss"), used)) static uint64_t some_bss = 1;

static char *saved_data, *saved_bss;
static uint64_t budget = 1000000;

/* ASan keeps poisoned bytes between variables: a copy of a whole section must pass over them, and so may not become a
 * call of memcpy, which ASan checks. */
__attribute__((no_sanitize("address", "undefined"), no_builtin("memcpy"), noinline)) static void copy(char *to, const char *from,
                                                                                                     const char *end) {
  for (; from + 8 <= end; from += 8, to += 8) *(uint64_t *)(void *)to = *(const uint64_t *)(const void *)from;
  for (; from < end; from++, to++) *to = *from;
}

static char *save(const char *start, const char *stop) {
  char *kept = malloc((size_t)(stop - start) + 8);
  if (!kept) abort();
  copy(kept, start, stop);
  return kept;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  static char *words[64] = {"fuzz"};
  int count = 1;
  const char *options = getenv("LAB_OPTIONS"), *operations = getenv("LAB_OPERATIONS");
  if (operations) budget = strtoull(operations, NULL, 10);
  checker_open();
  char *text = strdup(options ? options : "");
  for (char *word = strtok(text, " "); word && count < 63; word = strtok(NULL, " ")) words[count++] = word;
  if (checker_parse(count, words) != count) exit(2);
  saved_data = save(__start_lab_data, __stop_lab_data);
  saved_bss = save(__start_lab_bss, __stop_lab_bss);
  return 0;
}

/* Two bytes name a size: most are small, one in sixteen reaches `largest`, a few are absurd. */
static size_t size_from(uint8_t class, uint8_t detail) {
  size_t number = (size_t)(class & 15) << 8 | detail;
  if (class == 255) return SIZE_MAX - ((size_t)detail << (detail & 7));
  if (class >= 240) return number * 16 % (checker.largest + 1);
  switch (class >> 6) {
    case 0: return class & 63;
    case 1: return number & 1023;
    case 2: return (size_t)1 << (class & 7) << (detail & 7);
    default: return number;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  checker_reset();
  copy(__start_lab_data, saved_data, saved_data + (__stop_lab_data - __start_lab_data));
  copy(__start_lab_bss, saved_bss, saved_bss + (__stop_lab_bss - __start_lab_bss));
  for (size_t i = 0; i + 4 <= size; i += 4) {
    uint8_t what = data[i] & 31, cpu = data[i] >> 5;
    size_t bytes = size_from(data[i + 2], data[i + 3]);
    if (what == 31) checker_apply(OP_VERIFY, 0, 0, cpu);
    else if (what == 30) checker_apply(data[i + 1] & 3 ? OP_RELAX : OP_SQUEEZE, 0, bytes, cpu);
    else checker_apply(what < 4 ? OP_REALLOC : what < 16 ? OP_FREE : OP_MALLOC, data[i + 1], bytes, cpu);
  }
  checker_close();
  if (checker_operations() < budget) return 0;
  printf("{\"operations\":%llu,\"served\":%llu,\"failures\":%llu}\n", (unsigned long long)checker_operations(),
         (unsigned long long)checker_served(), (unsigned long long)checker_failures());
  fflush(stdout);
  _exit(checker_served() * 10 < checker_operations());
}
