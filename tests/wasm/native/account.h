/* account.h: what the allocator says of itself (steps, locks, heap_walk) and whether it adds up. */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stddef.h>
#include <stdint.h>

/* linked: a zeroed area of 4 GiB for the shadow of the free lists. */
void account_open(uint32_t *linked);
void account_reset(size_t used);
/* No lock may be held between operations. */
void account_after_operation(void);
/* Runs heap_walk and checks that the blocks tile what the OS gave, that free blocks are those of the lists, and that
 * the LINK and UNLINK steps so far name the same blocks with the same bytes. */
void account_walk(int coalesces);
/* After account_walk: live blocks reported. */
uint32_t account_live(void);
/* After account_walk: the block that holds this payload must be reported as live and be wide enough. */
void account_expect_live(const void *payload, size_t usable);
/* How often os_sbrk or os_map refused so far. */
uint64_t account_refusals(void);

/* Prints the message with the last operations and aborts. */
__attribute__((noreturn, format(printf, 1, 2))) void checker_fail(const char *format, ...);

#endif
