// Memory allocation.  Running out of memory is fatal here, in one place, with
// the size that was asked for, so that no caller has to carry an error path
// that nobody can test.  Sizes from untrusted input never reach these functions
// unchecked.

#ifndef FT_BASE_ALLOC_H
#define FT_BASE_ALLOC_H

#include <stddef.h>
#include <stdio.h>

// 'n' zeroed elements of 'size' bytes; never NULL.
void *ft_calloc (size_t n, size_t size);

// Resize to 'n' elements of 'size' bytes; new memory is not zeroed.
void *ft_realloc (void *old, size_t n, size_t size);

char *ft_strdup (const char *);
char *ft_strndup (const char *, size_t n);

// A file in memory.  Its text is at '*text' once the file is closed; the caller
// frees it.
FILE *ft_open_memory (char **text, size_t *size);

#define FT_NEW(type) ((type *)ft_calloc (1, sizeof (type)))
#define FT_ARRAY(type, n) ((type *)ft_calloc ((n), sizeof (type)))

#endif
