// One mutex protects the state of all stages.  It is taken twice for an item
// and stage, so an item should be worth some ten microseconds.
//
// Tests: 'tests/unit/test_stage_pipeline.c'.

#include "order/stage_pipeline.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "base/debug_log.h"
#include "base/stack.h"
#include "order/clock.h"

// ALONE: items that the calling thread processes before it starts others.
// BURST: items of a stage that a thread processes before it looks for another
// stage; their state stays in the processor's cache.
enum { ALONE = 3, BURST = 8 };

typedef ft_pipeline_stage stage;

typedef struct pipeline {
  const stage *stages; // borrowed
  size_t count;
  uint64_t slots;
  pthread_mutex_t mutex; // protects the fields below
  pthread_cond_t changed;
  uint64_t *done;  // owned: by stage, the number of items processed
  bool *busy;      // owned: by stage, whether a thread processes an item
  double *seconds; // owned: by stage, of processor time; for the debug log
  bool ended;      // the source has no more items
  unsigned waiting;
} pipeline;

// ---- choosing --------------------------------------------------------------

static uint64_t least_done (const pipeline *p, size_t first, size_t end) {
  uint64_t least = UINT64_MAX;
  for (size_t s = first; s < end; s++)
    least = p->done[s] < least ? p->done[s] : least;
  return least;
}

// The number of items that the stage may process now.
static uint64_t backlog (const pipeline *p, size_t s) {
  if (!s)
    return p->ended ? 0 : least_done (p, 0, p->count) + p->slots - p->done[0];
  const stage *of = p->stages + s;
  uint64_t before = of->after == FT_PIPELINE_ALL
                        ? least_done (p, 0, s)
                        : least_done (p, of->after - of->also, of->after + 1);
  return before - p->done[s];
}

static bool is_over (const pipeline *p) {
  return p->ended && least_done (p, 0, p->count) == p->done[0];
}

// The stage with the longest backlog that no thread processes; 'count' if there
// is none.
static size_t choose (const pipeline *p) {
  size_t best = p->count;
  uint64_t longest = 0;
  for (size_t s = p->count; s--;) {
    uint64_t waiting = p->busy[s] ? 0 : backlog (p, s);
    if (waiting > longest) {
      longest = waiting;
      best = s;
    }
  }
  return best;
}

// ---- working ---------------------------------------------------------------

// Processor time of the calling thread, if it is to be logged.
static double seconds_used (void) {
  struct timespec t = {0};
  if (FT_DEBUGS (FILTER, 1))
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Processes the next item of a stage.  The mutex is held before and after.
static void process (pipeline *p, size_t s) {
  uint64_t item = p->done[s];
  pthread_mutex_unlock (&p->mutex);
  double begin = seconds_used ();
  bool found = p->stages[s].step (p->stages[s].context, item);
  double used = seconds_used () - begin;
  pthread_mutex_lock (&p->mutex);
  p->seconds[s] += used;
  assert (found || !s);
  p->done[s] += found;
  p->ended |= !found;
  if (p->waiting)
    pthread_cond_broadcast (&p->changed);
}

static void work (pipeline *p) {
  pthread_mutex_lock (&p->mutex);
  while (!is_over (p)) {
    size_t s = choose (p);
    if (s == p->count) {
      p->waiting++;
      pthread_cond_wait (&p->changed, &p->mutex);
      p->waiting--;
      continue;
    }
    p->busy[s] = true;
    for (int i = 0; i < BURST && backlog (p, s); i++)
      process (p, s);
    p->busy[s] = false;
  }
  pthread_cond_broadcast (&p->changed);
  pthread_mutex_unlock (&p->mutex);
}

static void *work_beside (void *context) {
  work (context);
  ft_clock_forget_spare ();
  return NULL;
}

// Processes the first items by itself: most traces are short.
static void work_alone (pipeline *p) {
  pthread_mutex_lock (&p->mutex);
  while (p->done[0] < ALONE && !p->ended) {
    process (p, 0);
    for (size_t s = 1; s < p->count; s++)
      while (backlog (p, s))
        process (p, s);
  }
  pthread_mutex_unlock (&p->mutex);
}

static void work_together (pipeline *p, unsigned threads) {
  FT_STACK (pthread_t) others = {0};
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  for (unsigned i = 1; i < threads && i < p->count; i++) {
    pthread_t thread;
    if (pthread_create (&thread, NULL, work_beside, p))
      break; // those that there are do the work
    FT_PUSH (others, thread);
  }
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  work (p);
  for (size_t i = 0; i < others.size; i++)
    pthread_join (others.begin[i], NULL);
  FT_RELEASE (others);
}

static void log_stages (const pipeline *p) {
  for (size_t s = 0; s < p->count; s++)
    FT_DEBUG (FILTER, 1, "%s, %s: %.3f s of processor time", p->stages[s].of,
              p->stages[s].name, p->seconds[s]);
}

void ft_pipeline_run (const ft_pipeline_stage *stages, size_t count,
                      size_t slots, unsigned threads) {
  assert (count && slots);
  pipeline p = {.stages = stages,
                .count = count,
                .slots = slots,
                .done = FT_ARRAY (uint64_t, count),
                .busy = FT_ARRAY (bool, count),
                .seconds = FT_ARRAY (double, count)};
  pthread_mutex_init (&p.mutex, NULL);
  pthread_cond_init (&p.changed, NULL);
  work_alone (&p);
  if (!is_over (&p))
    work_together (&p, threads);
  pthread_cond_destroy (&p.changed);
  pthread_mutex_destroy (&p.mutex);
  free (p.done);
  log_stages (&p);
  free (p.busy);
  free (p.seconds);
}
