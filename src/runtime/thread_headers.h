// The heads of all logs in one file, where no log is a file that the program
// writes: in light mode, and when foretrace takes the logs over (slots.h).  To
// make a file costs more than to make a thread.  With the baton.

#ifndef FT_RUNTIME_THREAD_HEADERS_H
#define FT_RUNTIME_THREAD_HEADERS_H

#include "runtime/rtl.h"

// Decided at the first log, and again after a fork.
bool ft_thread_headers_are_used (void);
// The head of a thread's log; NULL, and recording has stopped, when the file
// cannot grow.
struct ft_wire_thread *ft_thread_header_of (uint32_t thread);
void ft_thread_headers_after_fork (void); // they are the parent's

#endif
