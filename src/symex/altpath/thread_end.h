// The end of a thread as the place where alternative paths merge with the path that the
// run took.
//
// At a merge point values that differ become symbols.  That says nothing of the path where
// such a value must later be as it was recorded: an address, the argument of a function
// of the library.  A path that comes to the end of its thread has all that the thread
// does on it, with its own values and addresses, and replaces what the run did up to the
// end: no values are left there but what the first function returns.
//
// A path that fails, and whose merge has such a value, stays away as well.

#ifndef FT_SYMEX_ALTPATH_THREAD_END_H
#define FT_SYMEX_ALTPATH_THREAD_END_H

#include "symex/exec/machine.h"

// The path is at a return that has no caller.
void ft_thread_end_reach (ft_machine *, ft_altpath_state *, const ft_instruction *);

// The path, which is executed now, is over: notes where it ended for the path that it has
// left, NULL if that is the run's, and merges those that have left it.
void ft_thread_end_leave (ft_machine *, ft_altpath_state *, ft_altpath_state *outer);

// The thread's first function returns in the run.
void ft_thread_end_merge (ft_machine *, const ft_exec_frame *, ft_value result);

// The path merges at its merge point; returns the bit of this merge, 0 if no values
// differ.
uint64_t ft_thread_end_note_merge (ft_machine *, uint32_t altpath, size_t differing);

// The symbol depends on the values, and on a value that differs at the merge.
void ft_thread_end_depend (ft_machine *, uint32_t symbol, uint64_t bit,
                           const ft_value *, size_t count);

// The values must be as they were recorded.
void ft_thread_end_fix (ft_machine *, const ft_value *, size_t count);

#endif
