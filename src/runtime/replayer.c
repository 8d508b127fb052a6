// The steps of a replay schedule.  A step is done when its thread's log has
// reached the tick of the step; steps of threads that are there already are
// done at once.  At the end (APPROACH) a held thread that sleeps or yields has
// to finish doing so, since a library may wait for another thread before the
// held record, and it passes the scheduling points that the hold names.  Then
// (LAST_RECORDS) each held thread makes one more step, its one record.
//
// A tick can have several scheduling points, since a call may make no record.
// The code between two of them is unknown: it may wait, or decide against the
// record.  So a thread stands right before a record only at the last scheduling
// point of the tick, and only the continuation of the thread shows which one is
// the last.  When a thread passes another scheduling point on the way to its
// record, the outcome names that point, and the replay is done again.

#include "runtime/scheduler.h"
#include "runtime/config.h"
#include "runtime/gdb_stop.h"
#include "runtime/files.h"
#include "runtime/syscall.h"
#include "runtime/timers.h"
#include "runtime/thread_log.h"
#include "runtime/outcome_write.h"
#include "runtime/replayer.h"
#include "runtime/replay_text.h"
#include "runtime/stale_load.h"
#include "runtime/wait.h"

enum { PAUSES = 1000 }; // of a thread that waits for another thread in a loop

static enum { NONE, STEPS, APPROACH, LAST_RECORDS } phase;

static struct ft_replay_text schedule;
static size_t at;          // step in STEPS, held thread in the later phases
static unsigned pauses;    // in APPROACH
static uint64_t gdb_stops; // stops for a debugger so far
static bool strayed;       // in LAST_RECORDS: the thread of the step has passed
static uint64_t stray_tick; // another scheduling point: the latest one
static unsigned stray_passes;
static bool debugged;      // a debugger was waited for
static const ft_thread *blocking; // that is about to wait

bool ft_replaying (void) {
  return phase != NONE;
}

void ft_replay_load (void) {
  schedule = ft_replay_text_read ();
  ft_stale_loads_set (schedule.stale, schedule.stale_count);
  phase = STEPS;
}

uint32_t ft_replay_thread_number (uint32_t parent, uint32_t child) {
  for (size_t i = 0; i < schedule.thread_count; i++)
    if (schedule.threads[i].id && schedule.threads[i].parent == parent &&
        schedule.threads[i].child == child)
      return schedule.threads[i].id;
  return UINT32_MAX;
}

bool ft_replay_has_thread (const ft_thread *t) {
  return !t->id || ft_replay_thread_number (t->parent, t->child) == t->id;
}

uint32_t ft_replay_thread_count (void) {
  uint32_t count = 0;
  for (size_t i = 0; i < schedule.thread_count; i++)
    if (schedule.threads[i].id >= count)
      count = schedule.threads[i].id + 1;
  return count;
}

static struct ft_replay_step step (void) {
  if (phase == STEPS)
    return schedule.steps[at];
  if (phase == APPROACH)
    return schedule.holds[at];
  struct ft_replay_step held = schedule.holds[at];
  held.tick = (held.last ? held.last : held.tick) + 1;
  held.at_or_after = true;
  return held;
}

static bool is_at_end (void) {
  return at == (phase == STEPS ? schedule.step_count : schedule.hold_count);
}

uint64_t ft_replay_stop_tick (const ft_thread *t) {
  if (phase == NONE)
    return UINT64_MAX;
  if (is_at_end () || step ().thread != t->id)
    return 0;
  return phase == LAST_RECORDS ? schedule.holds[at].tick : step ().tick;
}

static _Noreturn void end_process (void) {
  ft_files_end (0, 0);
  FT_SYSCALL (exit_group, 0, 0, 0, 0, 0, 0);
  __builtin_unreachable ();
}

