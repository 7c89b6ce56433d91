// Makes every allocation call once or in known numbers; sizes tell them apart in the recording.
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 2000, HANDED = 500 };

static void *handed[THREADS][HANDED];
static pthread_barrier_t barrier;

// Small blocks that come and go, reallocs that move, and blocks that the next thread frees.
static void *work(void *argument) {
  intptr_t me = (intptr_t)argument;
  for (int i = 0; i < HANDED; i++) handed[me][i] = malloc(30011);
  for (int i = 0; i < ROUNDS; i++) {
    char *p = malloc(10007);
    memset(p, 1, 10007);
    p = realloc(p, 20011);
    if (p[10006] != 1) abort();
    free(p);
  }
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < HANDED; i++) free(handed[(me + 1) % THREADS][i]);
  return NULL;
}

int main(int count, char **arguments) {
  // The compiler knows these functions and would leave out what has no use.
  void *volatile keep;
  volatile size_t huge = (size_t)1 << 62;
  if (count > 1 && strcmp(arguments[1], "fork") == 0) {
    keep = malloc(50021);
    void *volatile inherited = malloc(50023);
    pid_t child = fork();
    if (child == 0) {
      free(inherited);
      keep = malloc(60013);
      _exit(0);
    }
    waitpid(child, NULL, 0);
    free(inherited);
    keep = malloc(70001);
    _exit(0);
  }
  keep = malloc(40009);
  free(keep);
  keep = calloc(3, 40013);
  keep = realloc(keep, 40031);
  void *emptied = realloc(keep, 0);
  if (emptied) abort();
  free(NULL);
  keep = malloc(huge);
  if (keep) abort();
  void *stays = malloc(40037);
  keep = realloc(stays, huge);
  if (keep) abort();
  keep = realloc(NULL, 40039);
  keep = reallocarray(keep, 2, 40063);
  if (reallocarray(stays, huge, huge)) abort();
  void *aligned;
  if (posix_memalign(&aligned, 64, 40087)) abort();
  if ((uintptr_t)aligned % 64) abort();
  if (posix_memalign(&aligned, 3, 40087) == 0) abort();
  keep = aligned_alloc(128, 128 * 317);
  keep = memalign(32, 40093);
  keep = valloc(40099);
  keep = malloc(0);
  free(keep);
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  return 0;
}
