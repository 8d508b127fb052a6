// Files that a test writes, in a directory that is gone when the test is.

#ifndef FT_TESTS_SCRATCH_H
#define FT_TESTS_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char scratch_directory[64];

static inline void scratch_remove (void) {
  char command[80];
  snprintf (command, sizeof command, "rm -rf '%s'", scratch_directory);
  if (system (command))
    perror (scratch_directory);
}

// In memory where possible, since tests write thousands of small files.
static inline void scratch_create (void) {
  const char *parent = access ("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";
  snprintf (scratch_directory, sizeof scratch_directory,
            "%s/foretrace-test-XXXXXX", parent);
  if (!mkdtemp (scratch_directory))
    abort ();
  atexit (scratch_remove);
}

// The path of a file that need not be there; valid until the fourth next call.
static inline const char *scratch_path (const char *name) {
  static char paths[4][128];
  static unsigned next;
  if (!scratch_directory[0])
    scratch_create ();
  char *path = paths[next++ % 4];
  snprintf (path, sizeof paths[0], "%s/%s", scratch_directory, name);
  return path;
}

static inline const char *scratch_bytes (const char *name, const void *bytes,
                                         size_t n) {
  const char *path = scratch_path (name);
  FILE *file = fopen (path, "w");
  if (!file || fwrite (bytes, 1, n, file) != n || fclose (file))
    abort ();
  return path;
}

static inline const char *scratch_text (const char *name, const char *text) {
  return scratch_bytes (name, text, strlen (text));
}

// All of a file; the caller frees.  NUL-terminated for convenience.
static inline char *scratch_read (const char *path, size_t *size) {
  FILE *file = fopen (path, "r");
  if (!file)
    return NULL;
  char *text = NULL;
  size_t n = 0, got;
  do {
    text = realloc (text, n + 65537);
    if (!text)
      abort ();
    got = fread (text + n, 1, 65536, file);
    n += got;
  } while (got);
  text[n] = 0;
  fclose (file);
  if (size)
    *size = n;
  return text;
}

#endif