// Ends the replay: the scheduling policy decides from here on.
static void set_free (void) {
  bool arrived = phase == LAST_RECORDS;
  phase = NONE;
  strayed = false;
  // After a divergence logs go on, since they show where the thread went.
  if (arrived && !ft_config.log_after)
    ft_files_stop_silently ();
  if (schedule.end == FT_REPLAY_END_STOP)
    end_process ();
  ft_timers_begin ();
  ft_wait_make_all_ready ();
}

// After a divergence.  Of a whole recording the rest would be another run.
static void give_up (void) {
  if (schedule.end == FT_REPLAY_END_WHOLE)
    end_process ();
  set_free ();
}

static void diverge (uint32_t thread, uint64_t tick, const char *why) {
  if (phase != LAST_RECORDS) // by then the outcome is "reached"
    ft_replay_write_diverged (thread, tick, why);
  give_up ();
}

// Waits only once: later the user may have detached the debugger.
static void await_debugger (void) {
  if (!debugged)
    ft_gdb_wait ();
  debugged = true;
}

static void stop_at_step (struct ft_replay_step s) {
  const ft_thread *t = ft_threads[s.thread];
  if (!debugged)
    ft_replay_write_stopped ();
  await_debugger ();
  ft_gdb_stopped (FT_GDB_STOP_STEP, gdb_stops++, t ? t->task : 0,
                  t && t->tick > s.tick);
}

// A debugger that attaches only now stops the program by that.
static void stop_at_race (void) {
  if (debugged)
    ft_gdb_stopped (FT_GDB_STOP_RACE, gdb_stops, 0, false);
  await_debugger ();
}

static bool is_held (struct ft_replay_step held) {
  const ft_thread *t = ft_threads[held.thread];
  // A thread whose token the watchdog took is in a call, not at its record.
  return t && t->tick == held.tick && !t->token_taken &&
         (t->pauses || t->state == FT_SCHED_READY ||
          t->state == FT_SCHED_RUNNING);
}

// The thread ends, blocks or goes elsewhere in LAST_RECORDS: whether its own
// record was to come next.
static bool is_strict (void) {
  return phase == LAST_RECORDS && !is_at_end () && schedule.holds[at].last;
}

static void write_stray (void) {
  struct ft_replay_step held = schedule.holds[at];
  ft_replay_write_closer (held.thread, held.last, stray_tick, stray_passes);
}

// The outcome is written at once, since the process may end at the record.
static void count_arrival (ft_thread *t) {
  if (t->pauses)
    return;
  t->arrivals = t->tick == t->arrival_tick ? t->arrivals + 1 : 1;
  t->arrival_tick = t->tick;
  if (!is_strict () || step ().thread != t->id ||
      t->tick > schedule.holds[at].last)
    return;
  stray_tick = t->tick;
  stray_passes = t->arrivals - 1;
  if (!strayed)
    write_stray ();
  strayed = true;
}

static void begin_phase (int next) {
  phase = next;
  at = 0;
}

// A thread is not held where it should be.  It may have had no scheduling point
// there: the record is one of several of a call, and the schedule ran the
// thread to another record of the call.
static void fail_hold (struct ft_replay_step held) {
  const ft_thread *t = ft_threads[held.thread];
  if (!t || held.passes || t->tick <= held.tick ||
      t->checked_tick >= held.tick) {
    diverge (held.thread, held.tick,
             "it is not at the record where it is to be held");
    return;
  }
  ft_replay_write_overran (held.thread, held.tick, t->checked_tick);
  set_free ();
}

static void finish_approach (void) {
  for (size_t i = 0; i < schedule.hold_count; i++)
    if (!is_held (schedule.holds[i])) {
      fail_hold (schedule.holds[i]);
      return;
    }
  ft_replay_write_reached (schedule.holds, schedule.hold_count);
  if (schedule.end == FT_REPLAY_END_GDB)
    stop_at_race ();
  begin_phase (LAST_RECORDS);
}

static uint64_t tick_of (uint32_t thread) {
  return ft_threads[thread] ? ft_threads[thread]->tick : 0;
}

