#include "order/table_memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE = 2 << 20 };

static bool limited; // set before there are tables

void ft_table_memory_limit (void) {
  limited = true;
}

// That there are no huge pages is no error.
static void *new_huge (size_t bytes) {
  size_t whole = (bytes + HUGE - 1) / HUGE * HUGE;
  void *p = whole < bytes ? NULL : aligned_alloc (HUGE, whole);
  if (!p)
    return ft_realloc (NULL, bytes, 1); // or fails for good
  madvise (p, whole, MADV_HUGEPAGE);
  return p;
}

void *ft_table_realloc (void *old, size_t used, size_t n, size_t size) {
  if (limited || n < HUGE / size || n > SIZE_MAX / size)
    return ft_realloc (old, n, size);
  void *p = new_huge (n * size);
  if (used)
    memcpy (p, old, used * size);
  free (old);
  return p;
}

static size_t chunk_size (const ft_table_pages *pages, size_t bytes) {
  size_t size = bytes;
  for (size_t i = 1; i < pages->chunks.size && size < HUGE; i++)
    size *= 2;
  return size;
}

void *ft_table_page (ft_table_pages *pages, size_t bytes) {
  if (!pages->left) {
    FT_PUSH (pages->chunks, NULL);
    pages->left = chunk_size (pages, bytes);
    FT_TOP (pages->chunks) =
        ft_table_realloc (NULL, 0, pages->left / bytes, bytes);
  }
  pages->left -= bytes;
  return memset (FT_TOP (pages->chunks) + pages->left, 0, bytes);
}

void ft_table_pages_release (ft_table_pages *pages) {
  for (size_t i = 0; i < pages->chunks.size; i++)
    free (pages->chunks.begin[i]);
  FT_RELEASE (pages->chunks);
  pages->left = 0;
}
