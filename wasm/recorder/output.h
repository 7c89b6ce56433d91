/* The recorder's file: its name, a static buffer of lines, and writing without ever calling malloc. Used under the
 * recorder's lock. */
#ifndef RECORDER_OUTPUT_H
#define RECORDER_OUTPUT_H
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 1 << 16, LINE = 128, PATH = 4096, HIGH_FD = 200 };

static char buffer[BUFFER];
static size_t filled;
static int fd = -1;
static dev_t device;
static ino_t inode;
static char path[PATH], folder[PATH];
/* Set when the file cannot be written; at_end: every line goes out at once, because nobody flushes any more. */
static int broken, at_end, forked;

static void say(const char *what) {
  char text[PATH + 100];
  size_t length = 0;
  for (const char *part[] = {"recorder: ", what, " ", path, "\n", NULL}, **p = part; *p; p++)
    for (const char *c = *p; *c && length < sizeof text; c++) text[length++] = *c;
  ssize_t written = write(STDERR_FILENO, text, length);
  (void)written;
}

/* A program may close every descriptor, and get ours for a file of its own: never write into that. */
static int own_descriptor(void) {
  struct stat now;
  return fd >= 0 && fstat(fd, &now) == 0 && now.st_dev == device && now.st_ino == inode;
}

static void flush(void) {
  if (!own_descriptor() && !broken) fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
  for (size_t at = 0; at < filled && !broken;) {
    ssize_t written = write(fd, buffer + at, filled - at);
    if (written > 0) at += (size_t)written;
    else if (written < 0 && errno != EINTR) {
      broken = 1;
      say("cannot write, recording ends:");
    }
  }
  filled = 0;
}

static void add_text(const char *text) {
  for (; *text; text++) {
    if (filled == BUFFER) flush();
    buffer[filled++] = (unsigned char)*text >= ' ' || *text == '\n' ? *text : ' ';
  }
}

static void add_number(uint64_t value) {
  char digits[20];
  int count = 0;
  do digits[count++] = (char)('0' + value % 10);
  while (value /= 10);
  while (count) buffer[filled++] = digits[--count];
}

static void field(uint64_t value) {
  buffer[filled++] = ' ';
  add_number(value);
}

/* Appends to the path as far as there is room. */
static size_t append(size_t length, const char *text, size_t count) {
  for (size_t i = 0; i < count && length < PATH - 1; i++) path[length++] = text[i];
  path[length] = 0;
  return length;
}

/* Fills HEAPSCOPE_TRACE in: %p is the process id, %e the program's name. `extra` adds the id where the pattern lacks it. */
static void name_file(int extra) {
  const char *pattern = getenv("HEAPSCOPE_TRACE");
  if (!pattern || !*pattern) pattern = "%e.%p.trace";
  char digits[24], *pid = digits + sizeof digits;
  unsigned value = (unsigned)getpid();
  do *--pid = (char)('0' + value % 10);
  while (value /= 10);
  size_t count = (size_t)(digits + sizeof digits - pid), length = 0;
  /* Where the process was when it began, or its parent at the fork: a program may change its folder. */
  if (!folder[0] && !getcwd(folder, sizeof folder)) folder[0] = 0;
  if (pattern[0] != '/' && folder[0]) length = append(append(0, folder, strlen(folder)), "/", 1);
  for (const char *c = pattern; *c; c++) {
    if (c[0] == '%' && c[1] == 'p') {
      length = append(length, pid, count);
      extra = 0;
      c++;
    } else if (c[0] == '%' && c[1] == 'e') {
      length = append(length, program_invocation_short_name, strlen(program_invocation_short_name));
      c++;
    } else length = append(length, c, 1);
  }
  if (extra) append(append(length, ".", 1), pid, count);
}

static int open_named(void) {
  int low = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (low < 0) return 0;
  /* Out of the way of programs that count on small numbers. */
  fd = fcntl(low, F_DUPFD_CLOEXEC, HIGH_FD);
  if (fd < 0) fd = low;
  else close(low);
  return 1;
}

static void head(void) {
  add_text("# alloc-trace 1\n# name: ");
  add_text(program_invocation_short_name);
  add_text("\n# program: ");
  add_text(program_invocation_name);
  add_text("\n# recorded: recorder.so (LD_PRELOAD)\n# clock: ns since the first event (CLOCK_MONOTONIC)\n# process:");
  field((uint64_t)getpid());
  add_text("\n");
}

#endif
