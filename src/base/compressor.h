// Writes bytes to a file, compressed by gzip or zstd if its name ends in '.gz'
// or '.zst'.  The file is complete or not there (see 'output.h').

#ifndef FT_BASE_COMPRESSOR_H
#define FT_BASE_COMPRESSOR_H

#include "base/output.h"

typedef struct ft_compressor ft_compressor;

// "-" is standard output.  NULL and an error (code 69) on failure.
ft_compressor *ft_compressor_open (const char *path, ft_error *);

// Without a commit before, a target file stays as it was.
void ft_compressor_free (ft_compressor *);

// A failed write is reported by this call or by a later one, at the latest by
// the commit.  After a failure nothing more can be written.
bool ft_compressor_write (ft_compressor *, const char *bytes, size_t n,
                          ft_error *);

// True if every byte has arrived.
bool ft_compressor_commit (ft_compressor *, ft_error *);

#endif
