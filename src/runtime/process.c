// The end of a process.
//
// The runtime registers its function with on_exit before all others, so exit
// calls it last.  A child of vfork shares this memory, but is another process,
// whose end changes nothing here.

#include <stdlib.h>
#include <unistd.h>

#include "runtime/scheduler.h"
#include "runtime/files.h"
#include "runtime/inputs.h"
#include "runtime/late.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/replayer.h"
#include "runtime/process.h"
#include "runtime/sync_state.h"
#include "runtime/start.h"

static int quick_status;

bool ft_process_is_ours (void) {
  return ft_is_recording && (int)ft_control->pid == ft_sys_getpid ();
}

// Says which thread ends the process, and how many others it cuts off.
static void count_cut_off (const ft_thread *t) {
  bool lives = t && !(t->unrecorded & FT_RECORDING_ENDED);
  ft_control->ender = t ? t->id + 1 : 0;
  ft_control->cut_off = ft_live_thread_count - lives;
}

void ft_process_end (int status, int signal) {
  ft_thread *t = ft_self;
  if (t && t == ft_token_holder) {
    if (t->unrecorded & FT_IN_FAULT_HANDLER)
      *t->cursor = t->kept_cursor; // the handler's is none of the log
    ft_log_publish (t);
  }
  ft_replay_process_ends ();
  count_cut_off (t);
  ft_files_end (status, signal);
}

// Cuts the files to their true lengths.  Other threads may run on until the
// process is gone, but are recorded no more.
static void trim (void) {
  ft_scheduler_lock ();
  ft_files_stop_silently ();
  ft_files_trim ();
  // With the token, so that no other thread is moving its window.
  for (uint32_t i = 0; i < ft_thread_count && ft_token_holder == ft_self; i++)
    if (ft_threads[i] && ft_threads[i] != ft_self)
      ft_log_trim (ft_threads[i]);
  if (ft_token_holder == ft_self)
    ft_inputs_trim ();
  ft_scheduler_unlock ();
}

static void after_exit (int status, void *unused) {
  (void)unused;
  if (!ft_process_is_ours ())
    return;
  ft_recorded_thread (); // with the token
  ft_process_end (status, 0);
  trim ();
  if (ft_self && !ft_self->unrecorded)
    ft_scheduling_point_slow (ft_self); // leaves its log file, which is trimmed
}

static void after_quick_exit (void) {
  after_exit (quick_status, NULL);
}

void ft_process_start (void) {
  on_exit (after_exit, NULL);
  at_quick_exit (after_quick_exit);
  ft_fork_start ();
}

FT_EXPORT _Noreturn void quick_exit (int status) {
  quick_status = status;
  ft_late_begin ();
  ft_quick_exit_begins ();
  FT_REAL_OF (quick_exit) (status);
  __builtin_unreachable ();
}

static _Noreturn void end_at_once (int status) {
  ft_late_begin ();
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  after_exit (status, NULL);
  for (;;)
    FT_SYSCALL (exit_group, status, 0, 0, 0, 0, 0);
}

FT_EXPORT _Noreturn void _exit (int status) {
  end_at_once (status);
}

FT_EXPORT _Noreturn void _Exit (int status) {
  end_at_once (status);
}
