// Between the program and the scheduler: the stopping places of threads, and
// records that the runtime itself writes.

#include "runtime/baton.h"
#include "runtime/cancel.h"
#include "runtime/core.h"
#include "runtime/external.h"
#include "runtime/files.h"
#include "runtime/kernel.h"
#include "runtime/log.h"
#include "runtime/plan.h"
#include "runtime/policy.h"
#include "runtime/signals.h"
#include "runtime/start.h"

FT_EXPORT __thread ft_word *ft_cursor;
FT_EXPORT __thread ft_word *ft_limit;
__thread ft_thread *ft_self;

// ---- threads that are not recorded ---------------------------------------

// Where they write to.  Shared between threads, and never read; so many that
// threads rarely disturb each other.
enum { SCRATCHES = 64, SCRATCH = 512 };
static ft_word scratch[SCRATCHES][SCRATCH];

static ft_word *use_scratch (void) {
  static __thread unsigned mine;
  static unsigned used;
  if (!mine)
    mine = 1 + __atomic_fetch_add (&used, 1, __ATOMIC_RELAXED) % SCRATCHES;
  ft_cursor = scratch[mine - 1];
  ft_limit = ft_cursor + SCRATCH - FT_SLACK;
  return ft_cursor;
}

// ---- stopping ------------------------------------------------------------

