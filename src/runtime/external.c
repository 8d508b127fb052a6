// Calls that block where the runtime cannot see it.
//
// A thread that is away has a limit of NULL: when instrumented code runs in it
// nevertheless (a callback, a cleanup handler), the first check takes the baton
// back, and the end of the call finds it done.

#include "runtime/baton.h"
#include "runtime/external.h"
#include "runtime/files.h"
#include "runtime/kernel.h"
#include "runtime/log.h"
#include "runtime/plan.h"
#include "runtime/signals.h"

void ft_external_leave (ft_thread *t) {
  t->outside |= FT_INSIDE;
  t->slices = 0;
  ft_gate_enter_holding (t);
  // With the same thread next on the plan, the baton stays free for it.
  ft_plan_leaves (t);
  ft_baton_pass (t, FT_AWAY, FT_WIRE_AWAY);
  ft_gate_leave ();
  *t->limit = NULL;
  t->outside = FT_ABSENT;
}

// Also for a thread that was thought to sleep, and possibly was not taken for
// it in the end.
void ft_external_return (ft_thread *t) {
  t->outside = FT_INSIDE;
  ft_gate_enter ();
  bool is_away = t->stage == FT_AWAY;
  if (is_away)
    ft_baton_want (t);
  t->taken = 0;
  ft_gate_leave ();
  if (is_away)
    ft_baton_await (t);
  t->outside = 0;
}

void ft_gate_enter_holding (ft_thread *t) {
  for (;;) {
    ft_gate_enter ();
    if (!t->taken)
      return;
    ft_gate_leave ();
    unsigned outside = t->outside;
    ft_external_return (t);
    t->outside = outside;
  }
}

void ft_external_begin (ft_thread *t) {
  int error = errno;
  ft_external_leave (t);
  ft_signals_absent (t);
  errno = error;
}

void ft_external_over (ft_thread *t) {
  ft_external_return (t);
  ft_log_room (t);
  ft_log (t, FT_WIRE_EXTERNAL, 0);
  ft_stop (t);
}

void ft_external_end (ft_thread *t) {
  int error = errno;
  if (t->outside & FT_ABSENT)
    ft_external_over (t);
  errno = error;
}
