// The bytes of a file or of standard input ("-"), uncompressed on the way.
// gzip and zstd are recognised by their first bytes, never by the file's name;
// several compressed streams in a row are read as one, as gzip and zstd do.
// Memory is bounded by the windows of the formats (zstd: 128 MB).

#ifndef FT_BASE_UNPACK_H
#define FT_BASE_UNPACK_H

#include <stddef.h>

#include "base/error.h"

typedef struct ft_unpack ft_unpack;

// NULL and an error for what is missing, unreadable or a directory.
ft_unpack *ft_unpack_open (const char *path, ft_error *);
void ft_unpack_free (ft_unpack *);

// 1 to 'n' bytes; 0 at the end; -1 and an error with the byte offset in the
// compressed file when it is truncated or corrupt.
ptrdiff_t ft_unpack_read (ft_unpack *, char *to, size_t n, ft_error *);

// The first bytes, at most 64, without taking them; how many there are.  -1 and
// an error as above.  Only before anything was read.
ptrdiff_t ft_unpack_peek (ft_unpack *, char *to, size_t n, ft_error *);

// Bytes of a compressed file; 0 for what is not compressed, or a pipe.
uint64_t ft_unpack_packed (const ft_unpack *);

// The path for messages; "standard input" for "-".
const char *ft_unpack_path (const ft_unpack *);

// Share of the file that was read, 0 to 1; -1 for a pipe.
double ft_unpack_progress (const ft_unpack *);

#endif
