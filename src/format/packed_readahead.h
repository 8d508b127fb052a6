// Reads and unpacks the next block of a packed trace on a second thread while
// the first thread uses the current one.
//
// Unpacking is half of the cost of reading, and it needs only the file.  The
// thread is started when a second block is likely and a second processor
// exists, and only for regular files: a read from a pipe may last for ever and
// cannot be ended.  Without the thread the blocks are read when they are
// needed.

#ifndef FT_FORMAT_PACKED_READAHEAD_H
#define FT_FORMAT_PACKED_READAHEAD_H

#include "format/packed_file.h"

typedef struct ft_packed_readahead ft_packed_readahead;

// Takes ownership of the file.
ft_packed_readahead *ft_packed_readahead_new (ft_packed_file *);
void ft_packed_readahead_free (ft_packed_readahead *);

// Like 'ft_packed_file_load'.
enum ft_packed_load_result
ft_packed_readahead_load (ft_packed_readahead *, ft_packed_block *, ft_error *);

// Status and path of the file, as after the last block that was returned.
ft_packed_status ft_packed_readahead_status (const ft_packed_readahead *);
const char *ft_packed_readahead_path (const ft_packed_readahead *);

#endif
