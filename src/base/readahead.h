// Reads a compressed file whose bytes another thread uncompresses some pieces
// ahead, since uncompressing takes about as long as parsing.
//
// Small and uncompressed files are read without a thread, and so are pipes,
// where a thread might wait for ever, and everything on a machine with one
// processor.  The bytes and the position of an error are the same in any case.
//
// Cost: two thread switches for a piece of 256 KB, and a copy.

#ifndef FT_BASE_READAHEAD_H
#define FT_BASE_READAHEAD_H

#include "base/decompressor.h"

typedef struct ft_readahead ft_readahead;

// Takes ownership of the file, once its format has been detected.
ft_readahead *ft_readahead_new (ft_decompressor *);
void ft_readahead_free (ft_readahead *);

// See the functions of 'ft_decompressor'.
ptrdiff_t ft_readahead_read (ft_readahead *, char *to, size_t n, ft_error *);
const char *ft_readahead_path (const ft_readahead *);
double ft_readahead_progress (const ft_readahead *);

#endif
