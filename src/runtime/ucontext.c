// Programs that switch stacks by themselves: swapcontext and setcontext.
//
// A log follows one stack: after a switch its records would be of frames that
// it does not have.  So the recording ends at the first switch; the trace up to
// there is complete.

#include <ucontext.h>

#include "runtime/files.h"
#include "runtime/libc_access.h"

static void stop_recording (void) {
  if (ft_recorded_thread ())
    ft_files_stop ("the program switches stacks by itself (swapcontext), which "
                   "foretrace cannot follow");
}

FT_EXPORT int swapcontext (ucontext_t *restrict from,
                           const ucontext_t *restrict to) {
  stop_recording ();
  return FT_REAL_OF (swapcontext) (from, to);
}

FT_EXPORT int setcontext (const ucontext_t *to) {
  stop_recording ();
  return FT_REAL_OF (setcontext) (to);
}
