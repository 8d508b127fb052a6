// fork: the child has a run directory of its own.  The child keeps the
// synchronisation state and the thread that forked, which is thread 0 there.
//
// The handlers of this file are the first that are registered: the child is set
// up before the program's own handlers run in it.

#include <sched.h>
#include <stdarg.h>
#include <unistd.h>

#include "runtime/aliases.h"
#include "runtime/channels.h"
#include "runtime/scheduler.h"
#include "runtime/files.h"
#include "runtime/thread.h"
#include "runtime/thread_headers.h"
#include "runtime/thread_log.h"
#include "runtime/overlay.h"
#include "runtime/process_ids.h"
#include "runtime/replayer.h"
#include "runtime/process.h"
#include "runtime/sync_state.h"
#include "runtime/log_buffers.h"
#include "runtime/start.h"
#include "runtime/wait.h"
#include "runtime/watchdog.h"
#include "runtime/libc_access.h"

// 'unrecorded' of the thread that forks; guarded by the scheduler lock.
static unsigned unrecorded;

static void before (void) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  ft_child_begins (t);
  if (!ft_is_recording)
    return;
  ft_scheduler_lock ();
  unrecorded = ft_self ? ft_self->unrecorded : 0;
  if (ft_self)
    ft_self->unrecorded |= FT_IN_RUNTIME;
}

static void in_parent (void) {
  if (!ft_is_recording)
    return;
  if (ft_self)
    ft_self->unrecorded = unrecorded;
  ft_scheduler_unlock ();
}

static void remove_other_threads (ft_thread *t) {
  for (uint32_t i = 0; i < ft_thread_count; i++)
    if (ft_threads[i]) {
      if (ft_threads[i]->state != FT_SCHED_ENDED)
        ft_log_after_fork (ft_threads[i]);
      ft_channel_receiving (ft_threads[i], -1);
      ft_threads[i] = NULL;
    }
  ft_thread_headers_after_fork ();
  ft_log_buffers_after_fork ();
  ft_thread_count = 0;
  ft_live_thread_count = 0;
  ft_scheduler_after_fork (t);
  ft_wait_after_fork (t);
  ft_handles_after_fork (t);
  ft_replay_after_fork ();
  ft_overlay_after_fork ();
  ft_ids_after_fork ();
  ft_watchdog_after_fork ();
}

// The thread that forked, and its tick.
struct origin {
  uint32_t process, thread;
  uint64_t tick;
};

static void become_first (ft_thread *t, struct origin from) {
  t->id = t->parent = t->child = t->children = 0;
  t->pending_out = t->pending_in;
  t->wakeup = t->token_taken = t->cancelled = 0;
  t->outside = false;
  ft_thread_bind (t);
  ft_thread_begin (t);
  if (!t->header)
    return;
  t->header->forked_by = from.thread;
  t->header->forked_at = from.tick;
  t->header->forked_pid = from.process;
}

static bool is_mutex (const ft_sync_state *s) {
  return s->object == FT_WIRE_MUTEX || s->object == FT_WIRE_SPINLOCK;
}

// A lock between processes: the parent holds it, not the child.
static void forget_holders (ft_sync_state *s) {
  if (is_mutex (s)) {
    s->mutex.owner = NULL;
    s->mutex.depth = 0;
  } else if (s->object == FT_WIRE_RWLOCK) {
    s->rwlock.writer = NULL;
    s->rwlock.readers = NULL;
  }
}

static void record_times (ft_thread *t, const ft_sync_state *s, unsigned code,
                          uint32_t times) {
  for (uint32_t i = 0; i < times; i++)
    ft_log_record (t, code, ft_address (s->address));
}

static void record_held (ft_thread *t, const ft_sync_state *s) {
  bool is_spinlock = s->object == FT_WIRE_SPINLOCK; // without a depth
  if (is_mutex (s) && s->mutex.owner == t)
    record_times (t, s, FT_WIRE_ACQUIRE, is_spinlock ? 1 : s->mutex.depth);
  if (s->object != FT_WIRE_RWLOCK)
    return;
  if (s->rwlock.writer == t)
    record_times (t, s, FT_WIRE_ACQUIRE, 1);
  for (const ft_rwlock_reader *r = s->rwlock.readers; r; r = r->next)
    if (r->thread == t)
      record_times (t, s, FT_WIRE_ACQUIRE_SHARED, r->depth);
}

