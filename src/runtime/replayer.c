// Steps of a plan.  A step is done when its thread's log has the place that
// the step names; steps of threads that are there already are done at once.
// At the end a thread that sleeps or gives way has to come out of that, since
// what is between it and its record may be a library that waits for another
// thread.  Then each parked thread has one more step, its one record.

#include "runtime/scheduler.h"
#include "runtime/config.h"
#include "runtime/gdb_stop.h"
#include "runtime/files.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/outcome_write.h"
#include "runtime/replayer.h"
#include "runtime/replay_text.h"
#include "runtime/wait.h"

enum { PAUSES = 1000 }; // more than these are a wait for another thread

static enum { NONE, STEPS, APPROACH, LAST_RECORDS } phase;

static struct ft_replay_text plan;
static size_t at;       // step, or parked thread after STEPS
static unsigned pauses; // in APPROACH
static uint64_t halts;
static bool debugged; // a debugger was waited for

bool ft_replaying (void) {
  return phase != NONE;
}

void ft_replay_load (void) {
  plan = ft_replay_text_read ();
  phase = STEPS;
}

uint32_t ft_replay_thread_number (uint32_t parent, uint32_t child) {
  for (size_t i = 0; i < plan.thread_count; i++)
    if (plan.threads[i].id && plan.threads[i].parent == parent &&
        plan.threads[i].child == child)
      return plan.threads[i].id;
  return UINT32_MAX;
}

uint32_t ft_replay_thread_count (void) {
  uint32_t count = 0;
  for (size_t i = 0; i < plan.thread_count; i++)
    if (plan.threads[i].id >= count)
      count = plan.threads[i].id + 1;
  return count;
}

static struct ft_replay_step step (void) {
  if (phase == STEPS)
    return plan.steps[at];
  if (phase == APPROACH)
    return plan.parks[at];
  return (struct ft_replay_step){.thread = plan.parks[at].thread,
                          .place = plan.parks[at].place + 1,
                          .past = true};
}

static bool is_at_end (void) {
  return at == (phase == STEPS ? plan.step_count : plan.park_count);
}

uint64_t ft_replay_stop_tick (const ft_thread *t) {
  if (phase == NONE)
    return UINT64_MAX;
  if (is_at_end () || step ().thread != t->id)
    return 0;
  return step ().place;
}

// Under the usual scheduler from here on.
static void set_free (void) {
  bool arrived = phase == LAST_RECORDS;
  phase = NONE;
  // The log of one that went astray tells where.
  if (arrived && !ft_config.log_after)
    ft_files_stop_silently ();
  if (plan.then == FT_REPLAY_END_STOP) {
    ft_files_end (0, 0);
    FT_SYSCALL (exit_group, 0, 0, 0, 0, 0, 0);
  }
  ft_wait_make_all_ready ();
}

static void diverge (uint32_t thread, uint64_t place, const char *why) {
  if (phase !=
      LAST_RECORDS) // else the plan was reached, and this comes after it
    ft_replay_write_diverged (thread, place, why);
  set_free ();
}

// Nobody waits twice: the user may have sent the debugger away.
static void await_debugger (void) {
  if (!debugged)
    ft_gdb_wait ();
  debugged = true;
}

static void halt (struct ft_replay_step s) {
  const ft_thread *t = ft_threads[s.thread];
  if (!debugged)
    ft_replay_write_stopped ();
  await_debugger ();
  ft_gdb_stopped (FT_GDB_STOP_STEP, halts++, t ? t->task : 0,
                  t && t->place > s.place);
}

// The debugger that comes now needs no halt.
static void halt_at_race (void) {
  if (debugged)
    ft_gdb_stopped (FT_GDB_STOP_RACE, halts, 0, false);
  await_debugger ();
}

static bool is_parked (struct ft_replay_step park) {
  const ft_thread *t = ft_threads[park.thread];
  // One that the watchdog takes for asleep is in a call, not at the record.
  return t && t->place == park.place && !t->taken &&
         (t->pauses || t->stage == FT_SCHED_READY || t->stage == FT_SCHED_RUNNING);
}

static void begin_phase (int next) {
  phase = next;
  at = 0;
}

// Where it was to stop it may have had no place to: its record is one of
// several of a call, of which the schedule has another one.
static void miss_park (struct ft_replay_step park) {
  const ft_thread *t = ft_threads[park.thread];
  if (!t || t->place <= park.place || t->checked >= park.place) {
    diverge (park.thread, park.place,
             "it is not at the record where it is to be parked");
    return;
  }
  ft_replay_write_overran (park.thread, park.place, t->checked);
  set_free ();
}

static void finish_approach (void) {
  for (size_t i = 0; i < plan.park_count; i++)
    if (!is_parked (plan.parks[i])) {
      miss_park (plan.parks[i]);
      return;
    }
  ft_replay_write_reached (plan.parks, plan.park_count);
  if (plan.then == FT_REPLAY_END_GDB)
    halt_at_race ();
  begin_phase (LAST_RECORDS);
}

