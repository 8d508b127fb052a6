// The bytes of a compressed file, unpacked by a thread of its own, some pieces
// ahead of who reads them: unpacking takes about as long as parsing does.
//
// Files that are small or not compressed, and pipes, where a thread might wait
// for ever, are read without a thread, and so is everything on one processor.
// What is read, and where an error comes, is the same in any case.
//
// Cost: two switches of threads for a piece of 256 KB, and a copy.

#ifndef FT_BASE_READAHEAD_H
#define FT_BASE_READAHEAD_H

#include "base/decompressor.h"

typedef struct ft_readahead ft_readahead;

// Takes the file over, once its format was told.
ft_readahead *ft_readahead_new (ft_decompressor *);
void ft_readahead_free (ft_readahead *);

// See the functions of 'ft_decompressor'.
ptrdiff_t ft_readahead_read (ft_readahead *, char *to, size_t n, ft_error *);
const char *ft_readahead_path (const ft_readahead *);
double ft_readahead_progress (const ft_readahead *);

#endif
