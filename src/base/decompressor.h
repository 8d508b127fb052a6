// The bytes of a file or of standard input ("-"), uncompressed on the way.
// gzip and zstd are recognised by their first bytes, never by the file's name;
// several compressed streams in a row are read as one, as gzip and zstd do.
// Memory is bounded by the windows of the formats (zstd: 128 MB).

#ifndef FT_BASE_DECOMPRESSOR_H
#define FT_BASE_DECOMPRESSOR_H

#include <stddef.h>

#include "base/error.h"

typedef struct ft_decompressor ft_decompressor;

// NULL and an error for what is missing, unreadable or a directory.
ft_decompressor *ft_decompressor_open (const char *path, ft_error *);
void ft_decompressor_free (ft_decompressor *);

// 1 to 'n' bytes; 0 at the end; -1 and an error with the byte offset in the
// compressed file when it is truncated or corrupt.
ptrdiff_t ft_decompressor_read (ft_decompressor *, char *to, size_t n, ft_error *);

// The first bytes, at most 64, without taking them; how many there are.  -1 and
// an error as above.  Only before anything was read.
ptrdiff_t ft_decompressor_peek (ft_decompressor *, char *to, size_t n, ft_error *);

// Bytes of a compressed file; 0 for what is not compressed, or a pipe.
uint64_t ft_decompressor_compressed_bytes (const ft_decompressor *);

// The path for messages; "standard input" for "-".
const char *ft_decompressor_path (const ft_decompressor *);

// Share of the file that was read, 0 to 1; -1 for a pipe.
double ft_decompressor_progress (const ft_decompressor *);

#endif
