// Blocks of a packed trace, read and unpacked on a second thread while the
// first works on the one before.
//
// Unpacking is half of what reading costs; it needs nothing but the file.  The
// thread is made when a second block is likely, where there is a second
// processor, and only for regular files: a read of a pipe may last for ever,
// and nobody could end it.  Without the thread the same blocks come one after
// another.

#ifndef FT_FORMAT_PACKED_READAHEAD_H
#define FT_FORMAT_PACKED_READAHEAD_H

#include "format/packed_file.h"

typedef struct ft_packed_readahead ft_packed_readahead;

// Takes the file over.
ft_packed_readahead *ft_packed_readahead_new (ft_packed_file *);
void ft_packed_readahead_free (ft_packed_readahead *);

// As 'ft_packed_file_load'.
enum ft_packed_load_result ft_packed_readahead_load (ft_packed_readahead *, ft_packed_block *,
                                   ft_error *);

// Of the file, as it was after the load that was given last.
ft_packed_status ft_packed_readahead_status (const ft_packed_readahead *);
const char *ft_packed_readahead_path (const ft_packed_readahead *);

#endif
