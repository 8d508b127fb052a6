// The bytes of a compressed file, unpacked by a thread of its own, some pieces
// ahead of who reads them: unpacking takes about as long as parsing does.
//
// Files that are small or not compressed, and pipes, where a thread might wait
// for ever, are read without a thread, and so is everything on one processor.
// What is read, and where an error comes, is the same in any case.
//
// Cost: two switches of threads for a piece of 256 KB, and a copy.

#ifndef FT_BASE_AHEAD_H
#define FT_BASE_AHEAD_H

#include "base/unpack.h"

typedef struct ft_ahead ft_ahead;

// Takes the file over, once its format was told.
ft_ahead *ft_ahead_new (ft_unpack *);
void ft_ahead_free (ft_ahead *);

// See the functions of 'ft_unpack'.
ptrdiff_t ft_ahead_read (ft_ahead *, char *to, size_t n, ft_error *);
const char *ft_ahead_path (const ft_ahead *);
double ft_ahead_progress (const ft_ahead *);

#endif
