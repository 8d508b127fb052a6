// Speed of the filters from memory: nanoseconds of processor time per event,
// on one core, and how often that of a pass that only looks at the events.
//
//   bench_filters [EVENTS [SHAPE [FILTER]]]
//
// Shapes: 'sections' (the usual one: 8 threads, 64 locks, 10^5 variables;
// sections guard the variables of their lock, each thread has variables of its
// own, loops repeat accesses, and few accesses are unprotected), 'threads'
// (the same with 1000 threads), 'forks' (as 'sections', but a thread lives
// for some hundred events and another one is forked after its join) and 'one'
// (every thread writes one variable once, under one lock).

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "order/filter.h"
#include "tests/model/rng.h"
#include "trace/trace.h"

enum { LOCKS = 64, VARIABLES = 100000, BATCH = 4096, RUNS = 3 };

typedef struct shape {
  const char *name;
  ft_tid threads;
  bool forks, one;
} shape;

static const shape shapes[] = {{"sections", 8, false, false},
                               {"threads", 1000, false, false},
                               {"forks", 8, true, false},
                               {"one", 1, true, true}};

static void push (ft_trace *t, ft_tid thread, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  ft_trace_push (t, e);
}

// A variable of a class: classes 0 to 63 belong to locks, the next ones to
// threads, the last to nobody.
static ft_id variable (ft_rng *rng, const shape *s, unsigned class) {
  unsigned classes = LOCKS + s->threads + 1;
  return class + classes * ft_rng_below (rng, VARIABLES / classes);
}

static void access (ft_trace *t, ft_rng *rng, const shape *s, ft_tid thread,
                    unsigned class) {
  ft_id v = variable (rng, s, class);
  enum ft_kind kind = ft_rng_percent (rng, 70) ? FT_READ : FT_WRITE;
  for (unsigned n = 1 + ft_rng_below (rng, 3); n--;)
    push (t, thread, kind, v);
}

// What the thread in a place does in one go.
static void run (ft_trace *t, ft_rng *rng, const shape *s, unsigned place,
                 ft_tid thread) {
  ft_id lock = ft_rng_below (rng, LOCKS);
  push (t, thread, FT_ACQUIRE, lock);
  for (unsigned n = 1 + ft_rng_below (rng, 5); n--;)
    access (t, rng, s, thread, lock);
  push (t, thread, FT_RELEASE, lock);
  for (unsigned n = ft_rng_below (rng, 10); n--;)
    access (t, rng, s, thread, LOCKS + place);
  if (ft_rng_below (rng, 100) < 2)
    access (t, rng, s, thread, LOCKS + s->threads);
}

static void generate_sections (ft_trace *t, ft_rng *rng, const shape *s,
                               ft_id events) {
  ft_tid *running = FT_ARRAY (ft_tid, s->threads), last = 0;
  for (ft_tid place = 0; place < s->threads; place++) {
    running[place] = ++last;
    push (t, 0, FT_FORK, last);
  }
  while (t->size < events) {
    unsigned place = ft_rng_below (rng, s->threads);
    run (t, rng, s, place, running[place]);
    if (!s->forks || ft_rng_below (rng, 20))
      continue;
    push (t, 0, FT_JOIN, running[place]);
    push (t, 0, FT_FORK, ++last);
    running[place] = last;
  }
  free (running);
}

static void generate_one (ft_trace *t, ft_id events) {
  for (ft_tid i = 1; i <= events / 4; i++)
    push (t, 0, FT_FORK, i);
  for (ft_tid i = 1; i <= events / 4; i++) {
    push (t, i, FT_ACQUIRE, 0);
    push (t, i, FT_WRITE, 0);
    push (t, i, FT_RELEASE, 0);
  }
}

static double seconds (void) {
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

// What every pass has to do: clear its answers, look at each event.
static unsigned look (const ft_event *events, size_t count, uint8_t *racy) {
  unsigned sum = 0;
  memset (racy, 0, count);
  for (size_t i = 0; i < count; i++)
    sum += events[i].kind + events[i].target;
  return sum;
}

// The filters of 'kinds' in 'filters'; returns how many.
static size_t begin (const ft_trace *t, unsigned kinds, ft_filter **filters) {
  size_t count = 0;
  for (unsigned kind = 0; kinds >> kind; kind++)
    if (kinds >> kind & 1)
      filters[count++] = ft_filter_new (kind, &t->tables, false);
  return count;
}

static double pass (const ft_trace *t, unsigned kinds, unsigned *sum) {
  static uint8_t racy[BATCH];
  ft_filter *filters[8 * sizeof kinds];
  size_t count = begin (t, kinds, filters);
  double start = seconds ();
  for (size_t i = 0; i < t->size; i += BATCH) {
    size_t n = t->size - i < BATCH ? t->size - i : BATCH;
    *sum += look (t->events + i, n, racy);
    for (size_t f = 0; f < count; f++)
      ft_filter_run (filters[f], t->events + i, n, racy, 1u << f);
  }
  double time = seconds () - start;
  for (size_t f = 0; f < count; f++)
    ft_filter_free (filters[f]);
  return time;
}

// The best of some runs: others use the machine as well.
static double best (const ft_trace *t, unsigned kinds) {
  static volatile unsigned sink;
  unsigned sum = 0;
  double least = pass (t, kinds, &sum);
  for (int i = 1; i < RUNS; i++) {
    double time = pass (t, kinds, &sum);
    least = time < least ? time : least;
  }
  sink = sum;
  (void)sink;
  return least * 1e9 / t->size;
}

static void measure (const ft_trace *t, const char *what, unsigned kinds,
                     double limit) {
  double ns = best (t, kinds);
  printf ("filter %s, from memory, %u events\t%.2f\tmillion events/s\t%.1f ns\t"
          "%.1f times a look\n",
          what, t->size, 1e3 / ns, ns, ns / limit);
}

static void measure_all (const ft_trace *t, const char *only) {
  double limit = best (t, 0);
#define F(NAME, text)                                                          \
  if (!only || !strcmp (only, text))                                           \
    measure (t, text, 1u << FT_FILTER_##NAME, limit);
  FT_FILTERS (F)
#undef F
  if (!only || !strcmp (only, "hb+wcp+dc"))
    measure (t, "hb+wcp+dc",
             1u << FT_FILTER_HB | 1u << FT_FILTER_WCP | 1u << FT_FILTER_DC,
             limit);
}

static const shape *shape_of (const char *name) {
  size_t i = 0;
  while (i < sizeof shapes / sizeof *shapes && strcmp (shapes[i].name, name))
    i++;
  return i < sizeof shapes / sizeof *shapes ? shapes + i : NULL;
}

int main (int argc, char **argv) {
  ft_id events = argc > 1 ? strtoul (argv[1], NULL, 10) : 1000000;
  const shape *s = shape_of (argc > 2 ? argv[2] : "sections");
  if (!s)
    return 64;
  ft_trace *t = ft_trace_new ("bench", "generated");
  ft_rng rng = ft_rng_init (1);
  if (s->one)
    generate_one (t, events);
  else
    generate_sections (t, &rng, s, events);
  measure_all (t, argc > 3 ? argv[3] : NULL);
  ft_trace_free (t);
  return 0;
}
