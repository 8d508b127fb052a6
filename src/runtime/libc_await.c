// Waits for children and for signals; interposed by symbol.
//
// Which child has ended, and which signal of another process has come, is kept
// for replays.  A replay makes children that end at another time, so that it
// waits for the one that the recording says.

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "runtime/cancel.h"
#include "runtime/happens_before.h"
#include "runtime/inputs.h"
#include "runtime/libc_access.h"
#include "runtime/process_ids.h"
#include "runtime/signals.h"

// ---- children ----------------------------------------------------------------

struct child_wait {
  bool by_waitid; // else by wait4
  idtype_t type;
  pid_t id;
  int flags;
  struct child_end {
    int status;
    struct rusage usage;
    siginfo_t info;
  } end;
};

static int call (struct child_wait *w, pid_t id, int flags) {
  w->end = (struct child_end){0};
  if (w->by_waitid)
    return FT_REAL_OF (waitid) (w->type, (id_t)id, &w->end.info, flags);
  return FT_REAL_OF (wait4) (id, &w->end.status, flags, &w->end.usage);
}

static pid_t ended_child (const struct child_wait *w, long result) {
  return result < 0 ? 0 : w->by_waitid ? w->end.info.si_pid : (pid_t)result;
}

static int wait_now (ft_thread *t, struct child_wait *w, ft_input_call *in,
                     bool blocks) {
  if (blocks)
    ft_blocking_begin (t);
  int result =
      FT_CALL_AGAIN (blocks, t, call (w, ft_id_real (w->id), w->flags));
  if (blocks)
    ft_blocking_end_fd_no_stop (t, true);
  if (ended_child (w, result) && w->by_waitid)
    w->end.info.si_pid = ft_id_seen (w->end.info.si_pid);
  else if (result > 0)
    result = ft_id_seen (result);
  ft_input_record (in, result, &w->end, result < 0 ? 0 : sizeof w->end);
  return result;
}

static int wait_again (ft_thread *t, struct child_wait *w, ft_input_call *in,
                       bool blocks) {
  struct child_end recorded = {0};
  ft_input_copy (in, &recorded, sizeof recorded);
  w->end = recorded;
  pid_t child = ended_child (w, in->result);
  if (!child) {
    if (blocks)
      ft_blocking_again (t);
    return (int)in->result;
  }
  if (blocks)
    ft_blocking_begin (t);
  struct child_wait real = *w;
  real.type = P_PID;
  while (call (&real, ft_id_real (child), w->flags & ~WNOHANG) < 0 &&
         errno == EINTR)
    ;
  if (blocks)
    ft_blocking_end_fd_no_stop (t, true);
  w->end = recorded;
  return (int)in->result;
}

// Which children there are depends on earlier forks and waits.
static int wait_for (struct child_wait *w) {
  ft_thread *t = ft_wrapper_enter ();
  ft_input_call in;
  if (t)
    ft_cancellation_point (t);
  bool again = ft_input_replay (&in, t, FT_WIRE_INPUT_CHILD);
  int error = errno;
  bool blocks = t && !(w->flags & WNOHANG);
  if (blocks) {
    ft_scheduling_point (t);
    ft_channel_send_any (t);
  }
  int result = again ? wait_again (t, w, &in, blocks)
                     : wait_now (t, w, &in, blocks);
  if (again)
    errno = error;
  if (t && !blocks)
    ft_channel_send_any (t);
  ft_channel_receive_any (t);
  if (blocks)
    ft_scheduling_point (t);
  return result;
}

FT_EXPORT pid_t wait4 (pid_t id, int *status, int flags, struct rusage *usage) {
  struct child_wait w = {.id = id, .flags = flags};
  pid_t result = wait_for (&w);
  if (result > 0 && status)
    *status = w.end.status;
  if (result > 0 && usage)
    *usage = w.end.usage;
  return result;
}

