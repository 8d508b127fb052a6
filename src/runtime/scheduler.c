// Passing the token: the entry in the file 'schedule' is complete before the
// next thread can run, so the entries are in the order of time.

#include "runtime/scheduler.h"

#include "runtime/config.h"
#include "runtime/dispositions.h"
#include "runtime/files.h"
#include "runtime/late.h"
#include "runtime/notify.h"
#include "runtime/policy.h"
#include "runtime/replayer.h"
#include "runtime/rtl.h"
#include "runtime/signals.h"
#include "runtime/stale_load.h"
#include "runtime/syscall.h"
#include "runtime/text_buffer.h"
#include "runtime/thread.h"
#include "runtime/thread_log.h"

ft_thread *ft_token_holder;

static ft_thread *first, *last; // queue of ready threads

// Threads that become ready without another thread's help: those blocked in
// the kernel, and those that wait with a deadline.
static unsigned in_kernel, timed;

static enum { UNLOCKED, LOCKED, CONTENDED } lock; // a futex word

void ft_scheduler_lock (void) {
  unsigned seen = UNLOCKED;
  if (__atomic_compare_exchange_n (&lock, &seen, LOCKED, false,
                                   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  while (__atomic_exchange_n (&lock, CONTENDED, __ATOMIC_ACQUIRE))
    ft_sys_futex_wait (&lock, CONTENDED, CLOCK_MONOTONIC, NULL);
}

void ft_scheduler_unlock (void) {
  if (__atomic_exchange_n (&lock, UNLOCKED, __ATOMIC_RELEASE) == CONTENDED)
    ft_sys_futex_wake (&lock, 1);
}

static void enqueue (ft_thread *t) {
  t->next = NULL;
  t->previous = last;
  *(last ? &last->next : &first) = t;
  last = t;
}

static void dequeue (ft_thread *t) {
  *(t->previous ? &t->previous->next : &first) = t->next;
  *(t->next ? &t->next->previous : &last) = t->previous;
  t->next = t->previous = NULL;
}

static void set_state (ft_thread *t, enum ft_sched_state state) {
  FT_CHECK (lock != UNLOCKED);
  in_kernel -= t->state == FT_SCHED_IN_KERNEL;
  if (t->state == FT_SCHED_READY && (t->previous || first == t))
    dequeue (t);
  t->state = state;
  in_kernel += state == FT_SCHED_IN_KERNEL;
  if (state == FT_SCHED_READY)
    enqueue (t);
}

static void grant (ft_thread *t) {
  FT_CHECK (!ft_token_holder);
  set_state (t, FT_SCHED_RUNNING);
  ft_token_holder = t;
  __atomic_fetch_or (&t->wakeup, FT_WOKEN_WITH_TOKEN, __ATOMIC_RELEASE);
  if (t != ft_self)
    ft_sys_futex_wake (&t->wakeup, 1);
}

static ft_thread *choose (void) {
  ft_thread *t = ft_replaying () ? ft_replay_choose () : NULL;
  if (!t && !ft_replaying () && ft_config.goes_on)
    t = ft_replay_goes_on ();
  if (!t && !ft_replaying ())
    t = ft_late_choose (first);
  return t || ft_replaying () ? t : ft_policy_choose (first);
}

void ft_token_grant_next (void) {
  ft_thread *t = ft_token_holder ? NULL : choose ();
  if (t)
    grant (t);
  else if (!ft_token_holder && !first && !in_kernel && !timed &&
           ft_live_thread_count)
    ft_scheduler_deadlocked ();
}

void ft_token_enqueue (ft_thread *t) {
  set_state (t, FT_SCHED_READY);
}

void ft_token_request (ft_thread *t) {
  ft_token_enqueue (t);
  ft_token_grant_next ();
}

bool ft_token_release (ft_thread *t, enum ft_sched_state state,
                       enum ft_wire_switch_reason reason) {
  FT_CHECK (!ft_token_holder || ft_token_holder == t);
  set_state (t, state);
  ft_stale_load_end (t);
  ft_log_publish (t);
  ft_token_holder = NULL;
  ft_thread *next = choose ();
  if (next == t) {
    set_state (t, FT_SCHED_RUNNING);
    ft_token_holder = t;
    return true;
  }
  if (next || ft_live_thread_count > 1 || state != FT_SCHED_IN_KERNEL ||
      ft_notifications_expected)
    ft_files_add_switch (t->id, reason, t->tick);
  if (next)
    grant (next);
  else
    ft_token_grant_next ();
  return false;
}

bool ft_scheduler_has_others (void) {
  return first || ft_replaying ();
}

void ft_scheduler_count_timed (ft_thread *t, int has_deadline) {
  timed += has_deadline - t->is_timed;
  t->is_timed = has_deadline;
}

enum { SPINS = 400 };

static void begin_slice (ft_thread *t) {
  t->slice_end = t->tick + ft_policy_slice (t);
}

// In a parallel recording the token comes back soon, if its holder has a
// processor.
static void spin (const ft_thread *t) {
  for (unsigned i = 0; i < SPINS; i++) {
    if (__atomic_load_n (&t->wakeup, __ATOMIC_RELAXED))
      return;
    __builtin_ia32_pause ();
  }
}

bool ft_token_wait_until (ft_thread *t, clockid_t clock,
                          const struct timespec *until) {
  if (ft_config.parallel)
    spin (t);
  for (;;) {
    unsigned go = __atomic_load_n (&t->wakeup, __ATOMIC_ACQUIRE);
    if (go & FT_WOKEN_WITH_TOKEN)
      break;
    if (go & FT_WOKEN_BY_SIGNAL) {
      __atomic_fetch_and (&t->wakeup, ~(unsigned)FT_WOKEN_BY_SIGNAL,
                          __ATOMIC_ACQUIRE);
      if (ft_signals_are_pending (t)) // and was not delivered already
        return false;
      continue;
    }
    if (ft_sys_futex_wait (&t->wakeup, 0, clock, until) == -ETIMEDOUT)
      return false;
  }
  __atomic_store_n (&t->wakeup, 0, __ATOMIC_RELAXED);
  begin_slice (t);
  return true;
}

// A signal that arrives during the wait is delivered when the thread runs.
void ft_token_wait (ft_thread *t) {
  while (!ft_token_wait_until (t, CLOCK_MONOTONIC, NULL))
    ;
}

void ft_scheduler_after_fork (ft_thread *t) {
  first = last = NULL;
  in_kernel = timed = 0;
  lock = UNLOCKED;
  t->next = t->previous = NULL;
  t->state = FT_SCHED_RUNNING;
  ft_token_holder = t;
}

// ---- deadlock --------------------------------------------------------------

// All threads are blocked, none of them in the kernel or with a deadline.  A
// signal handler could still wake one, or a thread that comes to notify the
// program, so that a program with such gets no report.

enum { STATUS = 71 };

// Adds a line for the user to 'text', and one of the file 'deadlock' to 'kept'.
static void describe_wait (ft_text *text, ft_text *kept, const ft_thread *t) {
  for (uint32_t i = 0; i < ft_thread_count; i++)
    if (t->object && t->object == ft_threads[i]) {
      ft_text_add (text,
                   "foretrace:   thread %u waits for the end of thread "
                   "%u\n",
                   t->id, i);
      ft_text_add (kept, "%u %u\n", t->id, i);
      return;
    }
  ft_text_add (text, "foretrace:   thread %u waits for %p\n", t->id, t->object);
  ft_text_add (kept, "%u\n", t->id);
}

static void keep (const ft_text *lines) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "deadlock", UINT32_MAX);
  int fd = ft_sys_open (path, O_WRONLY | O_CREAT | O_TRUNC);
  if (fd < 0)
    return;
  ft_sys_write (fd, lines->bytes, lines->size);
  ft_sys_close (fd);
}

void ft_scheduler_deadlocked (void) {
  static char message[16384], lines[8192];
  static bool reported;
  if (reported || ft_disposition_any () || ft_notifications_expected)
    return;
  reported = true;
  ft_text text = FT_TEXT (message), kept = FT_TEXT (lines);
  ft_text_add (&text, "foretrace: deadlock: no thread of the program can go "
                      "on\n");
  for (uint32_t i = 0; i < ft_thread_count; i++)
    if (ft_threads[i] && ft_threads[i]->state == FT_SCHED_BLOCKED)
      describe_wait (&text, &kept, ft_threads[i]);
  ft_sys_write (2, message, text.size);
  keep (&kept);
  ft_files_end (ft_config.deadlock_exits ? STATUS : 0, 0);
  if (ft_config.deadlock_exits)
    FT_SYSCALL (exit_group, STATUS, 0, 0, 0, 0, 0);
}