// Whether the thread has entered the blocking call of the step.  It may have
// left the call already, since the replay may make a different guess than the
// recording about whether a call blocks.
static bool has_entered_kernel (struct ft_replay_step s) {
  const ft_thread *t = ft_threads[s.thread];
  return t && (t->state == FT_SCHED_IN_KERNEL ? t->tick >= s.tick
                                              : t->tick > s.tick);
}

static bool waits (struct ft_replay_step s) {
  const ft_thread *t = ft_threads[s.thread];
  return t == blocking || (t && t->state == FT_SCHED_BLOCKED);
}

// The end of the process ends the last step.
static bool is_done (struct ft_replay_step s) {
  uint64_t tick = tick_of (s.thread);
  if (s.enters_kernel)
    return has_entered_kernel (s);
  if (s.ends) {
    if (tick > s.tick && tick - s.tick > s.further)
      diverge (s.thread, tick, "it goes on where the recorded process ended");
    return false;
  }
  if (tick > s.tick && phase == STEPS && !s.at_or_after) {
    ft_replay_write_overran (s.thread, s.tick,
                             ft_threads[s.thread]->checked_tick);
    give_up ();
    return false;
  }
  return tick > s.tick || (tick == s.tick && (!s.blocks || waits (s)));
}

static bool has_approached (struct ft_replay_step held) {
  const ft_thread *t = ft_threads[held.thread];
  if (!t || t->tick != held.tick)
    return true;
  return !t->pauses && (!held.passes || t->arrivals > held.passes);
}

static void end_step (void) {
  if (schedule.end == FT_REPLAY_END_GDB && phase == STEPS && step ().gdb_stop)
    stop_at_step (step ());
  if (schedule.end == FT_REPLAY_END_GDB && phase == LAST_RECORDS)
    ft_gdb_stopped (FT_GDB_STOP_RECORD, at, ft_threads[step ().thread]->task,
                    true);
  at++;
}

static void advance (void) {
  while (phase == STEPS && !is_at_end () && is_done (step ()))
    end_step ();
  if (phase == STEPS && is_at_end ())
    begin_phase (APPROACH);
  while (phase == APPROACH && !is_at_end () && has_approached (step ()))
    at++;
  if (phase == APPROACH && is_at_end ())
    finish_approach ();
  while (phase == LAST_RECORDS && !strayed && !is_at_end () &&
         is_done (step ()))
    end_step ();
  if (strayed && is_done (step ())) {
    write_stray ();
    set_free ();
  }
  if (phase == LAST_RECORDS && is_at_end ())
    set_free ();
}

// The thread blocks or ends before its one record: another thread has to act
// first.  Skips the last step of the thread, unless the thread was to stand
// right before that record.
static void skip_last (const ft_thread *t, const char *why) {
  if (phase != LAST_RECORDS || is_at_end () || step ().thread != t->id)
    return;
  if (!is_strict ())
    end_step ();
  else {
    ft_replay_write_diverged (t->id, t->tick, why);
    set_free ();
  }
}

// Whether the C library makes the thread.  The schedule may leave threads out,
// as the first one, which nothing creates.
static bool is_notified (uint32_t thread) {
  for (size_t i = 0; i < schedule.thread_count; i++)
    if (schedule.threads[i].id == thread)
      return schedule.threads[i].child & FT_WIRE_NOTIFIED;
  return false;
}

ft_thread *ft_replay_choose (void) {
  advance ();
  if (phase == NONE)
    return NULL;
  struct ft_replay_step s = step ();
  ft_thread *t = ft_threads[s.thread];
  if (!t) {
    if (!is_notified (s.thread)) // else it is waited for
      diverge (s.thread, s.tick, "it has not been created");
    return NULL;
  }
  switch (t->state) {
  case FT_SCHED_READY:
  case FT_SCHED_RUNNING:
    return t;
  case FT_SCHED_BLOCKED:
    ft_wait_dequeue (t);
    return t;
  case FT_SCHED_IN_KERNEL:
    return NULL;
  case FT_SCHED_ENDED:
    diverge (s.thread, t->tick, "it has ended");
  }
  return NULL;
}

