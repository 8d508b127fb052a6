#include "base/alloc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die (size_t n, size_t size) {
  fprintf (stderr, "foretrace: out of memory: %zu elements of %zu bytes each\n",
           n, size);
  exit (70);
}

void *ft_calloc (size_t n, size_t size) {
  void *p = calloc (n ? n : 1, size);
  if (!p)
    die (n, size);
  return p;
}

void *ft_realloc (void *old, size_t n, size_t size) {
  if (size && n > SIZE_MAX / size)
    die (n, size);
  size_t bytes = n * size;
  void *p = realloc (old, bytes > 0 ? bytes : 1);
  if (!p)
    die (n, size);
  return p;
}

char *ft_strdup (const char *s) {
  return ft_strndup (s, strlen (s));
}

char *ft_strndup (const char *s, size_t n) {
  char *p = ft_calloc (n + 1, 1);
  memcpy (p, s, n);
  return p;
}

FILE *ft_open_memory (char **text, size_t *size) {
  FILE *file = open_memstream (text, size);
  if (!file)
    die (1, BUFSIZ);
  return file;
}
