// roundrobin: the thread that became ready first; slices of about the same
// length.
//
// random: any ready thread.  The lengths of slices spread over orders of
// magnitude, since some bugs need a thread stopped for long and some need quick
// switches; and one synchronisation operation in eight is preempted.
//
// pct: "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs",
// Burckhardt et al., ASPLOS 2010, Section 2.  Threads get random priorities,
// and the ready thread with the highest one runs.  At d - 1 points in time,
// chosen beforehand, the running thread's priority drops below all others.
// Beyond the paper, the priority of a thread that ran for PATIENCE slices
// without blocking drops, too: the thread may spin until another one does
// something.

#include "runtime/config.h"
#include "runtime/files.h"
#include "runtime/policy.h"
#include "runtime/syscall.h"
#include "runtime/waiting_loop.h"

// REPEATS: how often the slices of a thread that seems to wait in a loop are
// halved.
enum { POINTS = 64, PATIENCE = 16, REPEATS = 5 };

static uint64_t random_state;
static uint64_t point[POINTS]; // in words of all logs, unordered; 0: passed
static uint64_t lowest = UINT64_C (1) << 32; // of the priorities

static uint64_t draw (void) { // splitmix64
  uint64_t z = random_state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

static unsigned point_count (void) {
  uint64_t d = ft_config.depth ? ft_config.depth - 1 : 0;
  return d < POINTS ? (unsigned)d : POINTS;
}

void ft_policy_start (void) {
  random_state = ft_config.seed * UINT64_C (0x2545f4914f6cdd1d) + 1;
  for (unsigned i = 0; i < point_count (); i++)
    point[i] = 1 + draw () % (ft_config.length ? ft_config.length : 1);
}

void ft_policy_thread_created (ft_thread *t) {
  if (ft_config.schedule == FT_POLICY_PCT)
    t->priority = (UINT64_C (1) << 32) + (draw () >> 16);
}

static uint64_t random_length (void) {
  unsigned most = 63 - (unsigned)__builtin_clzll (2 * ft_config.slice);
  return 1 + draw () % (UINT64_C (1) << (1 + draw () % most));
}

// Words until the nearest change point, but at most the configured slice.
static uint64_t length_until_point (void) {
  uint64_t least = ft_config.slice;
  for (unsigned i = 0; i < point_count (); i++)
    if (point[i] > ft_control->words && point[i] - ft_control->words < least)
      least = point[i] - ft_control->words;
  return least;
}

// Lengths differ: else a thread whose loop is as long as a slice would be
// stopped in the same critical section each time, and threads that wait for its
// lock would never go on.
static uint64_t varied_length (void) {
  static uint64_t turn;
  uint64_t spread = ft_config.slice / 8;
  return ft_config.slice - (spread ? turn++ * 7919 % spread : 0);
}

static uint64_t shortened (const ft_thread *t, uint64_t length) {
  return length >> t->repeats ? length >> t->repeats : 1;
}

uint64_t ft_policy_slice (ft_thread *t) {
  if (ft_config.parallel)
    return UINT64_MAX / 2; // a thread keeps the token for a call at most
  switch (ft_config.schedule) {
  case FT_POLICY_ROUNDROBIN:
    return shortened (t, varied_length ());
  case FT_POLICY_RANDOM:
    return random_length ();
  case FT_POLICY_PCT:
    return length_until_point ();
  }
  return 1;
}

static ft_thread *choose_any (ft_thread *first) {
  uint64_t count = 0;
  for (ft_thread *t = first; t; t = t->next)
    count++;
  for (count = count ? draw () % count : 0; count; count--)
    first = first->next;
  return first;
}

static ft_thread *choose_highest (ft_thread *first) {
  ft_thread *best = first;
  for (ft_thread *t = first; t; t = t->next)
    if (t->priority > best->priority)
      best = t;
  return best;
}

ft_thread *ft_policy_choose (ft_thread *first) {
  switch (ft_config.schedule) {
  case FT_POLICY_ROUNDROBIN:
    return first;
  case FT_POLICY_RANDOM:
    return choose_any (first);
  case FT_POLICY_PCT:
    return choose_highest (first);
  }
  return first;
}

bool ft_policy_preempts_at_sync (ft_thread *t) {
  (void)t;
  return ft_config.schedule == FT_POLICY_RANDOM && draw () % 8 == 0;
}

static int64_t milliseconds_until (clockid_t clock, const struct timespec *t) {
  struct timespec now;
  if (FT_SYSCALL (clock_gettime, clock, &now, 0, 0, 0, 0))
    return INT64_MAX;
  int64_t seconds = t->tv_sec - now.tv_sec;
  return seconds > INT32_MAX ? INT64_MAX
                             : seconds * 1000 + (t->tv_nsec - now.tv_nsec) / 1000000;
}

// A loop that polls with deadlines of the past shall let others run at last.
static bool outlasts_at_once (void) {
  bool more = ft_config.expired;
  ft_config.expired -= more;
  return more;
}

bool ft_policy_outlasts (clockid_t clock, const struct timespec *deadline) {
  if ((!ft_config.outlast && !ft_config.expired) ||
      (ft_config.schedule == FT_POLICY_RANDOM && draw () % 2))
    return false;
  int64_t left = milliseconds_until (clock, deadline);
  if (left < 0 && outlasts_at_once ())
    return true;
  uint64_t cost = left > 1 ? (uint64_t)left : 1;
  if (cost > ft_config.outlast)
    return false;
  ft_config.outlast -= cost;
  return true;
}

bool ft_policy_reaches (clockid_t clock, const struct timespec *deadline) {
  return !ft_config.longest_wait ||
         milliseconds_until (clock, deadline) <= (int64_t)ft_config.longest_wait;
}

static bool passed_point (void) {
  bool passed = false;
  for (unsigned i = 0; i < point_count (); i++)
    if (point[i] && point[i] <= ft_control->words) {
      point[i] = 0;
      passed = true;
    }
  return passed;
}

void ft_policy_slice_ended (ft_thread *t) {
  bool repeats = !ft_config.rounds && ft_log_repeats (t);
  t->repeats = !repeats ? 0 : t->repeats < REPEATS ? t->repeats + 1 : REPEATS;
  if (ft_config.schedule != FT_POLICY_PCT)
    return;
  if (passed_point () || (t->slices += 1 + t->repeats) >= PATIENCE) {
    t->slices = 0;
    t->priority = --lowest;
  }
}