void ft_replay_arrive (ft_thread *t) {
  ft_log_publish (t);
  count_arrival (t);
  advance ();
  if (phase == APPROACH && t->pauses && ++pauses == PAUSES)
    diverge (t->id, t->tick,
             "it waits for another thread in a function that is not recorded");
}

ft_thread *ft_replay_goes_on (void) {
  uint64_t number = ft_config.goes_on;
  ft_thread *t =
      phase == NONE && number && number <= ft_thread_count ? ft_threads[number - 1] : NULL;
  ft_config.goes_on = 0;
  return t && (t->state == FT_SCHED_READY || t->state == FT_SCHED_RUNNING) ? t
                                                                           : NULL;
}

bool ft_replay_blocks (ft_thread *t, bool ends) {
  if (phase == NONE)
    return false;
  ft_log_publish (t);
  if (!ends || !is_strict ())
    skip_last (t, "it waits before its access");
  blocking = t;
  advance ();
  blocking = NULL;
  if (phase == NONE || step ().thread != t->id)
    return false;
  if (ends)
    t->woken = false;
  else
    diverge (t->id, t->tick, "it blocks here");
  return ends;
}

void ft_replay_enters_kernel (ft_thread *t) {
  if (phase == NONE)
    return;
  ft_log_publish (t);
  if (!is_strict ()) // else it is waited for
    skip_last (t, NULL);
  advance ();
}

void ft_replay_thread_ends (ft_thread *t) {
  if (phase == NONE)
    return;
  ft_log_publish (t);
  skip_last (t, "it ends before its access");
  advance ();
  if (phase != NONE && step ().thread == t->id)
    diverge (t->id, t->tick, "it ends here");
}

bool ft_replay_goes_on_without (ft_thread *t) {
  ft_log_publish (t);
  if (!is_strict ())
    skip_last (t, NULL);
  advance ();
  return phase == NONE || step ().thread != t->id;
}

void ft_replay_timed_out (void) {
  if (phase == NONE)
    return;
  struct ft_replay_step s = step ();
  static const char why[] = "it does not come back from a blocking call";
  if (is_strict ())
    ft_replay_write_diverged (s.thread, tick_of (s.thread), why);
  diverge (s.thread, tick_of (s.thread), why);
}

void ft_replay_lacks (ft_thread *t, const char *why) {
  ft_scheduler_lock ();
  ft_log_publish (t);
  ft_replay_write_diverged (t->id, t->tick, why);
  end_process ();
}

// The last step of a whole recorded schedule is the end of the process.
static bool is_over (struct ft_replay_step s) {
  uint64_t tick = tick_of (s.thread);
  return tick >= s.tick && tick - s.tick <= s.further;
}

void ft_replay_process_ends (void) {
  while (phase == STEPS && !is_at_end () && is_over (step ()))
    at++;
  if (phase == STEPS && is_at_end () && !schedule.hold_count)
    ft_replay_write_reached (NULL, 0);
  else if (phase == STEPS || phase == APPROACH)
    ft_replay_write_diverged (
        is_at_end () ? schedule.holds[0].thread : step ().thread,
        is_at_end () ? schedule.holds[0].tick : tick_of (step ().thread),
        "the process ends");
  else if (strayed)
    write_stray ();
  phase = NONE;
}

bool ft_replay_has_turn (const ft_thread *t) {
  if (!ft_replaying ())
    return true;
  ft_scheduler_lock ();
  bool has = phase == NONE || (!is_at_end () && step ().thread == t->id);
  ft_scheduler_unlock ();
  return has;
}

void ft_replay_after_fork (void) {
  phase = NONE;
}
