// Handing over: the entry in the schedule is complete before the next thread
// can run, so that the order of entries is the order of time.

#include "runtime/baton.h"
#include "runtime/deadlock.h"
#include "runtime/files.h"
#include "runtime/kernel.h"
#include "runtime/log.h"
#include "runtime/plan.h"
#include "runtime/policy.h"
#include "runtime/signals.h"

ft_thread *ft_holder;

static ft_thread *first, *last; // those that are ready
static unsigned away, timed;    // threads that come back by themselves

static int gate; // 0 free, 1 entered, 2 and somebody waits

void ft_gate_enter (void) {
  int seen = 0;
  if (__atomic_compare_exchange_n (&gate, &seen, 1, false, __ATOMIC_ACQUIRE,
                                   __ATOMIC_RELAXED))
    return;
  while (__atomic_exchange_n (&gate, 2, __ATOMIC_ACQUIRE))
    ft_futex_sleep (&gate, 2, CLOCK_MONOTONIC, NULL);
}

void ft_gate_leave (void) {
  if (__atomic_exchange_n (&gate, 0, __ATOMIC_RELEASE) == 2)
    ft_futex_rouse (&gate, 1);
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

static void enter (ft_thread *t, enum ft_stage stage) {
  away -= t->stage == FT_AWAY;
  if (t->stage == FT_READY && (t->previous || first == t))
    dequeue (t);
  t->stage = stage;
  away += stage == FT_AWAY;
  if (stage == FT_READY)
    enqueue (t);
}

static void grant (ft_thread *t) {
  enter (t, FT_RUNNING);
  ft_holder = t;
  __atomic_fetch_or (&t->go, FT_GRANTED, __ATOMIC_RELEASE);
  if (t != ft_self)
    ft_futex_rouse (&t->go, 1);
}

static ft_thread *choose (void) {
  ft_thread *t = ft_replaying () ? ft_plan_choose () : NULL;
  return t || ft_replaying () ? t : ft_policy_choose (first);
}

void ft_baton_offer (void) {
  ft_thread *t = ft_holder ? NULL : choose ();
  if (t)
    grant (t);
  else if (!ft_holder && !first && !away && !timed && ft_alive)
    ft_deadlock_found ();
}

void ft_baton_queue (ft_thread *t) {
  enter (t, FT_READY);
}

void ft_baton_want (ft_thread *t) {
  ft_baton_queue (t);
  ft_baton_offer ();
}

bool ft_baton_pass (ft_thread *t, enum ft_stage stage,
                    enum ft_wire_reason reason) {
  enter (t, stage);
  ft_log_publish (t);
  ft_holder = NULL;
  ft_thread *next = choose ();
  if (next == t) {
    enter (t, FT_RUNNING);
    ft_holder = t;
    return true;
  }
  if (next || ft_alive > 1 || stage != FT_AWAY)
    ft_files_switch (t->id, reason, t->place);
  if (next)
    grant (next);
  else
    ft_baton_offer ();
  return false;
}

void ft_baton_count (ft_thread *t, int has_deadline) {
  timed += has_deadline - t->timed;
  t->timed = has_deadline;
}

static void begin_turn (ft_thread *t) {
  t->slice_end = t->place + ft_policy_slice (t);
}

bool ft_baton_doze (ft_thread *t, clockid_t clock,
                    const struct timespec *until) {
  for (;;) {
    unsigned go = __atomic_load_n (&t->go, __ATOMIC_ACQUIRE);
    if (go & FT_GRANTED)
      break;
    if (go & FT_ROUSED) {
      __atomic_fetch_and (&t->go, ~(unsigned)FT_ROUSED, __ATOMIC_ACQUIRE);
      if (ft_signals_wait (t)) // and not only since the last time
        return false;
      continue;
    }
    if (ft_futex_sleep (&t->go, 0, clock, until) == -ETIMEDOUT)
      return false;
  }
  __atomic_store_n (&t->go, 0, __ATOMIC_RELAXED);
  begin_turn (t);
  return true;
}

// A signal that comes meanwhile is handled when the thread has its turn.
void ft_baton_await (ft_thread *t) {
  while (!ft_baton_doze (t, CLOCK_MONOTONIC, NULL))
    ;
}

void ft_baton_forked (ft_thread *t) {
  first = last = NULL;
  away = timed = 0;
  gate = 0;
  t->next = t->previous = NULL;
  t->stage = FT_RUNNING;
  ft_holder = t;
}
