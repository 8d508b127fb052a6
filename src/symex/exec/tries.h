// Calls that end in one way or another by what other threads do: tries of locks, and
// waits with a deadline.  No alternative path is followed for the way in which a
// call did not end.

#ifndef FT_SYMEX_EXEC_TRIES_H
#define FT_SYMEX_EXEC_TRIES_H

#include "symex/exec/machine.h"

// Notes how the call of the frame ended, if the record says so.
void ft_tries_note (ft_machine *, const ft_exec_frame *);

// Counts, for each call of which the run shows one way alone, the other one as a path
// that ends there.
void ft_tries_count (ft_machine *);

#endif
