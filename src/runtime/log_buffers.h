// Pieces of logs that foretrace takes over while the program runs ('slots' in
// wire.h), as seen by the program.  With the baton.

#ifndef FT_RUNTIME_LOG_BUFFERS_H
#define FT_RUNTIME_LOG_BUFFERS_H

#include "runtime/rtl.h"

enum { FT_LOG_BUFFER_WORDS = FT_WIRE_BUFFER / 8 };

// Looks for the file; without it, logs are written to files of their own.
void ft_log_buffers_open (void);
bool ft_log_buffers_are_used (void);

// FT_LOG_BUFFER_WORDS words for a thread's log from 'place' on, which may mean to
// wait.  NULL when nobody empties slots any more, or no memory is left.
ft_word *ft_log_buffer_get (uint32_t thread, uint64_t place);
// The thread will not write to it again; so many of its words are valid.
void ft_log_buffer_put (ft_word *slot, uint64_t words);

// After a fork: they are the parent's.
void ft_log_buffers_after_fork (void);

#endif
