/* Records a Linux program's allocations as a .trace file (src/trace/formats/README.md).
 *
 *   gcc -O2 -shared -fPIC -o build/recorder.so wasm/recorder/recorder.c -ldl -pthread
 *   LD_PRELOAD=$PWD/build/recorder.so PROGRAM ARGUMENTS      writes PROGRAM.PID.trace
 *
 * HEAPSCOPE_TRACE names another file; in it %p stands for the process id and %e for the program's name. A process
 * that finds the file taken by one that still runs adds its id to the name.
 *
 * Order. One lock orders all events: an allocating call takes its place after the allocator returned, a freeing call
 * before it is entered, so no address is seen twice at once. Ids are given under that lock, times are read under it.
 * A realloc takes its block out of the table before the call and puts it back, moved, after it.
 *
 * Nothing here calls malloc: lines go through a static buffer, the table of live blocks is mapped from the system.
 * What dlsym asks for while the real functions are still unknown comes from a small static arena.
 *
 * A forked child has a heap of its own and writes a file of its own, which begins with the blocks that lived at the
 * fork. It is opened at the child's first event, since most children only call exec. */
#define _GNU_SOURCE
#include "blocks.h"
#include "output.h"
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

#define EXPORT __attribute__((visibility("default")))
enum { ARENA = 1 << 16 };
/* A program that crashes loses what was not written; nothing older than this. */
#define FLUSH_NS 100000000

/* ---- the real functions ---- */

static void *(*real_malloc)(size_t);
static void (*real_free)(void *);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void *(*real_memalign)(size_t, size_t);
static int (*real_execve)(const char *, char *const[], char *const[]);

static _Alignas(16) char arena[ARENA];
static size_t arena_used;
static int resolving;

static int in_arena(const void *p) {
  return (const char *)p >= arena && (const char *)p < arena + ARENA;
}

/* Serves what dlsym needs for itself; never taken back. A header keeps the size for realloc. */
static void *arena_take(size_t size) {
  size_t whole = (size + 31) & ~(size_t)15;
  if (whole < size || whole > ARENA - arena_used) return NULL;
  char *block = arena + arena_used;
  arena_used += whole;
  *(size_t *)block = size;
  return block + 16;
}

static void resolve(void) {
  resolving = 1;
  real_malloc = dlsym(RTLD_NEXT, "malloc");
  real_free = dlsym(RTLD_NEXT, "free");
  real_calloc = dlsym(RTLD_NEXT, "calloc");
  real_realloc = dlsym(RTLD_NEXT, "realloc");
  real_memalign = dlsym(RTLD_NEXT, "memalign");
  real_execve = dlsym(RTLD_NEXT, "execve");
  resolving = 0;
}

/* False while the real functions are being looked up: then the arena serves. */
static int ready(void) {
  if (__builtin_expect(real_execve != NULL, 1)) return 1;
  if (resolving) return 0;
  resolve();
  return 1;
}

/* ---- state ---- */

/* Recursive: another library's fork handler may allocate after ours took the lock. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static uint64_t next_id, left_null, left_failed, left_unknown;
static struct timespec start;
static int64_t flushed;

/* A forked child's file begins with what it inherits, oldest first. */
static void inherit(void) {
  if (!used) return;
  size_t count = 0, bytes = used * sizeof(block_t);
  block_t *list = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (list == MAP_FAILED) {
    broken = 1;
    return;
  }
  for (size_t i = 0; i < slots; i++)
    if (blocks[i].address) list[count++] = blocks[i];
  sort_blocks(list, count);
  memset(blocks, 0, slots * sizeof(block_t));
  used = 0;
  add_text("# note: A forked process: its first events stand for the blocks that lived at the fork.\n");
  for (size_t i = 0; i < count; i++) {
    if (filled > BUFFER - LINE) flush();
    add_text("a");
    field(next_id);
    field(list[i].size);
    add_text(" 0\n");
    insert(list[i].address, next_id++, list[i].size);
  }
  munmap(list, bytes);
}

