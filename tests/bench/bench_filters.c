// Speed of the filters from memory: events per second on one core, on a
// generated trace of 8 threads, 64 locks and 10^5 variables (10^6 events
// unless the command line says otherwise).  Sections guard the variables of
// their lock, each thread has variables of its own, loops repeat accesses,
// and few accesses are unprotected.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "order/filter.h"
#include "tests/model/rng.h"
#include "trace/trace.h"

enum { THREADS = 8, LOCKS = 64, VARIABLES = 100000 };

static void push (ft_trace *t, ft_tid thread, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  ft_trace_push (t, e);
}

// A variable of a class: classes 0 to 63 belong to locks, the next 8 to
// threads, the last to nobody.
static ft_id variable (ft_rng *rng, unsigned class) {
  enum { CLASSES = LOCKS + THREADS + 1 };
  return class + CLASSES * ft_rng_below (rng, VARIABLES / CLASSES);
}

static void access (ft_trace *t, ft_rng *rng, ft_tid thread, unsigned class) {
  ft_id v = variable (rng, class);
  enum ft_kind kind = ft_rng_percent (rng, 70) ? FT_READ : FT_WRITE;
  for (unsigned n = 1 + ft_rng_below (rng, 3); n--;)
    push (t, thread, kind, v);
}

static ft_trace *generate (ft_id events) {
  ft_trace *t = ft_trace_new ("bench", "generated");
  ft_rng rng = ft_rng_init (1);
  while (t->size < events) {
    ft_tid thread = ft_rng_below (&rng, THREADS);
    ft_id lock = ft_rng_below (&rng, LOCKS);
    push (t, thread, FT_ACQUIRE, lock);
    for (unsigned n = 1 + ft_rng_below (&rng, 5); n--;)
      access (t, &rng, thread, lock);
    push (t, thread, FT_RELEASE, lock);
    for (unsigned n = ft_rng_below (&rng, 10); n--;)
      access (t, &rng, thread, LOCKS + thread);
    if (ft_rng_below (&rng, 100) < 2)
      access (t, &rng, thread, LOCKS + THREADS);
  }
  return t;
}

static double seconds (void) {
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static void measure (const ft_trace *t, enum ft_filter_kind kind) {
  ft_filter *f = ft_filter_new (kind, &t->tables, false);
  double start = seconds ();
  for (ft_id i = 0; i < t->size; i++)
    ft_filter_step (f, t->events + i);
  printf ("filter %s, from memory, %u events\t%.2f\tmillion events/s\n",
          ft_filter_name (kind), t->size, t->size / (seconds () - start) / 1e6);
  ft_filter_free (f);
}

int main (int argc, char **argv) {
  ft_trace *t = generate (argc > 1 ? strtoul (argv[1], NULL, 10) : 1000000);
#define F(NAME, text) measure (t, FT_FILTER_##NAME);
  FT_FILTERS (F)
#undef F
  ft_trace_free (t);
  return 0;
}
