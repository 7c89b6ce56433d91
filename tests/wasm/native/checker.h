/* checker.h: one allocator, compiled natively, against a plain model of memory.
 *
 * The model is a table of slots (address, size, pattern) and a shadow of the heap that names each word's owner. After
 * every operation the touched block is checked; checker_verify compares the allocator's own account (heap_walk and
 * the LINK and UNLINK steps) with the model. A difference prints what was found, where and what was expected, with
 * the last operations, and aborts. */
#ifndef CHECKER_H
#define CHECKER_H

#include <stddef.h>
#include <stdint.h>

#define CHECKER_SLOTS 1024u
#define CHECKER_LIMIT ((size_t)64 << 20) /* bytes that the simulated OS may give: larger requests must fail */

typedef enum { OP_MALLOC, OP_FREE, OP_REALLOC, OP_SQUEEZE, OP_RELAX, OP_VERIFY } checker_op;

/* What the harness expects beyond the rules that bind every allocator. */
typedef struct {
  size_t alignment;  /* bytes to which every pointer is aligned */
  uint32_t cpus;     /* operations come from processors 0 … cpus - 1 */
  int bounded;       /* the allocator may refuse a request though the OS refused nothing (an arena of fixed size) */
  int empty_null;    /* malloc(0) may answer NULL */
  int coalesces;     /* no two free neighbours of one owner at any time */
  size_t largest;    /* sizes that the drivers ask for */
} checker_options;

extern checker_options checker;

/* Called once: parameters are set, the OS is open and nothing is allocated. */
void checker_open(void);
/* Back to the state after checker_open; needs the allocator's sections renamed by the build (see build.ts). */
void checker_reset(void);
/* malloc, realloc: slot and size. free: slot. An operation that does not fit the slot's state is turned into one that
 * does. squeeze: the OS gives `size` bytes more at most. relax: the OS gives again. */
void checker_apply(checker_op op, uint32_t slot, size_t size, uint32_t cpu);
void checker_verify(void);
/* Frees all, verifies, and checks that a heap which coalesces is whole. */
void checker_close(void);

uint64_t checker_operations(void);
uint64_t checker_failures(void); /* requests answered with NULL, other than the absurd ones */
uint64_t checker_served(void);   /* requests answered with a block */

/* An allocator's `configure` where it has one; set from the command line: index=value. */
int checker_parse(int argc, char **argv);

#endif