static uint64_t place_of (uint32_t thread) {
  return ft_threads[thread] ? ft_threads[thread]->place : 0;
}

// A call that the watchdog took for one that blocks may be over sooner.
static bool has_left (struct ft_replay_step s) {
  const ft_thread *t = ft_threads[s.thread];
  return t && (t->stage == FT_SCHED_IN_KERNEL ? t->place >= s.place : t->place > s.place);
}

static bool is_done (struct ft_replay_step s) {
  uint64_t place = place_of (s.thread);
  if (s.away)
    return has_left (s);
  if (place > s.place && phase == STEPS && !s.past) {
    ft_replay_write_overran (s.thread, s.place, ft_threads[s.thread]->checked);
    set_free ();
    return false;
  }
  return place >= s.place;
}

static bool is_out_of_pause (struct ft_replay_step park) {
  const ft_thread *t = ft_threads[park.thread];
  return !t || !t->pauses || t->place != park.place;
}

static void end_step (void) {
  if (plan.then == FT_REPLAY_END_GDB && phase == STEPS && step ().halt)
    halt (step ());
  if (plan.then == FT_REPLAY_END_GDB && phase == LAST_RECORDS)
    ft_gdb_stopped (FT_GDB_STOP_RECORD, at, ft_threads[step ().thread]->task, true);
  at++;
}

static void advance (void) {
  while (phase == STEPS && !is_at_end () && is_done (step ()))
    end_step ();
  if (phase == STEPS && is_at_end ())
    begin_phase (APPROACH);
  while (phase == APPROACH && !is_at_end () && is_out_of_pause (step ()))
    at++;
  if (phase == APPROACH && is_at_end ())
    finish_approach ();
  while (phase == LAST_RECORDS && !is_at_end () && is_done (step ()))
    end_step ();
  if (phase == LAST_RECORDS && is_at_end ())
    set_free ();
}

// A parked thread whose one record takes another thread to do first.
static void skip_last (const ft_thread *t) {
  if (phase == LAST_RECORDS && !is_at_end () && step ().thread == t->id)
    end_step ();
}

ft_thread *ft_replay_choose (void) {
  advance ();
  if (phase == NONE)
    return NULL;
  struct ft_replay_step s = step ();
  ft_thread *t = ft_threads[s.thread];
  if (!t) {
    diverge (s.thread, s.place, "it has not been created");
    return NULL;
  }
  switch (t->stage) {
  case FT_SCHED_READY:
  case FT_SCHED_RUNNING:
    return t;
  case FT_SCHED_BLOCKED:
    ft_wait_dequeue (t);
    return t;
  case FT_SCHED_IN_KERNEL:
    return NULL;
  case FT_SCHED_ENDED:
    diverge (s.thread, t->place, "it has ended");
  }
  return NULL;
}

void ft_replay_arrive (ft_thread *t) {
  ft_log_publish (t);
  advance ();
  if (phase == APPROACH && t->pauses && ++pauses == PAUSES)
    diverge (t->id, t->place,
             "it waits for another thread in a function that is not recorded");
}

bool ft_replay_blocks (ft_thread *t, bool limited) {
  if (phase == NONE)
    return false;
  ft_log_publish (t);
  skip_last (t);
  advance ();
  if (phase == NONE || step ().thread != t->id)
    return false;
  if (limited)
    t->woken = false;
  else
    diverge (t->id, t->place, "it blocks here");
  return limited;
}

void ft_replay_enters_kernel (ft_thread *t) {
  if (phase == NONE)
    return;
  ft_log_publish (t);
  skip_last (t);
  advance ();
}

void ft_replay_thread_ends (ft_thread *t) {
  if (phase == NONE)
    return;
  ft_log_publish (t);
  skip_last (t);
  advance ();
  if (phase != NONE && step ().thread == t->id)
    diverge (t->id, t->place, "it ends here");
}

void ft_replay_timed_out (void) {
  if (phase == NONE)
    return;
  struct ft_replay_step s = step ();
  diverge (s.thread, place_of (s.thread),
           "it does not come back from a blocking call");
}

// The last step of a whole recorded schedule is the end of the process.
void ft_replay_process_ends (void) {
  while (phase == STEPS && !is_at_end () &&
         place_of (step ().thread) == step ().place)
    at++;
  if (phase == STEPS && is_at_end () && !plan.park_count)
    ft_replay_write_reached (NULL, 0);
  else if (phase == STEPS || phase == APPROACH)
    ft_replay_write_diverged (is_at_end () ? plan.parks[0].thread : step ().thread,
                         is_at_end () ? plan.parks[0].place
                                      : place_of (step ().thread),
                         "the process ends");
  phase = NONE;
}

void ft_replay_after_fork (void) {
  phase = NONE;
}
