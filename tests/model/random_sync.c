// Random threads: what they do to each other.  See 'random_run.h'.

#include "tests/model/random_run.h"

void ft_random_run_init (ft_random_run *run, uint64_t seed, const ft_random_options *o) {
  *run = (ft_random_run){.options = *o, .rng = ft_rng_init (seed)};
  run->trace = ft_trace_new ("random", "random");
  run->threads = FT_ARRAY (ft_random_run_thread, o->threads);
  for (ft_tid t = 0; t < o->threads; t++)
    run->threads[t] = (ft_random_run_thread){
        .born = !t || !o->forks, .waits_on = FT_NO_ID, .retakes = FT_NO_ID};
  run->locks = FT_ARRAY (ft_random_run_lock, o->locks + 1);
  for (ft_id l = 0; l < o->locks; l++)
    run->locks[l].holder = FT_NO_ID;
  FT_GROW (run->variables, o->variables, ((ft_random_run_variable){.live = true}));
  run->parties = 2 + ft_rng_below (&run->rng, o->threads > 2 ? 2 : 1);
  run->count = ft_rng_below (&run->rng, 3);
  if (o->semaphores && o->forks) {
    ft_event e = FT_EVENT_NONE;
    e.thread = 0, e.kind = FT_SEM_INIT, e.target = FT_RUN_SEMAPHORE;
    e.value = run->count, e.flags = FT_HAS_VALUE;
    ft_model_push (run->trace, e);
  }
}

ft_trace *ft_random_run_release_all (ft_random_run *run) {
  for (ft_tid t = 0; t < run->options.threads; t++)
    FT_RELEASE (run->threads[t].held);
  free (run->threads);
  free (run->locks);
  FT_RELEASE (run->variables);
  return run->trace;
}

void ft_random_run_emit (ft_random_run *run, ft_tid t, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = t, e.kind = (uint8_t)kind, e.target = target;
  ft_model_push (run->trace, e);
}

static unsigned times_held (const ft_random_run_thread *thread, ft_id lock) {
  unsigned times = 0;
  for (size_t i = 0; i < thread->held.size; i++)
    times += thread->held.begin[i].lock == lock;
  return times;
}

static void hold (ft_random_run *run, ft_tid t, ft_id lock, bool shared) {
  ft_random_run_thread *thread = run->threads + t;
  ft_random_run_section section = {lock, shared};
  ft_random_run_emit (run, t, shared ? FT_ACQUIRE_SHARED : FT_ACQUIRE, lock);
  if (times_held (thread, lock))
    run->trace->events[run->trace->size - 1].flags |= FT_NESTED;
  else if (shared)
    run->locks[lock].readers++;
  else
    run->locks[lock].holder = t;
  FT_PUSH (thread->held, section);
}

static bool nest (ft_random_run *run, ft_tid t, ft_id lock) {
  ft_random_run_thread *thread = run->threads + t;
  if (!run->options.reentrant || run->locks[lock].holder != t ||
      thread->held.size >= run->options.depth)
    return false;
  hold (run, t, lock, false);
  return true;
}

bool ft_random_run_acquire (ft_random_run *run, ft_tid t) {
  ft_random_run_thread *thread = run->threads + t;
  ft_id l = ft_rng_below (&run->rng, run->options.locks);
  bool shared = run->options.rwlocks && ft_rng_percent (&run->rng, 40);
  ft_random_run_lock *lock = run->locks + l;
  if (times_held (thread, l))
    return nest (run, t, l);
  if (lock->holder != FT_NO_ID || (lock->readers && !shared)) {
    if (!run->options.try_failed || ft_rng_percent (&run->rng, 50))
      return false;
    ft_random_run_emit (run, t, FT_TRY_FAILED, l);
    return true;
  }
  if (thread->held.size >= run->options.depth)
    return false;
  hold (run, t, l, shared);
  return true;
}

// Gives back the lock at the end of the list.
static void give_back (ft_random_run *run, ft_tid t) {
  ft_random_run_thread *thread = run->threads + t;
  ft_random_run_section section = FT_POP (thread->held);
  bool nested = times_held (thread, section.lock);
  ft_random_run_emit (run, t, section.shared ? FT_RELEASE_SHARED : FT_RELEASE,
               section.lock);
  if (nested)
    run->trace->events[run->trace->size - 1].flags |= FT_NESTED;
  else if (section.shared)
    run->locks[section.lock].readers--;
  else
    run->locks[section.lock].holder = FT_NO_ID;
}

// The lock taken last, or any with 'unnested'.
bool ft_random_run_release (ft_random_run *run, ft_tid t) {
  ft_random_run_thread *thread = run->threads + t;
  if (run->options.unnested) {
    size_t last = thread->held.size - 1;
    size_t i = ft_rng_below (&run->rng, (uint32_t)last + 1);
    ft_random_run_section chosen = thread->held.begin[i];
    thread->held.begin[i] = thread->held.begin[last];
    thread->held.begin[last] = chosen;
  }
  give_back (run, t);
  return true;
}

