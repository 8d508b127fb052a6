// Between the program and the scheduler: scheduling points, records that the
// runtime itself writes, and the real functions behind interposed names.

#include "runtime/rtl.h"

#include <dlfcn.h>

#include "runtime/blocking.h"
#include "runtime/cancel.h"
#include "runtime/fibre.h"
#include "runtime/files.h"
#include "runtime/inputs.h"
#include "runtime/notify.h"
#include "runtime/parallel.h"
#include "runtime/policy.h"
#include "runtime/replayer.h"
#include "runtime/scheduler.h"
#include "runtime/kernel_files.h"
#include "runtime/signals.h"
#include "runtime/stale_load.h"
#include "runtime/start.h"
#include "runtime/syscall.h"
#include "runtime/thread.h"
#include "runtime/thread_log.h"
#include "runtime/waiting_loop.h"

FT_EXPORT __thread ft_word *ft_cursor;
FT_EXPORT __thread ft_word *ft_limit;
__thread ft_thread *ft_self;

// ---- threads that are not recorded ---------------------------------------

// Memory for their words, which are never read.  Threads may share a piece;
// there are so many that they rarely contend for a cache line.
enum { SCRATCH_COUNT = 64, SCRATCH_WORDS = 512 };
static ft_word scratch[SCRATCH_COUNT][SCRATCH_WORDS];

static ft_word *use_scratch (void) {
  static __thread unsigned mine;
  static unsigned used;
  if (!mine)
    mine = 1 + __atomic_fetch_add (&used, 1, __ATOMIC_RELAXED) % SCRATCH_COUNT;
  ft_cursor = scratch[mine - 1];
  ft_limit = ft_cursor + SCRATCH_WORDS - FT_SLACK;
  return ft_cursor;
}

// ---- scheduling points ----------------------------------------------------

