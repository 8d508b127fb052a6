// Signals on their way to the program's handlers.
//
// The kernel calls 'ft_signals_handler', with all signals blocked.  When the
// thread is in a blocking call, the program's handler runs at once, with the
// token.  Else the signal is pending until the next check, wrapper or end of a
// wait; the thread's signal mask may have changed by then and is examined
// again. dispositions.c keeps the actions that the program set.

#include "runtime/signals.h"

#include <ucontext.h>
#include <unistd.h>

#include "runtime/blocking.h"
#include "runtime/dispositions.h"
#include "runtime/fault.h"
#include "runtime/late.h"
#include "runtime/files.h"
#include "runtime/happens_before.h"
#include "runtime/inputs.h"
#include "runtime/libc_access.h"
#include "runtime/process.h"
#include "runtime/process_ids.h"
#include "runtime/scheduler.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"

typedef uint64_t mask; // sigset_t of the kernel

static void set_mask (int how, const mask *new, mask *old) {
  FT_SYSCALL (rt_sigprocmask, how, new, old, sizeof (mask), 0, 0);
}

static mask bit (int signal) {
  return UINT64_C (1) << (signal - 1);
}

static mask mask_of (const sigset_t *set) {
  mask m = 0;
  for (int i = 1; i <= FT_SIGNAL_COUNT; i++)
    if (sigismember (set, i) == 1)
      m |= bit (i);
  return m;
}

static mask blocked_by (const struct sigaction *action, int signal) {
  mask m = mask_of (&action->sa_mask);
  return action->sa_flags & SA_NODEFER ? m : m | bit (signal);
}

static void call (const struct sigaction *action, siginfo_t *info,
                  void *context) {
  if (action->sa_flags & SA_SIGINFO)
    action->sa_sigaction (info->si_signo, info, context);
  else
    action->sa_handler (info->si_signo);
}

void ft_signals_call_handler (const struct sigaction *action, siginfo_t *info,
                              ucontext_t *context) {
  mask m = mask_of (&context->uc_sigmask) | blocked_by (action, info->si_signo);
  set_mask (SIG_SETMASK, &m, NULL);
  call (action, info, context);
}

static void begin_handler (ft_thread *t, const struct ft_pending_signal *p) {
  t->unrecorded |= FT_IN_RUNTIME;
  ft_log_reserve (t);
  ft_log_record1 (t, FT_WIRE_SIGNAL_ENTER, (uint64_t)p->info.si_signo,
                  (uintptr_t)p->action.sa_handler);
  ft_signal_received (t, p->info.si_signo);
  t->pauses = false;
  t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
  ft_set_limit (t);
}

static void end_handler (ft_thread *t) {
  ft_scheduling_point (t);
  t->unrecorded |= FT_IN_RUNTIME;
  ft_log_record (t, FT_WIRE_SIGNAL_EXIT, 0);
  ft_log_reserve (t);
}

bool ft_signal_is_from_outside (const siginfo_t *info) {
  switch (info->si_code) {
  case SI_USER:
  case SI_QUEUE:
  case SI_TKILL:
    return info->si_pid != ft_sys_getpid ();
  case SI_ASYNCIO:
  case SI_MESGQ:
    return false;
  default:
    return true;
  }
}

// In a replay the call may not have begun yet.
static void keep_own (ft_thread *t, ft_input_call *in, int signal) {
  bool again = ft_replaying () && ft_input_own_signal (t) == signal;
  if (again) {
    ft_input_own_came (t);
    t->own_came = true;
    in->flags |= FT_WIRE_INPUT_WAITED | FT_WIRE_INPUT_INTERRUPTED;
  }
  in->flags |= FT_WIRE_INPUT_OWN;
  if (in->flags & FT_WIRE_INPUT_INTERRUPTED)
    ft_input_record (in, signal, NULL, 0);
}

// Before the handler begins.
static void keep (ft_thread *t, struct ft_pending_signal *p) {
  ft_input_call in = {.thread = t,
                      .kind = FT_WIRE_INPUT_SIGNAL,
                      .flags = p->flags,
                      .tick = ft_current_tick (t)};
  bool kept = p->again || ft_signal_is_from_outside (&p->info);
  if (!p->again)
    ft_ids_in_signal (&p->info);
  if (kept)
    ft_input_record (&in, p->info.si_signo, &p->info, sizeof p->info);
  else
    keep_own (t, &in, p->info.si_signo);
}

