// While FT_IN_FAULT_HANDLER the thread writes to a scratch area.  Afterwards,
// also when the handler leaves by longjmp, its log continues with a GAP at the
// next check: not at once, since the interrupted code may hold the cursor in a
// register.

#include <setjmp.h>

#include "runtime/fault.h"
#include "runtime/scheduler.h"
#include "runtime/sync_state.h"
#include "runtime/signals.h"

bool ft_is_fault (const siginfo_t *info) {
  switch (info->si_signo) {
  case SIGSEGV:
  case SIGBUS:
  case SIGFPE:
  case SIGILL:
  case SIGTRAP:
  case SIGSYS:
    return info->si_code > 0;
  }
  return false;
}

bool ft_is_synchronous_signal (const siginfo_t *info) {
  return ft_is_fault (info) || info->si_signo == SIGABRT;
}

static void leave_handler (ft_thread *t, unsigned unrecorded) {
  *t->cursor = t->kept_cursor;
  t->gap = true;
  t->unrecorded = unrecorded;
  ft_request_stop (t);
}

void ft_handle_fault (ft_thread *t, const struct sigaction *action,
                      siginfo_t *info, ucontext_t *context) {
  unsigned unrecorded = t->unrecorded;
  bool is_first = !(unrecorded & FT_IN_FAULT_HANDLER);
  if (is_first) {
    t->kept_cursor = *t->cursor;
    t->kept_unrecorded = unrecorded;
    t->unrecorded |= FT_IN_FAULT_HANDLER;
    *t->cursor = *t->limit = NULL;
  }
  ft_signals_call_handler (action, info, context);
  if (is_first && t->unrecorded & FT_IN_FAULT_HANDLER)
    leave_handler (t, unrecorded);
}

static void jump_out (void) {
  ft_thread *t = ft_self;
  if (t && t->unrecorded & FT_IN_FAULT_HANDLER)
    leave_handler (t, t->kept_unrecorded & FT_IN_KERNEL);
}

#define JUMP(name, buffer)                                                     \
  _Noreturn void name (buffer, int);                                           \
  FT_EXPORT _Noreturn void name (buffer environment, int value) {              \
    jump_out ();                                                               \
    FT_REAL_OF (name) (environment, value);                                    \
    __builtin_unreachable ();                                                  \
  }

typedef struct __jmp_buf_tag *jump_buffer;

JUMP (longjmp, jump_buffer)
JUMP (_longjmp, jump_buffer)
JUMP (siglongjmp, jump_buffer)
JUMP (__longjmp_chk, jump_buffer)
