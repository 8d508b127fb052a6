// A fault is met again when the instruction is tried again; other signals are
// sent again.

#include "runtime/fault.h"
#include "runtime/scheduler.h"
#include "runtime/dispositions.h"
#include "runtime/fatal.h"
#include "runtime/files.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/process.h"

// The thread that has the baton may be another one, and run meanwhile: what it
// has written before this moment is complete.
static void publish_holder (void) {
  ft_thread *t = ft_token_holder;
  if (!t || t == ft_self || t->outside || !t->header)
    return;
  ft_word *base = t->base;
  uint64_t place = ft_current_tick (t);
  if (base && base == t->base && place >= t->header->words)
    __atomic_store_n (&t->header->words, place, __ATOMIC_RELEASE);
}

void ft_fatal_signal (siginfo_t *info) {
  if (ft_process_is_ours ()) {
    publish_holder ();
    ft_process_end (0, info->si_signo);
  }
  ft_disposition_default (info->si_signo);
  if (!ft_is_fault (info))
    FT_SYSCALL (rt_tgsigqueueinfo, ft_sys_getpid (), ft_sys_gettid (), info->si_signo,
               info, 0, 0);
}