FT_EXPORT pid_t wait3 (int *status, int flags, struct rusage *usage) {
  return wait4 (-1, status, flags, usage);
}

FT_EXPORT pid_t waitpid (pid_t id, int *status, int flags) {
  return wait4 (id, status, flags, NULL);
}

FT_EXPORT pid_t wait (int *status) {
  return wait4 (-1, status, 0, NULL);
}

// Of no replay.
static int wait_for_descriptor (idtype_t type, id_t id, siginfo_t *info,
                                int flags) {
  ft_thread *t = ft_wrapper_enter ();
  ft_cancellation_may_begin (t);
  if (t) {
    ft_channel_send_any (t);
    ft_blocking_begin (t);
  }
  int result = FT_REAL_OF (waitid) (type, id, info, flags);
  ft_blocking_end_fd (t, t != NULL);
  ft_channel_receive_any (t);
  return result;
}

FT_EXPORT int waitid (idtype_t type, id_t id, siginfo_t *info, int flags) {
  bool is_process = type == P_PID || type == P_PGID;
  if (!is_process && type != P_ALL)
    return wait_for_descriptor (type, id, info, flags);
  struct child_wait w = {
      .by_waitid = true, .type = type, .id = (pid_t)id, .flags = flags};
  int result = wait_for (&w);
  if (!result && info)
    *info = w.end.info;
  return result;
}

// ---- signals ------------------------------------------------------------------

// The time that was waited, too, is none of the program's own affairs.
static bool is_kept (int result, int error, const siginfo_t *info) {
  return result < 0 ? error == EAGAIN || error == EINTR
                    : ft_signal_is_from_outside (info);
}

static int take_signal (ft_thread *t, ft_input_call *in, const sigset_t *signals,
                        siginfo_t *info, const struct timespec *time) {
  if (t) {
    ft_blocking_begin (t);
    ft_blocking_turn (t);
  }
  int result =
      FT_CALL_AGAIN (true, t, FT_REAL_OF (sigtimedwait) (signals, info, time));
  if (t)
    ft_blocking_end_fd_no_stop (t, true);
  bool kept = is_kept (result, errno, info);
  if (result > 0)
    ft_ids_in_signal (info);
  if (kept)
    ft_input_record (in, result, info, result < 0 ? 0 : sizeof *info);
  return result;
}

static int await_signal (const sigset_t *signals, siginfo_t *info,
                         const struct timespec *time) {
  ft_thread *t = ft_wrapper_enter ();
  ft_input_call in;
  if (t)
    ft_cancellation_point (t);
  bool again = ft_input_replay (&in, t, FT_WIRE_INPUT_SIGNAL_WAIT);
  int error = errno, result = (int)in.result;
  if (t) {
    ft_scheduling_point (t);
    ft_channel_send_any (t);
  }
  if (again) {
    ft_input_copy (&in, info, sizeof *info);
    ft_blocking_again (t);
    errno = error;
  } else
    result = take_signal (t, &in, signals, info, time);
  ft_channel_receive_any (t);
  if (t)
    ft_scheduling_point (t);
  ft_signal_received (t, result);
  return result;
}

FT_EXPORT int sigtimedwait (const sigset_t *restrict signals,
                            siginfo_t *restrict info,
                            const struct timespec *restrict time) {
  siginfo_t own = {0};
  int result = await_signal (signals, &own, time);
  if (result > 0 && info)
    *info = own;
  return result;
}

FT_EXPORT int sigwaitinfo (const sigset_t *restrict signals,
                           siginfo_t *restrict info) {
  return sigtimedwait (signals, info, NULL);
}

// Handlers that run meanwhile do not end it.
FT_EXPORT int sigwait (const sigset_t *restrict signals, int *restrict which) {
  int error = errno, result;
  do
    result = sigtimedwait (signals, NULL, NULL);
  while (result < 0 && errno == EINTR);
  int failure = errno;
  errno = error;
  if (result < 0)
    return failure;
  *which = result;
  return 0;
}