// With the token.  After a longjmp out of the handler the thread runs on as
// usual.
static void handle (ft_thread *t, struct ft_pending_signal *p, mask before) {
  ucontext_t context;
  mask during = before | blocked_by (&p->action, p->info.si_signo);
  uintptr_t outer = t->handler;
  t->handler = (uintptr_t)__builtin_frame_address (0);
  getcontext (&context);
  keep (t, p);
  begin_handler (t, p);
  set_mask (SIG_SETMASK, &during, NULL);
  call (&p->action, &p->info, &context);
  set_mask (SIG_SETMASK, &before, NULL);
  end_handler (t);
  t->handler = outer;
}

// The program has blocked the signal since it arrived: sends it again, for the
// kernel to keep.
static void put_back (ft_thread *t, siginfo_t *info) {
  FT_SYSCALL (rt_tgsigqueueinfo, ft_sys_getpid (), t->task, info->si_signo,
              info, 0, 0);
}

void ft_signals_deliver (ft_thread *t) {
  bool waits = t->waits;
  t->waits = false; // handlers may wait
  while (t->pending_out != t->pending_in) {
    struct ft_pending_signal p =
        t->pending[t->pending_out % FT_MAX_PENDING_SIGNALS];
    mask now;
    t->pending_out++;
    p.flags |= waits ? FT_WIRE_INPUT_WAITED : 0;
    set_mask (SIG_BLOCK, NULL, &now);
    if (now & bit (p.info.si_signo) && !p.again)
      put_back (t, &p.info);
    else
      handle (t, &p, now);
  }
}

bool ft_signals_are_pending (const ft_thread *t) {
  return t->pending_in != t->pending_out;
}

static bool is_pending (const ft_thread *t, int signal) {
  for (unsigned i = t->pending_out; i != t->pending_in; i++)
    if (t->pending[i % FT_MAX_PENDING_SIGNALS].info.si_signo == signal)
      return true;
  return false;
}

static void put_off (ft_thread *t, const struct ft_pending_signal *signal) {
  const siginfo_t *info = &signal->info;
  bool is_queued = info->si_signo >= SIGRTMIN;
  if (!is_queued && !signal->again && is_pending (t, info->si_signo))
    return;
  if (t->pending_in - t->pending_out == FT_MAX_PENDING_SIGNALS) {
    ft_warn ("too many signals at once; one is lost");
    return;
  }
  t->pending[t->pending_in % FT_MAX_PENDING_SIGNALS] = *signal;
  t->pending_in++;
  if (t->limit)
    ft_request_stop (t);
  __atomic_fetch_or (&t->wakeup, FT_WOKEN_BY_SIGNAL, __ATOMIC_RELEASE);
}

static bool is_ignored (const struct sigaction *action) {
  return action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN;
}

// The call in which the thread waited may have had another mask.
bool ft_signals_come_again (ft_thread *t, const siginfo_t *info,
                            unsigned flags) {
  mask now;
  bool waited = flags & FT_WIRE_INPUT_WAITED, blocked;
  FT_SYSCALL (rt_sigprocmask, SIG_BLOCK, NULL, &now, sizeof now, 0, 0);
  blocked = now & bit (info->si_signo) && !waited;
  if (blocked || !ft_disposition_is_handler (info->si_signo))
    return false;
  put_off (t, &(struct ft_pending_signal){
                  *info, ft_disposition_now (info->si_signo), flags, true});
  return true;
}

// Of a thread in a blocking call: whether the call has failed because of the
// signal.
static bool interrupts (const ucontext_t *context) {
#if defined __x86_64__
  return context->uc_mcontext.gregs[REG_RAX] == -EINTR;
#elif defined __aarch64__
  return (int64_t)context->uc_mcontext.regs[0] == -EINTR;
#else
  return context != NULL;
#endif
}