/* Opens the file at the first event. */
static void begin(void) {
  struct stat now;
  name_file(forked);
  if (!open_named() || (flock(fd, LOCK_EX | LOCK_NB) != 0 && (close(fd), name_file(1), !open_named())) ||
      ftruncate(fd, 0) != 0 || fstat(fd, &now) != 0) {
    broken = 1;
    say("cannot open, nothing is recorded:");
    return;
  }
  device = now.st_dev;
  inode = now.st_ino;
  clock_gettime(CLOCK_MONOTONIC, &start);
  head();
  if (forked) inherit();
}

/* ---- events, all under the lock ---- */

static __thread uint32_t thread __attribute__((tls_model("initial-exec")));
static uint32_t threads;

/* Makes room for a line and opens the file where it is the first. */
static int room(void) {
  if (fd < 0 && !broken) begin();
  if (filled > BUFFER - LINE) flush();
  return !broken;
}

static void stamp(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!thread) thread = ++threads;
  int64_t passed = (int64_t)(now.tv_sec - start.tv_sec) * 1000000000 + (now.tv_nsec - start.tv_nsec);
  field((uint64_t)passed);
  if (thread > 1) field(thread - 1);
  buffer[filled++] = '\n';
  if (at_end || passed - flushed > FLUSH_NS) {
    flushed = passed;
    flush();
  }
}

static void allocated(char letter, void *p, size_t size, size_t align) {
  int error = errno;
  pthread_mutex_lock(&lock);
  if (!p) left_failed++;
  else if (room()) {
    if (insert((uintptr_t)p, next_id, size)) {
      buffer[filled++] = letter;
      field(next_id++);
      field(size);
      if (letter == 'm') field(align);
      stamp();
    } else broken = 1;
  }
  pthread_mutex_unlock(&lock);
  errno = error;
}

static void freed(void *p) {
  int error = errno;
  pthread_mutex_lock(&lock);
  if (room()) {
    block_t block = take((uintptr_t)p);
    if (block.address) {
      buffer[filled++] = 'f';
      field(block.id);
      stamp();
    } else left_unknown++;
  }
  pthread_mutex_unlock(&lock);
  errno = error;
}

static block_t taken(void *p) {
  pthread_mutex_lock(&lock);
  if (fd < 0) room();
  block_t block = take((uintptr_t)p);
  pthread_mutex_unlock(&lock);
  return block;
}

static void resized(block_t block, void *p, size_t size) {
  int error = errno;
  pthread_mutex_lock(&lock);
  if (!p) {
    left_failed++;
    insert(block.address, block.id, block.size);
  } else if (room() && insert((uintptr_t)p, block.id, size)) {
    buffer[filled++] = 'r';
    field(block.id);
    field(size);
    stamp();
  }
  pthread_mutex_unlock(&lock);
  errno = error;
}

/* ---- what the program calls ---- */

EXPORT void *malloc(size_t size) {
  if (!ready()) return arena_take(size);
  void *p = real_malloc(size);
  allocated('a', p, size, 0);
  return p;
}

EXPORT void free(void *p) {
  if (!p) __atomic_add_fetch(&left_null, 1, __ATOMIC_RELAXED);
  if (!p || in_arena(p) || !ready()) return;
  freed(p);
  real_free(p);
}

EXPORT void *calloc(size_t count, size_t size) {
  if (!ready()) return arena_take(count * size); /* the arena is zero and given out once */
  void *p = real_calloc(count, size);
  allocated('c', p, count * size, 0);
  return p;
}

EXPORT void *realloc(void *p, size_t size) {
  if (!p) return malloc(size);
  if (in_arena(p)) {
    void *moved = malloc(size);
    size_t old = *(size_t *)((char *)p - 16);
    return moved ? memcpy(moved, p, old < size ? old : size) : NULL;
  }
  if (!ready()) return NULL;
  if (size == 0) {
    /* glibc frees; an allocator that hands out a new smallest block makes a new object. */
    freed(p);
    void *left = real_realloc(p, 0);
    if (left) allocated('a', left, 0, 0);
    return left;
  }
  block_t block = taken(p);
  void *moved = real_realloc(p, size);
  if (block.address) resized(block, moved, size);
  else allocated('a', moved, size, 0); /* from before the recording */
  return moved;
}

