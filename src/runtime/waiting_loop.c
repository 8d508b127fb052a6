#include "runtime/waiting_loop.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "runtime/config.h"
#include "runtime/parallel.h"
#include "runtime/scheduler.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"

#define TRIES UINT32_MAX // a 'loop' in which tries fail

enum {
  FREE_ROUNDS = 64,          // before a thread that nobody can relieve sleeps
  SHORTEST = 1000,           // nanoseconds of a sleep; each is twice the last
  LONGEST = 1000000,         // at most
  MOST_OF_SPINS = 100000000, // of a loop that may end by itself, all together
};

// The log goes on where the last round began, if no other thread ran since.
static bool takes_back (ft_thread *t) {
  uint64_t from = t->loop_tick;
  if (t->tick > from || t->base_tick > from)
    return false;
  ft_word *begin = t->base + (from - t->base_tick);
  if (!ft_log_is_ring (t))
    memset (begin, 0, (size_t)((char *)*t->cursor - (char *)begin));
  *t->cursor = begin;
  return true;
}

// The end of a round of the loop 'loop', and the begin of another one.
static void end_round (ft_thread *t, unsigned loop) {
  bool again = t->loop == loop && t->loop_marked;
  if (again && takes_back (t))
    return;
  t->loop = loop;
  t->loop_marked = true;
  t->loop_tick = ft_current_tick (t);
}

// No other thread is ready: the thread waits for one in the kernel, or for a
// signal.  The watchdog leaves it the token: a replay does not sleep here.
static void relax (ft_thread *t, bool ends_by_itself) {
  unsigned long length = SHORTEST;
  if (t->loop_rounds < FREE_ROUNDS ||
      (ends_by_itself && t->loop_slept >= MOST_OF_SPINS))
    return;
  unsigned doublings = t->loop_rounds - FREE_ROUNDS;
  length = doublings < 10 ? length << doublings : LONGEST;
  struct timespec time = {0, (long)length};
  t->loop_slept += length;
  t->unrecorded |= FT_IN_RUNTIME;
  FT_SYSCALL (nanosleep, &time, NULL, 0, 0, 0, 0);
  t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
}

static void let_others_run (ft_thread *t, bool ends_by_itself) {
  t->loop_rounds++;
  if (ft_config.parallel)
    ft_parallel_leave (t);
  else if (ft_scheduler_has_others ()) {
    ft_yield (t);
    return;
  }
  relax (t, ends_by_itself);
}

static void begin_loop (ft_thread *t, unsigned loop) {
  t->loop = loop;
  t->loop_marked = t->loop_armed = false;
  t->loop_rounds = 0;
  t->loop_slept = 0;
}

static void at_round (ft_thread *t, unsigned how) {
  unsigned loop = how & ~FT_LOOP_AGAIN;
  if (!(how & FT_LOOP_AGAIN)) {
    begin_loop (t, loop);
    return;
  }
  if (ft_replaying ())
    return;
  switch ((enum ft_loop_kind)(how & FT_LOOP_KIND)) {
  case FT_LOOP_WAITS:
    end_round (t, loop);
    let_others_run (t, false);
    return;
  case FT_LOOP_SPINS:
    let_others_run (t, true);
    return;
  case FT_LOOP_PAUSES:
    t->loop_armed = true;
    t->loop_paused = loop;
    return;
  }
}

FT_EXPORT FT_PRESERVE_MOST void ft_loop (unsigned how) {
  ft_thread *t = ft_self;
  if (!t || t->unrecorded || ft_config.rounds)
    return;
  int error = errno;
  at_round (t, how);
  errno = error;
}

void ft_loop_pauses (ft_thread *t) {
  bool ends = t->loop_armed && !ft_replaying ();
  t->loop_armed = false;
  if (ends)
    end_round (t, t->loop_paused);
}

void ft_try_point (ft_thread *t) {
  if (t->loop != TRIES || ft_config.rounds)
    begin_loop (t, 0);
  else if (!ft_replaying ())
    let_others_run (t, true);
  ft_scheduling_point (t);
}

void ft_try_failed (ft_thread *t) {
  t->loop = TRIES;
}

// ---- other loops -----------------------------------------------------------

enum { LONGEST_PIECE = 64, COMPARED = 192 }; // words

static bool repeats_piece (const ft_word *end, size_t piece) {
  for (size_t i = 1; i <= COMPARED; i++)
    if (end[-(ptrdiff_t)i] != end[-(ptrdiff_t)(i + piece)])
      return false;
  return true;
}

bool ft_log_repeats (const ft_thread *t) {
  const ft_word *end = *t->cursor;
  if (ft_log_is_ring (t) || end - t->base < LONGEST_PIECE + COMPARED)
    return false;
  for (size_t piece = 1; piece <= LONGEST_PIECE; piece++)
    if (repeats_piece (end, piece))
      return true;
  return false;
}