// The child's records begin with acquires of the locks that the thread held
// when it forked: it releases them in the child, too, often in a handler of
// pthread_atfork.
static void inherit (ft_sync_state *s, void *thread) {
  if (s->shared)
    forget_holders (s);
  else if (!s->misused)
    record_held (thread, s);
}

static void in_child (void) {
  ft_thread *t = ft_self;
  if (!ft_is_recording)
    return;
  if (!t || t->state == FT_SCHED_ENDED) {
    ft_is_recording = false; // the thread that forked was not recorded
    return;
  }
  struct origin from = {ft_control->pid, t->id, ft_current_tick (t)};
  remove_other_threads (t);
  ft_files_open_child ();
  become_first (t, from);
  t->unrecorded = 0;
  ft_scheduling_point_slow (t);
  ft_aliases_after_fork (t);
  ft_sync_state_each (inherit, t);
}

void ft_fork_start (void) {
  pthread_atfork (before, in_parent, in_child);
}

FT_EXPORT pid_t fork (void) {
  ft_birth b = ft_id_unborn (ft_recorded_thread ());
  return ft_id_born (b, FT_REAL_OF (fork) ());
}

FT_EXPORT pid_t _Fork (void) {
  ft_birth b = ft_id_unborn (ft_recorded_thread ());
  before ();
  pid_t child = FT_REAL_OF (_Fork) ();
  if (child)
    in_parent ();
  else
    in_child ();
  return ft_id_born (b, child);
}

// ---- clone ------------------------------------------------------------------

// A process made by clone has a copy of this memory, but the mapped files are
// those of the parent.  So it is not recorded.
static struct {
  int (*run) (void *);
  void *argument;
} cloned;

static int begin_unrecorded (void *unused) {
  ft_thread *t = ft_self;
  (void)unused;
  ft_is_recording = false;
  if (t) {
    t->unrecorded = FT_RECORDING_ENDED;
    *t->limit = NULL;
  }
  return cloned.run (cloned.argument);
}

// A child of vfork runs on the stack of its parent until it ends or runs another
// program: no function of the runtime may be in between, so the call is one to
// what comes first, and a jump.
typedef pid_t vfork_function (void);
vfork_function *ft_vfork_begins (void);

vfork_function *ft_vfork_begins (void) {
  ft_child_begins (ft_wrapper_enter ());
  return FT_REAL_OF (vfork);
}

__asm__ (".pushsection .text\n"
         ".globl vfork\n"
         ".type vfork, @function\n"
         "vfork:\n"
         "  .cfi_startproc\n"
         "  endbr64\n"
         "  sub $8, %rsp\n"
         "  .cfi_adjust_cfa_offset 8\n"
         "  call ft_vfork_begins\n"
         "  add $8, %rsp\n"
         "  .cfi_adjust_cfa_offset -8\n"
         "  jmp *%rax\n"
         "  .cfi_endproc\n"
         ".size vfork, . - vfork\n"
         ".popsection\n");

// With CLONE_VM the child shares the memory: it is a thread, or ends soon, as a
// child of vfork.  Such calls go to the C library unchanged.
FT_EXPORT int clone (int (*run) (void *), void *stack, int flags,
                     void *argument, ...) {
  va_list list;
  va_start (list, argument);
  pid_t *parent_id = va_arg (list, pid_t *);
  void *storage = va_arg (list, void *);
  pid_t *child_id = va_arg (list, pid_t *);
  va_end (list);
  ft_thread *t = flags & CLONE_VM ? NULL : ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (clone) (run, stack, flags, argument, parent_id, storage,
                               child_id);
  ft_scheduling_point (t);
  cloned.run = run;
  cloned.argument = argument;
  ft_warn ("a process that is made by clone is not recorded");
  ft_birth b = ft_id_unborn (t);
  return ft_id_born (b, FT_REAL_OF (clone) (begin_unrecorded, stack, flags, NULL,
                                            parent_id, storage, child_id));
}
