// Parallel recordings ("mode parallel"): threads run the program's code at a
// time, and one at a time only what the order of the recording consists of,
// the operations of the runtime and atomic accesses.
//
// A thread has the token from the beginning of such an operation to its end, or
// to its next check.  In between it is *outside*: its state is IN_KERNEL, as
// that of any thread without the token that needs no other thread to go on, and
// the next operation takes the token again.  So the file 'schedule' has the
// order of all these operations, as "the thread has run up to this tick"; what
// a thread did outside comes right before its next operation.  A replay under
// that schedule does the same as the recorded run as long as no two threads
// race, since accesses that are ordered by these operations are made in the
// same order ("RecPlay", Ronsse and De Bosschere, TOCS 1999, Section 3).
//
// The words of a log are counted by their thread alone, so records of memory
// that a library function accesses need no token.

#ifndef FT_RUNTIME_PARALLEL_H
#define FT_RUNTIME_PARALLEL_H

#include "runtime/config.h"
#include "runtime/thread.h"

// Gives the token away: the thread has it, and goes on with the program.
void ft_parallel_leave (ft_thread *);
// Takes the token for an ordered access; other threads that want it come first.
void ft_parallel_enter (ft_thread *);
// A check in the program's code where the limit is reached.
void ft_parallel_check (ft_thread *);

// Whether the thread is to stop at its next check for giving the token away.
static inline bool ft_parallel_leaves (const ft_thread *t) {
  return ft_config.parallel && !t->outside;
}

// Whether the calling thread runs code of the program without the token.
static inline bool ft_is_outside (void) {
  return ft_config.parallel && ft_self && ft_self->outside;
}

// The end of a wrapper that uninstrumented code calls often, or before it
// computes for long.  Behind others the next check does it.
static inline void ft_wrapper_leave (ft_thread *t) {
  if (__builtin_expect (ft_config.parallel, false) && t)
    ft_parallel_leave (t);
}

#endif
