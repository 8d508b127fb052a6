// Buffers: pieces of logs that foretrace empties while the program runs (the
// file 'slots' in wire.h), on the program's side.  Used with the token.

#ifndef FT_RUNTIME_LOG_BUFFERS_H
#define FT_RUNTIME_LOG_BUFFERS_H

#include "runtime/rtl.h"

enum { FT_LOG_BUFFER_WORDS = FT_WIRE_BUFFER / 8 };

// Looks for the file; without it, each log is written to a file of its own.
void ft_log_buffers_open (void);
bool ft_log_buffers_are_used (void);

// A buffer of FT_LOG_BUFFER_WORDS words for a thread's log from 'place' on. May
// wait for one.  NULL when nobody empties buffers any more, or no memory is
// left.
ft_word *ft_log_buffer_get (uint32_t thread, uint64_t tick);
// The thread leaves the buffer, whose first 'words' words are valid.
void ft_log_buffer_put (ft_word *buffer, uint64_t words);

// After a fork the buffers belong to the parent: unmaps them.
void ft_log_buffers_after_fork (void);

#endif
