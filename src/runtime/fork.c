// fork: the child has a run directory of its own.  The state of locks and so
// on survives; of the threads only the one that forked does, and it is thread
// 0 there.
//
// These handlers are the first that are registered: the child is set up before
// the program's own handlers run in it.

#include <sched.h>
#include <stdarg.h>
#include <unistd.h>

#include "runtime/baton.h"
#include "runtime/files.h"
#include "runtime/handles.h"
#include "runtime/heads.h"
#include "runtime/log.h"
#include "runtime/plan.h"
#include "runtime/process.h"
#include "runtime/shadow.h"
#include "runtime/slots.h"
#include "runtime/start.h"
#include "runtime/thread.h"
#include "runtime/wait.h"
#include "runtime/watchdog.h"

static unsigned outside; // of the thread that forks; gate

static void before (void) {
  ft_thread *t = ft_here ();
  if (t)
    ft_checkpoint (t);
  if (!ft_recording)
    return;
  ft_gate_enter ();
  outside = ft_self ? ft_self->outside : 0;
  if (ft_self)
    ft_self->outside |= FT_INSIDE;
}

static void in_parent (void) {
  if (!ft_recording)
    return;
  if (ft_self)
    ft_self->outside = outside;
  ft_gate_leave ();
}

static void forget_others (ft_thread *t) {
  for (uint32_t i = 0; i < ft_thread_count; i++)
    if (ft_threads[i]) {
      if (ft_threads[i]->stage != FT_ENDED)
        ft_log_forget (ft_threads[i]);
      ft_threads[i] = NULL;
    }
  ft_heads_forget ();
  ft_slots_forget ();
  ft_thread_count = 0;
  ft_alive = 0;
  ft_baton_forked (t);
  ft_wait_forked (t);
  ft_handles_forked (t);
  ft_plan_forked ();
  ft_watchdog_forked ();
}

// Where a thread was when it forked.
struct origin {
  uint32_t process, thread;
  uint64_t place;
};

static void become_first (ft_thread *t, struct origin from) {
  t->id = t->parent = t->child = t->children = 0;
  t->pending_out = t->pending_in;
  t->go = t->taken = t->cancelled = 0;
  ft_thread_bind (t);
  ft_thread_begin (t);
  if (!t->header)
    return;
  t->header->forked_by = from.thread;
  t->header->forked_at = from.place;
  t->header->forked_pid = from.process;
}

static void in_child (void) {
  ft_thread *t = ft_self;
  if (!ft_recording)
    return;
  if (!t || t->stage == FT_ENDED) {
    ft_recording = false; // a thread that was not recorded, either
    return;
  }
  struct origin from = {ft_control->pid, t->id, ft_place (t)};
  forget_others (t);
  ft_files_open_child ();
  become_first (t, from);
  t->outside = 0;
  ft_stop (t);
}

void ft_fork_start (void) {
  pthread_atfork (before, in_parent, in_child);
}

FT_EXPORT pid_t _Fork (void) {
  before ();
  pid_t child = FT_REAL_OF (_Fork) ();
  if (child)
    in_parent ();
  else
    in_child ();
  return child;
}

// ---- clone ------------------------------------------------------------------

// A process that clone makes has a copy of this memory, but the files are those
// of the parent: it is not recorded.
static struct {
  int (*run) (void *);
  void *argument;
} cloned;

static int begin_unrecorded (void *unused) {
  ft_thread *t = ft_self;
  (void)unused;
  ft_recording = false;
  if (t) {
    t->outside = FT_OVER;
    *t->limit = NULL;
  }
  return cloned.run (cloned.argument);
}

// What shares the memory, too, is left to the C library: it is a thread, or
// ends soon, as a child of vfork.
FT_EXPORT int clone (int (*run) (void *), void *stack, int flags,
                     void *argument, ...) {
  va_list list;
  va_start (list, argument);
  pid_t *parent_id = va_arg (list, pid_t *);
  void *storage = va_arg (list, void *);
  pid_t *child_id = va_arg (list, pid_t *);
  va_end (list);
  ft_thread *t = flags & CLONE_VM ? NULL : ft_here ();
  if (!t)
    return FT_REAL_OF (clone) (run, stack, flags, argument, parent_id, storage,
                               child_id);
  ft_checkpoint (t);
  cloned.run = run;
  cloned.argument = argument;
  ft_warn ("a process that is made by clone is not recorded");
  return FT_REAL_OF (clone) (begin_unrecorded, stack, flags, NULL, parent_id,
                             storage, child_id);
}