// Interrupts a blocking call, within which the handler runs.
static void handle_in_kernel (ft_thread *t, siginfo_t *info,
                              const struct sigaction *action,
                              ucontext_t *context) {
  unsigned flags = FT_WIRE_INPUT_WAITED |
                   (interrupts (context) ? FT_WIRE_INPUT_INTERRUPTED : 0);
  struct ft_pending_signal p = {*info, *action, flags, false};
  ft_blocking_retake_token (t);
  t->unrecorded |= FT_IN_RUNTIME;
  keep (t, &p);
  begin_handler (t, &p);
  ft_signals_call_handler (action, &p.info, context);
  mask all = ~(mask)0;
  set_mask (SIG_SETMASK, &all, NULL);
  end_handler (t);
  ft_blocking_release_token (t);
}

void ft_signals_deliver_in_kernel (ft_thread *t) {
  t->call_interrupted = ft_replaying () && ft_input_signals (t, true);
  while (ft_signals_are_pending (t)) {
    ft_blocking_retake_token (t);
    t->unrecorded |= FT_IN_RUNTIME;
    ft_log_reserve (t);
    ft_signals_deliver (t);
    ft_blocking_release_token (t);
  }
}

// The call may have had another mask.
bool ft_signals_await (ft_thread *t) {
  struct timespec piece = {0, 1000000};
  int signal = ft_input_own_signal (t);
  mask only = signal ? bit (signal) : 0, before;
  set_mask (SIG_UNBLOCK, &only, &before);
  while (signal && !t->own_came && ft_replaying ())
    FT_SYSCALL (nanosleep, &piece, NULL, 0, 0, 0, 0);
  set_mask (SIG_SETMASK, &before, NULL);
  return t->own_came;
}

// The user ends a replay with these.
static bool is_of_user (const siginfo_t *info) {
  return info->si_signo == SIGINT || info->si_signo == SIGTERM ||
         info->si_signo == SIGQUIT || info->si_signo == SIGHUP;
}

// A replay has the signal from its recording, when it is due.
static bool is_known (const ft_thread *t, const siginfo_t *info) {
  return t && ft_signal_is_from_outside (info) && !is_of_user (info) &&
         !ft_is_synchronous_signal (info) &&
         ft_disposition_is_handler (info->si_signo) && ft_input_has_signals (t);
}

void ft_signals_handler (int signal, siginfo_t *info, void *context) {
  int error = errno;
  ft_thread *t = ft_self;
  if (is_known (t, info))
    return;
  struct sigaction action = ft_disposition_now (signal);
  if (action.sa_handler == SIG_DFL)
    ft_fatal_signal (info);
  else if (is_ignored (&action))
    ;
  else if (!t || t->unrecorded & FT_RECORDING_ENDED)
    ft_signals_call_handler (&action, info, context);
  else if (ft_is_synchronous_signal (info))
    ft_handle_fault (t, &action, info, context);
  else if (t->unrecorded == FT_IN_KERNEL)
    handle_in_kernel (t, info, &action, context);
  else
    put_off (t, &(struct ft_pending_signal){*info, action, 0, false});
  errno = error;
}

// ---- fatal signals ---------------------------------------------------------

// Another thread may have the token, and run during this: publishes the words
// that it has written before this moment.
static void publish_holder (void) {
  ft_thread *t = ft_token_holder;
  if (!t || t == ft_self || t->unrecorded || !t->header)
    return;
  ft_word *base = t->base;
  uint64_t tick = ft_current_tick (t);
  if (base && base == t->base && tick >= t->header->words)
    __atomic_store_n (&t->header->words, tick, __ATOMIC_RELEASE);
}

// As the control file has it.  The kernel does not know the address if that is none of
// a process (SI_KERNEL).
static uint64_t address_of (const siginfo_t *info) {
  bool known = (info->si_signo == SIGSEGV || info->si_signo == SIGBUS) &&
               info->si_code > 0 && info->si_code != SI_KERNEL;
  return known ? (uint64_t)(uintptr_t)info->si_addr + 1 : 0;
}

// A fault occurs again when the instruction is executed again; other signals
// are sent again.
void ft_fatal_signal (siginfo_t *info) {
  if (ft_process_is_ours ()) {
    if (ft_is_synchronous_signal (info))
      ft_late_begin (); // natively, other threads run until the process is gone
    publish_holder ();
    ft_control->fault = address_of (info);
    ft_process_end (0, info->si_signo);
  }
  ft_disposition_default (info->si_signo);
  if (!ft_is_fault (info))
    FT_SYSCALL (rt_tgsigqueueinfo, ft_sys_getpid (), ft_sys_gettid (),
                info->si_signo, info, 0, 0);
}
