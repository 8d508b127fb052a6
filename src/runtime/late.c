#include "runtime/late.h"

#include <stdlib.h>

#include "runtime/blocking.h"
#include "runtime/process.h"
#include "runtime/scheduler.h"

// Turns of each thread, and turns that are left for threads that these create.
enum { TURNS = 4, MORE = 16 };

static ft_thread *ending; // the thread that ends the process
static uint64_t left;     // turns

static bool may_run (const ft_thread *t) {
  return t != ending && (!t->tick || t->late_turns) && t->late_turns < TURNS;
}

ft_thread *ft_late_choose (ft_thread *first) {
  ft_thread *own = NULL;
  if (!ending)
    return NULL;
  for (ft_thread *t = first; t; t = t->next) {
    if (left && may_run (t)) {
      left--;
      t->late_turns++;
      return t;
    }
    own = t == ending ? t : own;
  }
  return own;
}

static void set_ending (ft_thread *t, ft_thread *now) {
  ft_scheduler_lock_with_token (t);
  left = (uint64_t)ft_live_thread_count * TURNS + MORE;
  ending = now;
  ft_scheduler_unlock ();
}

// A replay has the turns in its schedule.  Two threads that end the process at
// a time do so without another turn for the second one.
void ft_late_begin (void) {
  ft_thread *t = ft_process_is_ours () ? ft_recorded_thread () : NULL;
  if (!t || ending)
    return;
  ft_scheduling_point (t);
  if (!ft_replaying () && ft_live_thread_count > 1) {
    set_ending (t, t);
    ft_yield (t);
    set_ending (t, NULL);
  }
}

static void at_exit (int status, void *unused) {
  (void)status;
  (void)unused;
  ft_late_begin ();
}

// Functions that the program has registered later run before, destructors of
// its global objects behind: threads that run in between find these objects.
void ft_late_expected (void) {
  static bool done;
  if (!done)
    on_exit (at_exit, NULL);
  done = true;
}