bool ft_random_run_wait (ft_random_run *run, ft_tid t) {
  ft_random_run_thread *thread = run->threads + t;
  if (!run->options.conditions || !thread->held.size ||
      FT_TOP (thread->held).shared ||
      times_held (thread, FT_TOP (thread->held).lock) > 1)
    return false;
  thread->waits_lock = FT_TOP (thread->held).lock;
  give_back (run, t);
  thread->waits_on = ft_rng_below (&run->rng, FT_RUN_CONDITIONS);
  run->trace->events[run->trace->size - 1].condition = thread->waits_on;
  ft_tables_add (&run->trace->tables, FT_CLASS_OBJECT, "c0", 2);
  ft_tables_add (&run->trace->tables, FT_CLASS_OBJECT, "c1", 2);
  thread->notified = false;
  thread->unnoticed = true;
  return true;
}

bool ft_random_run_wake (ft_random_run *run, ft_tid t) {
  ft_random_run_thread *thread = run->threads + t;
  bool spurious = thread->unnoticed && ft_rng_percent (&run->rng, 5);
  if (!thread->notified && !spurious)
    return false;
  ft_random_run_emit (run, t, FT_WAKE, thread->waits_on);
  if (!thread->notified)
    run->trace->events[run->trace->size - 1].flags |= FT_SPURIOUS;
  thread->waits_on = FT_NO_ID;
  thread->retakes = thread->waits_lock;
  return true;
}

bool ft_random_run_retake (ft_random_run *run, ft_tid t) {
  ft_random_run_thread *thread = run->threads + t;
  const ft_random_run_lock *lock = run->locks + thread->retakes;
  if (lock->holder != FT_NO_ID || lock->readers)
    return false;
  hold (run, t, thread->retakes, false);
  thread->retakes = FT_NO_ID;
  return true;
}

// Marks whom a signal (or broadcast) on the condition wakes; whether anybody.
static bool notify (ft_random_run *run, ft_id condition, bool all) {
  ft_tid n = run->options.threads, first = ft_rng_below (&run->rng, n);
  bool nobody = true;
  for (ft_tid i = 0; i < n; i++) {
    ft_random_run_thread *thread = run->threads + (first + i) % n;
    if (thread->waits_on != condition)
      continue;
    thread->unnoticed = false;
    if (!thread->notified && (all || nobody))
      thread->notified = true, nobody = false;
  }
  return !nobody;
}

bool ft_random_run_notify (ft_random_run *run, ft_tid t) {
  ft_id condition = ft_rng_below (&run->rng, FT_RUN_CONDITIONS);
  bool all = ft_rng_percent (&run->rng, 30);
  if (!run->options.conditions ||
      (!notify (run, condition, all) && ft_rng_percent (&run->rng, 80)))
    return false;
  ft_random_run_emit (run, t, all ? FT_BROADCAST : FT_SIGNAL, condition);
  return true;
}

// A round that is full is left by somebody before the next one begins, so
// that the trace shows how many parties the barrier has.
bool ft_random_run_arrive (ft_random_run *run, ft_tid t) {
  bool full = run->arrivals && run->arrivals % run->parties == 0;
  if (!run->options.barriers ||
      (full && !run->options.odd_barriers &&
       run->round_left < run->arrivals / run->parties))
    return false;
  ft_random_run_emit (run, t, FT_BARRIER_ARRIVE, FT_RUN_BARRIER);
  run->threads[t].at_barrier = true;
  run->threads[t].arrival = run->arrivals++;
  return true;
}

bool ft_random_run_leave_barrier (ft_random_run *run, ft_tid t) {
  ft_random_run_thread *thread = run->threads + t;
  unsigned round = thread->arrival / run->parties + 1;
  if (round * run->parties > run->arrivals)
    return false;
  if (run->round_left < round)
    run->round_left = round;
  thread->at_barrier = false;
  ft_random_run_emit (run, t, FT_BARRIER_LEAVE, FT_RUN_BARRIER);
  return true;
}

bool ft_random_run_post (ft_random_run *run, ft_tid t) {
  if (!run->options.semaphores)
    return false;
  run->count++;
  ft_random_run_emit (run, t, FT_SEM_POST, FT_RUN_SEMAPHORE);
  return true;
}

bool ft_random_run_sem_wait (ft_random_run *run, ft_tid t) {
  if (!run->options.semaphores || !run->count)
    return false;
  run->count--;
  ft_random_run_emit (run, t, FT_SEM_WAIT, FT_RUN_SEMAPHORE);
  return true;
}

bool ft_random_run_fork (ft_random_run *run, ft_tid t) {
  for (ft_tid child = 1; !t && child < run->options.threads; child++)
    if (!run->threads[child].born && !run->threads[child].over) {
      run->threads[child].born = true;
      ft_random_run_emit (run, t, FT_FORK, child);
      return true;
    }
  return false;
}

bool ft_random_run_join (ft_random_run *run, ft_tid t) {
  if (!run->options.forks || !run->options.joins || t)
    return false;
  for (ft_tid child = 1; child < run->options.threads; child++) {
    ft_random_run_thread *thread = run->threads + child;
    if (thread->over && thread->born) {
      thread->born = false;
      ft_random_run_emit (run, t, FT_JOIN, child);
      return true;
    }
  }
  return false;
}

// The thread's last event was its last.
bool ft_random_run_end (ft_random_run *run, ft_tid t) {
  ft_random_run_thread *thread = run->threads + t;
  if (!run->options.forks || !run->options.joins || !t || thread->held.size ||
      ft_rng_percent (&run->rng, 30))
    return false;
  thread->over = true;
  return true;
}
