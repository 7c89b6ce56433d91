/* host.h: what the lab's host gives a module, for native builds that are timed: nothing. One file of a program includes
 * it. */
#include <stddef.h>
#include <stdint.h>

void lab_step(uint32_t line, int kind, uintptr_t a, uintptr_t b) { (void)line, (void)kind, (void)a, (void)b; }
#ifndef TIMED_H /* timed.c has these */
uint32_t lab_cpu(void) { return 0; }
void lab_lock(uint32_t id) { (void)id; }
void lab_unlock(uint32_t id) { (void)id; }
#endif
void lab_walk_block(const void *b, size_t n, uint32_t h, uint32_t f, int s, int32_t o) { (void)b, (void)n, (void)h, (void)f, (void)s, (void)o; }
void lab_walk_list(const char *name, uint32_t number) { (void)name, (void)number; }
void lab_walk_item(const void *block, size_t bytes) { (void)block, (void)bytes; }
void lab_walk_region(const char *n, const void *a, size_t b, int32_t o, uint32_t k) { (void)n, (void)a, (void)b, (void)o, (void)k; }
