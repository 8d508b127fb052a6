// See 'random_trace.h'.  A run of random threads: every thread has what it
// holds and what it waits for, 'step' lets one of them do one thing that it
// may do, and the trace is what they did.

#include "tests/model/random_trace.h"

#include "tests/model/random_run.h"

static ft_tid random_thread (ft_random_run *run) {
  ft_tid t = ft_rng_below (&run->rng, run->options.threads);
  for (ft_tid i = 0; i < run->options.threads; i++) {
    const ft_random_run_thread *thread = run->threads + t;
    if (thread->born && !thread->over)
      return t;
    t = (t + 1) % run->options.threads;
  }
  return 0;
}

// What a thread that waits may do; false if it has to wait on.
static bool go_on (ft_random_run *run, ft_tid t) {
  ft_random_run_thread *thread = run->threads + t;
  if (thread->waits_on != FT_NO_ID)
    return ft_random_run_wake (run, t);
  if (thread->retakes != FT_NO_ID)
    return ft_random_run_retake (run, t);
  return ft_random_run_leave_barrier (run, t);
}

static bool do_something_rare (ft_random_run *run, ft_tid t) {
  static bool (*const actions[]) (ft_random_run *, ft_tid) = {
      ft_random_run_fork,  ft_random_run_join,     ft_random_run_wait,  ft_random_run_notify, ft_random_run_arrive,
      ft_random_run_post,  ft_random_run_sem_wait, ft_random_run_alloc, ft_random_run_free,   ft_random_run_branch,
      ft_random_run_local, ft_random_run_fence,    ft_random_run_end,
  };
  enum { count = sizeof actions / sizeof *actions };
  for (int tries = 0; tries < 6; tries++) // most are off or not possible now
    if (actions[ft_rng_below (&run->rng, count)](run, t))
      return true;
  return false;
}

static bool step (ft_random_run *run, ft_tid t) {
  const ft_random_options *o = &run->options;
  ft_random_run_thread *thread = run->threads + t;
  if (ft_random_run_waits (thread))
    return go_on (run, t);
  if (thread->held.size && ft_rng_percent (&run->rng, o->release))
    return ft_random_run_release (run, t);
  if (ft_rng_percent (&run->rng, 15) && ft_random_run_fork (run, t))
    return true;
  if (o->locks && ft_rng_percent (&run->rng, o->acquire))
    return ft_random_run_acquire (run, t);
  if (ft_rng_percent (&run->rng, 30))
    return do_something_rare (run, t);
  return o->variables && ft_random_run_access (run, t);
}

// Lets every thread finish what it has begun, as far as it can.
static void close_sections (ft_random_run *run) {
  for (bool progress = true; progress;) {
    progress = false;
    for (ft_tid t = 0; t < run->options.threads; t++) {
      ft_random_run_thread *thread = run->threads + t;
      if (ft_random_run_waits (thread) ? go_on (run, t)
                                : thread->held.size && ft_random_run_release (run, t))
        progress = true;
    }
  }
}

ft_trace *ft_random_trace (uint64_t seed, const ft_random_options *options) {
  ft_random_run run;
  ft_random_run_init (&run, seed, options);
  ft_tid t = 0;
  for (unsigned tries = 0;
       run.trace->size < options->events && tries < 50 * options->events;
       tries++) {
    if (ft_rng_percent (&run.rng, 35))
      t = random_thread (&run);
    if (run.threads[t].over || !step (&run, t))
      t = random_thread (&run);
  }
  if (!options->open_sections)
    close_sections (&run);
  return ft_random_run_release_all (&run);
}

ft_random_options ft_random_features (uint64_t seed, ft_random_options o) {
  ft_rng rng = ft_rng_init (seed ^ 0xfea7);
  o.events = o.events / 2 + ft_rng_below (&rng, o.events / 2 + 1);
  o.threads = 2 + ft_rng_below (&rng, o.threads - 1);
  o.locks = ft_rng_below (&rng, o.locks + 1);
  o.variables = 1 + ft_rng_below (&rng, o.variables);
  o.values = ft_rng_percent (&rng, 50) ? 2 + ft_rng_below (&rng, 2) : 0;
  o.unknown = ft_rng_percent (&rng, 30) ? 25 : 0;
  o.acquire = 10 + ft_rng_below (&rng, 40);
  o.release = 20 + ft_rng_below (&rng, 40);
  o.read = 20 + ft_rng_below (&rng, 60);
  bool *flags[] = {&o.forks,    &o.joins,   &o.reentrant,  &o.open_sections,
                   &o.rwlocks,  &o.sizes,   &o.try_failed, &o.conditions,
                   &o.barriers, &o.atomics, &o.semaphores, &o.branches,
                   &o.locals,   &o.allocs};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    *flags[i] = ft_rng_percent (&rng, 35);
  o.joins = o.forks && ft_rng_percent (&rng, 70);
  o.unnested = ft_rng_percent (&rng, 35);
  return o;
}