void ft_call_attention (ft_thread *t) {
  __atomic_store_n (&t->attention, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n (t->limit, NULL, __ATOMIC_SEQ_CST);
}

void ft_set_limit (ft_thread *t) {
  uint64_t stop = ft_plan_target (t);
  if (t->slice_end < stop && !ft_replaying ())
    stop = t->slice_end;
  uint64_t index = stop > t->base_place ? stop - t->base_place : 0;
  if (index > t->base_words - FT_SLACK)
    index = t->base_words - FT_SLACK;
  __atomic_store_n (t->limit, t->base + index, __ATOMIC_SEQ_CST);
  // Whoever called attention before that meant the new limit, too.
  if (__atomic_load_n (&t->attention, __ATOMIC_SEQ_CST))
    __atomic_store_n (t->limit, NULL, __ATOMIC_SEQ_CST);
}

static void lend (ft_thread *t) {
  ft_gate_enter_holding (t);
  if (ft_replaying ())
    ft_plan_arrive (t);
  else
    ft_policy_tired (t);
  bool kept = ft_baton_pass (t, FT_READY, FT_WIRE_PREEMPTED);
  ft_gate_leave ();
  if (!kept)
    ft_baton_await (t);
}

static bool is_due (const ft_thread *t) {
  uint64_t place = ft_place (t);
  if (ft_replaying ())
    return place >= ft_plan_target (t);
  return place >= t->slice_end;
}

static void fill_gap (ft_thread *t) {
  t->gap = false;
  ft_log (t, FT_WIRE_GAP, FT_GAP_SYNCHRONOUS);
  ft_log_room (t);
}

void ft_stop (ft_thread *t) {
  do {
    if (t->taken)
      ft_external_return (t);
    t->outside |= FT_INSIDE;
    ft_log_publish (t);
    if (is_due (t))
      lend (t);
    if (t->slice_end <= t->place)
      t->slice_end = t->place + ft_policy_slice (t);
    __atomic_store_n (&t->attention, 0, __ATOMIC_SEQ_CST);
    ft_log_room (t);
    if (t->gap)
      fill_gap (t);
    if (ft_signals_wait (t))
      ft_signals_deliver (t);
    if (t->asynchronous && t->cancelled)
      ft_cancellation_now (t);
    ft_set_limit (t);
    t->outside &= ~(unsigned)FT_INSIDE;
  } while (__atomic_load_n (&t->attention, __ATOMIC_SEQ_CST) || t->taken);
}

// Instrumented code runs in a thread that is not under the scheduler.  Inside
// the runtime it can be the program's own malloc.
static void stop_outside (ft_thread *t) {
  if (t->outside & FT_ABSENT) {
    ft_external_over (t);
    ft_cancellation_seen (t);
  } else if (t->outside & (FT_OVER | FT_ASIDE) || !t->base)
    use_scratch ();
  else
    ft_log_room (t);
}

FT_EXPORT FT_PRESERVE_MOST ft_word *ft_slow (ft_word *cursor) {
  int error = errno;
  ft_thread *t = ft_self;
  if (!t) {
    use_scratch ();
  } else if (t->outside) {
    ft_cursor = cursor;
    stop_outside (t);
  } else {
    ft_cursor = cursor;
    ft_stop (t);
  }
  errno = error;
  return ft_cursor;
}

// ---- the wrappers' side --------------------------------------------------

__thread bool ft_is_watchdog;

// Made by the C library for itself (SIGEV_THREAD), or by a raw clone.
static ft_thread *stranger (void) {
  ft_start ();
  ft_thread *t = ft_self;
  if (t)
    return t->outside ? NULL : t;
  if (ft_recording && !ft_is_watchdog)
    ft_warn ("the program has a thread that was not made by pthread_create or "
             "thrd_create; it is not recorded, and recorded threads do not "
             "see its locks and signals");
  return NULL;
}

static ft_thread *here_slowly (ft_thread *t) {
  if (!t)
    return stranger ();
  if (t->outside == FT_ABSENT && t->cancelled) {
    ft_external_end (t); // a cleanup handler, or soon one
    ft_cancellation_seen (t);
  }
  if (t->outside)
    return NULL;
  if (t->taken) {
    int error = errno;
    ft_stop (t);
    errno = error;
  }
  return t;
}

ft_thread *ft_here (void) {
  ft_thread *t = ft_self;
  if (__builtin_expect (t && !t->outside && !t->taken, true))
    return t;
  return here_slowly (t);
}

uint32_t ft_thread_id (const ft_thread *t) {
  return t->id;
}

void ft_checkpoint (ft_thread *t) {
  int error = errno;
  if (*t->cursor >= *t->limit || t->taken)
    ft_stop (t);
  else
    ft_log_publish (t);
  if (!ft_replaying () && ft_policy_whim (t))
    ft_yield (t);
  t->checked = ft_place (t);
  errno = error;
}

void ft_yield (ft_thread *t) {
  int error = errno;
  if (!ft_replaying ())
    t->slice_end = ft_place (t);
  ft_stop (t);
  errno = error;
}

// The watchdog took a wrapper for a call that blocks.
static void take_back (ft_thread *t) {
  int error = errno;
  ft_external_return (t);
  ft_set_limit (t);
  errno = error;
}

static void log_words (ft_thread *t, unsigned count, const uint64_t *words) {
  if (t->taken)
    take_back (t);
  ft_word *at = *t->cursor;
  for (unsigned i = 0; i < count && !ft_log_is_ring (t); i++)
    at[i] = words[i];
  *t->cursor = at + count;
  ft_log_publish (t);
}

void ft_log (ft_thread *t, unsigned code, uint64_t payload) {
  uint64_t words[] = {FT_WIRE_HEADER (code, payload)};
  log_words (t, 1, words);
}

void ft_log1 (ft_thread *t, unsigned code, uint64_t payload, uint64_t a) {
  uint64_t words[] = {FT_WIRE_HEADER (code, payload), a};
  log_words (t, 2, words);
}

void ft_log2 (ft_thread *t, unsigned code, uint64_t payload, uint64_t a,
              uint64_t b) {
  uint64_t words[] = {FT_WIRE_HEADER (code, payload), a, b};
  log_words (t, 3, words);
}

void ft_log3 (ft_thread *t, unsigned code, uint64_t payload, uint64_t a,
              uint64_t b, uint64_t c) {
  uint64_t words[] = {FT_WIRE_HEADER (code, payload), a, b, c};
  log_words (t, 4, words);
}
