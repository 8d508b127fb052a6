// Reads the bytes of a file or of standard input ("-") and uncompresses them.
// gzip and zstd are recognised by their first bytes, never by the file's name.
// Several compressed streams in a row are read as one, as gzip and zstd do.
// Memory is bounded by the windows of the formats (zstd: 128 MB).

#ifndef FT_BASE_DECOMPRESSOR_H
#define FT_BASE_DECOMPRESSOR_H

#include <stddef.h>

#include "base/error.h"

typedef struct ft_decompressor ft_decompressor;

// NULL and an error for a path that is missing, unreadable or a directory.
ft_decompressor *ft_decompressor_open (const char *path, ft_error *);
void ft_decompressor_free (ft_decompressor *);

// Returns the number of bytes read, 1 to 'n'; 0 at the end; -1 and an error
// with the byte offset in the compressed file if it is truncated or corrupt.
ptrdiff_t ft_decompressor_read (ft_decompressor *, char *to, size_t n,
                                ft_error *);

// Copies the first 'n' bytes (at most 64) without consuming them and returns
// their number; -1 and an error as above.  Only to be called before the first
// read.
ptrdiff_t ft_decompressor_peek (ft_decompressor *, char *to, size_t n,
                                ft_error *);

// Size of a compressed file; 0 if the file is not compressed, or for a pipe.
uint64_t ft_decompressor_compressed_bytes (const ft_decompressor *);

// The path as it appears in messages; "standard input" for "-".
const char *ft_decompressor_path (const ft_decompressor *);

// Share of the file that was read so far, 0 to 1; -1 for a pipe.
double ft_decompressor_progress (const ft_decompressor *);

#endif
