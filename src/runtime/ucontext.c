// Stacks that a program switches by itself: swapcontext and setcontext.
//
// A log is the way of one stack: after a switch the records are of frames that
// it knows nothing of.  So recording ends with the first switch, and what was
// recorded stays a whole trace of what happened until then.

#include <ucontext.h>

#include "runtime/files.h"
#include "runtime/libc_access.h"

static void give_up (void) {
  if (ft_recorded_thread ())
    ft_files_stop ("the program switches stacks by itself (swapcontext), which "
                   "foretrace cannot follow");
}

FT_EXPORT int swapcontext (ucontext_t *restrict from,
                           const ucontext_t *restrict to) {
  give_up ();
  return FT_REAL_OF (swapcontext) (from, to);
}

FT_EXPORT int setcontext (const ucontext_t *to) {
  give_up ();
  return FT_REAL_OF (setcontext) (to);
}
