// The headers of all logs in one file, "heads".  Used when the program itself
// writes no log files: in light mode, and when foretrace empties buffers
// (log_buffers.h).  Making a file for each log costs more than making a thread.
// Used with the token.

#ifndef FT_RUNTIME_THREAD_HEADERS_H
#define FT_RUNTIME_THREAD_HEADERS_H

#include "runtime/rtl.h"

// Decided at the first log, and again after a fork.
bool ft_thread_headers_are_used (void);
// The header of a thread's log.  NULL when the file cannot grow; the recording
// has stopped then.
struct ft_wire_thread *ft_thread_header_of (uint32_t thread);
void ft_thread_headers_after_fork (void); // unmaps those of the parent

#endif