void ft_request_stop (ft_thread *t) {
  __atomic_store_n (&t->stop_requested, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n (t->limit, NULL, __ATOMIC_SEQ_CST);
}

void ft_set_limit (ft_thread *t) {
  uint64_t stop = ft_replay_stop_tick (t);
  uint64_t signal = ft_input_signal_tick (t), load = ft_stale_load_stop_tick (t);
  if (t->slice_end < stop && !ft_replaying ())
    stop = t->slice_end;
  stop = signal < stop ? signal : stop;
  stop = load < stop ? load : stop;
  uint64_t index = stop > t->base_tick ? stop - t->base_tick : 0;
  if (index > t->base_words - FT_SLACK)
    index = t->base_words - FT_SLACK;
  __atomic_store_n (t->limit, t->base + index, __ATOMIC_SEQ_CST);
  // A stop that was requested before the store applies to the new limit, too.
  if (__atomic_load_n (&t->stop_requested, __ATOMIC_SEQ_CST) ||
      ft_parallel_leaves (t) || t->announced)
    __atomic_store_n (t->limit, NULL, __ATOMIC_SEQ_CST);
}

static void yield_token (ft_thread *t) {
  ft_scheduler_lock_with_token (t);
  if (ft_replaying ())
    ft_replay_arrive (t);
  else
    ft_policy_slice_ended (t);
  bool kept = ft_token_release (t, FT_SCHED_READY, FT_WIRE_PREEMPTED);
  ft_scheduler_unlock ();
  if (!kept)
    ft_token_wait (t);
}

static bool is_due (const ft_thread *t) {
  uint64_t tick = ft_current_tick (t);
  if (ft_replaying ())
    return tick >= ft_replay_stop_tick (t);
  return tick >= t->slice_end;
}

static void fill_gap (ft_thread *t) {
  t->gap = false;
  ft_log_record (t, FT_WIRE_GAP, FT_WIRE_GAP_FAULT);
  // The fault depends on what others have made of the memory, and of handlers.
  ft_look_at_everything (t);
  ft_log_reserve (t);
}

void ft_scheduling_point_slow (ft_thread *t) {
  uintptr_t here = (uintptr_t)__builtin_frame_address (0);
  bool switched;
  ft_stale_load_end (t);
  do {
    if (t->token_taken)
      ft_blocking_retake_token (t);
    t->unrecorded |= FT_IN_RUNTIME;
    ft_log_publish (t);
    if (is_due (t))
      yield_token (t);
    if (t->slice_end <= t->tick)
      t->slice_end = t->tick + ft_policy_slice (t);
    __atomic_store_n (&t->stop_requested, 0, __ATOMIC_SEQ_CST);
    ft_log_reserve (t);
    if (t->gap)
      fill_gap (t);
    if (ft_replaying ())
      ft_input_signals (t, false);
    if (ft_signals_are_pending (t))
      ft_signals_deliver (t);
    if (t->asynchronous && t->cancelled)
      ft_cancellation_asynchronous (t);
    switched = t->announced && ft_fibre_look (t, here);
    ft_set_limit (t);
    t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
  } while (__atomic_load_n (&t->stop_requested, __ATOMIC_SEQ_CST) ||
           t->token_taken || switched);
}

// Instrumented code runs in a thread that is not recorded at the moment.
// Inside the runtime the code can be the program's own malloc.
static void slow_path_unrecorded (ft_thread *t) {
  if (t->unrecorded & FT_IN_KERNEL) {
    ft_blocking_finish (t);
    ft_cancellation_begins (t);
  } else if (t->unrecorded & (FT_RECORDING_ENDED | FT_IN_FAULT_HANDLER) ||
             !t->base)
    use_scratch ();
  else
    ft_log_reserve (t);
}

FT_EXPORT FT_PRESERVE_MOST ft_word *ft_slow (ft_word *cursor) {
  int error = errno;
  ft_thread *t = ft_self;
  if (!t) {
    use_scratch ();
  } else if (t->unrecorded) {
    ft_cursor = cursor;
    slow_path_unrecorded (t);
  } else {
    ft_cursor = cursor;
    if (ft_in_parallel)
      ft_parallel_check (t);
    else
      ft_scheduling_point_slow (t);
    if (ft_stale_load_begin (t))
      ft_set_limit (t);
  }
  errno = error;
  return ft_cursor;
}

FT_EXPORT FT_PRESERVE_MOST ft_word *ft_slow_ordered (ft_word *cursor) {
  ft_thread *t = ft_self;
  if (!ft_in_parallel || !t || t->unrecorded)
    return ft_slow (cursor);
  int error = errno;
  ft_cursor = cursor;
  ft_parallel_enter (t);
  errno = error;
  return ft_cursor;
}

// ---- for wrappers ---------------------------------------------------------

__thread bool ft_is_watchdog;

// The calling thread has no 'ft_thread': a raw clone made it, or the C library
// for itself, as it does to notify the program.
static ft_thread *unknown_thread (void) {
  ft_start ();
  ft_thread *t = ft_self;
  if (t)
    return t->unrecorded ? NULL : t;
  if (ft_is_recording && !ft_is_watchdog && !ft_notifications_expected)
    ft_warn ("the program has a thread that was not made by pthread_create or "
             "thrd_create; it is not recorded, and recorded threads do not "
             "see its locks and signals");
  return NULL;
}

static ft_thread *recorded_thread_slow (ft_thread *t) {
  if (!t)
    return unknown_thread ();
  if (t->unrecorded == FT_IN_KERNEL && t->cancelled) {
    ft_blocking_end (t); // a cleanup handler runs, or is about to
    ft_cancellation_begins (t);
  }
  if (t->unrecorded)
    return NULL;
  if (t->token_taken) {
    int error = errno;
    ft_scheduling_point_slow (t);
    errno = error;
  }
  return t;
}

ft_thread *ft_recorded_thread (void) {
  ft_thread *t = ft_self;
  if (__builtin_expect (t && !t->unrecorded && !t->token_taken, true))
    return t;
  return recorded_thread_slow (t);
}

uint32_t ft_thread_id (const ft_thread *t) {
  return t->id;
}

void ft_scheduling_point (ft_thread *t) {
  int error = errno;
  if (*t->cursor >= *t->limit || t->token_taken)
    ft_scheduling_point_slow (t);
  else
    ft_log_publish (t);
  if (!ft_replaying () && ft_policy_preempts_at_sync (t))
    ft_yield (t);
  t->checked_tick = ft_current_tick (t);
  errno = error;
}

void ft_yield (ft_thread *t) {
  int error = errno;
  if (!ft_replaying ())
    t->slice_end = ft_current_tick (t);
  ft_scheduling_point_slow (t);
  errno = error;
}

// The watchdog mistook this wrapper for a blocking call.
static void retake_token (ft_thread *t) {
  int error = errno;
  unsigned unrecorded = t->unrecorded;
  ft_blocking_retake_token (t);
  t->unrecorded = unrecorded;
  ft_set_limit (t);
  errno = error;
}

static void log_words (ft_thread *t, unsigned count, const uint64_t *words) {
  ft_loop_acts (t);
  if (t->outside) { // in a recording that only counts
    *t->cursor += count;
    return;
  }
  if (t->token_taken)
    retake_token (t);
  ft_word *at = *t->cursor;
  for (unsigned i = 0; i < count && !ft_log_is_ring (t); i++)
    at[i] = words[i];
  *t->cursor = at + count;
  ft_log_publish (t);
}

void ft_log_make_room (ft_thread *t) {
  int error = errno;
  if (t->token_taken && !t->outside)
    retake_token (t);
  ft_log_reserve (t);
  ft_set_limit (t);
  errno = error;
}

void ft_log_record (ft_thread *t, unsigned code, uint64_t payload) {
  uint64_t words[] = {FT_WIRE_HEADER (code, payload)};
  log_words (t, 1, words);
}

void ft_log_record1 (ft_thread *t, unsigned code, uint64_t payload,
                     uint64_t a) {
  uint64_t words[] = {FT_WIRE_HEADER (code, payload), a};
  log_words (t, 2, words);
}

void ft_log_record2 (ft_thread *t, unsigned code, uint64_t payload, uint64_t a,
                     uint64_t b) {
  uint64_t words[] = {FT_WIRE_HEADER (code, payload), a, b};
  log_words (t, 3, words);
}

void ft_log_record3 (ft_thread *t, unsigned code, uint64_t payload, uint64_t a,
                     uint64_t b, uint64_t c) {
  uint64_t words[] = {FT_WIRE_HEADER (code, payload), a, b, c};
  log_words (t, 4, words);
}

// ---- real functions --------------------------------------------------------

// dlsym may allocate: with FT_IN_RUNTIME set the wrapper of malloc calls the
// real one.
void *ft_real (const char *name) {
  ft_thread *t = ft_self;
  unsigned unrecorded = t ? t->unrecorded : 0;
  if (t)
    t->unrecorded |= FT_IN_RUNTIME;
  void *function = dlsym (RTLD_NEXT, name);
  if (t)
    t->unrecorded = unrecorded;
  if (!function)
    ft_fail (69, "the C library has no '%s', which the program uses", name);
  return function;
}