EXPORT void *reallocarray(void *p, size_t count, size_t size) {
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(p, whole);
}

static void *aligned(size_t align, size_t size) {
  if (!ready()) return NULL;
  void *p = real_memalign(align, size);
  allocated('m', p, size, align);
  return p;
}

static int power_of_two(size_t value) {
  return value && !(value & (value - 1));
}

EXPORT void *memalign(size_t align, size_t size) {
  /* glibc rounds an odd alignment up; so does the recorded one. */
  size_t rounded = sizeof(void *);
  while (rounded < align && rounded << 1) rounded <<= 1;
  return aligned(rounded, size);
}

EXPORT void *aligned_alloc(size_t align, size_t size) {
  if (power_of_two(align)) return aligned(align, size);
  errno = EINVAL;
  return NULL;
}

EXPORT int posix_memalign(void **out, size_t align, size_t size) {
  if (!power_of_two(align) || align % sizeof(void *)) return EINVAL;
  void *p = aligned(align, size);
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

EXPORT void *valloc(size_t size) {
  return aligned((size_t)sysconf(_SC_PAGESIZE), size);
}

EXPORT void *pvalloc(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (size > SIZE_MAX - page) {
    errno = ENOMEM;
    return NULL;
  }
  return aligned(page, (size + page - 1) & ~(page - 1));
}

/* ---- beginnings and ends ---- */

/* May run in a signal handler that interrupted an event: only whole lines go out, and the lock is not waited for long. */
static void flush_now(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  if (pthread_mutex_timedlock(&lock, &until) != 0) return;
  while (filled && buffer[filled - 1] != '\n') filled--;
  if (fd >= 0) flush();
  pthread_mutex_unlock(&lock);
}

static void before_fork(void) {
  pthread_mutex_lock(&lock);
}

static void in_parent(void) {
  pthread_mutex_unlock(&lock);
}

static void in_child(void) {
  /* The buffer's lines are the parent's to write, and so is the file. */
  if (own_descriptor()) close(fd);
  fd = -1;
  filled = 0;
  next_id = left_null = left_failed = left_unknown = 0;
  thread = threads = 1;
  forked = 1;
  at_end = 0;
  flushed = 0;
  lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
}

__attribute__((constructor)) static void set_up(void) {
  ready();
  pthread_atfork(before_fork, in_parent, in_child);
}

static void remark(const char *what, uint64_t count) {
  if (!count) return;
  add_text("# note: ");
  add_text(what);
  field(count);
  add_text(".\n");
}

/* Other libraries may free after this: their lines go out one by one. */
__attribute__((destructor)) static void tear_down(void) {
  pthread_mutex_lock(&lock);
  if (fd >= 0 && !broken) {
    if (filled > BUFFER - 4 * LINE) flush();
    remark("Frees of NULL, left out:", left_null);
    remark("Calls that failed, left out:", left_failed);
    remark("Frees of blocks from before the recording began, left out:", left_unknown);
    flush();
  }
  at_end = 1;
  pthread_mutex_unlock(&lock);
}

/* Ways to leave a program that run no destructors. */
EXPORT void _exit(int status) {
  void (*leave)(int) = (void (*)(int))dlsym(RTLD_NEXT, "_exit");
  flush_now();
  leave(status);
  __builtin_unreachable();
}

EXPORT void _Exit(int status) {
  _exit(status);
}

EXPORT int execve(const char *file, char *const arguments[], char *const environment[]) {
  ready();
  flush_now();
  return real_execve(file, arguments, environment);
}

EXPORT int execv(const char *file, char *const arguments[]) {
  return execve(file, arguments, environ);
}

EXPORT int execvp(const char *file, char *const arguments[]) {
  int (*run)(const char *, char *const[]) = (int (*)(const char *, char *const[]))dlsym(RTLD_NEXT, "execvp");
  flush_now();
  return run(file, arguments);
}
