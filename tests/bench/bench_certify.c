// Cost of certification by size: generated hard traces (nested locks, reads
// bound to writers), candidate pairs near their ends, asked within windows of
// 10K events and over whole cones of 10K, 20K, 30K and 100K events.  For each
// stage the median, the 95th percentile and the maximum of the CPU time per
// pair, and what doubling the cone does.  The solver gets every pair of the
// smaller sizes, also those that closure decides, at 10 s each.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "candidate/lock_stacks.h"
#include "certify/vindicate.h"
#include "encoders/encoder.h"
#include "predict/window.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "witness/checker.h"

static const uint64_t MEMORY = (uint64_t)2 << 30;

typedef struct bench {
  ft_trace *trace;
  ft_facts *facts;
  ft_cone *cone;
  ft_checker *checker;
  ft_lock_stacks *locksets;
  ft_rng rng;
} bench;

typedef struct costs {
  double seconds[1000];
  size_t size, decided;
} costs;

static double now (void) {
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- traces and pairs ----------------------------------------------------

static void begin (bench *b, unsigned events) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = events, o.threads = 8, o.locks = 16, o.depth = 3;
  o.variables = events / 50;
  b->trace = ft_hard_trace (events, &o);
  b->facts = ft_facts_new (b->trace);
  b->cone = ft_cone_new (b->facts);
  b->checker = ft_checker_new (b->trace);
  b->locksets = ft_lock_stacks_new (b->facts->index);
  b->rng = ft_rng_init (events);
}

static void end (bench *b) {
  ft_lock_stacks_free (b->locksets);
  ft_checker_free (b->checker);
  ft_cone_free (b->cone);
  ft_facts_free (b->facts);
  ft_trace_free (b->trace);
}

static ft_id locks_at (bench *b, ft_id e) {
  const ft_index *x = b->facts->index;
  ft_tid t = b->trace->events[e].thread;
  return ft_lock_stacks_of (b->locksets, ft_index_held_at (x, t, x->local[e]));
}

static bool is_candidate (bench *b, ft_id a, ft_id c) {
  const ft_event *e = b->trace->events + a, *f = b->trace->events + c;
  return ft_kind_accesses (e->kind) && ft_kind_accesses (f->kind) &&
         e->target == f->target && e->thread != f->thread &&
         (e->kind == FT_WRITE || f->kind == FT_WRITE) &&
         !ft_lock_stacks_exclude (b->locksets, locks_at (b, a), locks_at (b, c));
}

// A pair whose later access is in [from, to); the earlier at 'least' or later.
static bool pick_pair (bench *b, ft_id from, ft_id to, ft_id least,
                       ft_id pair[2]) {
  for (unsigned tries = 0; tries < 1000; tries++) {
    pair[1] = from + ft_rng_below (&b->rng, to - from);
    if (!ft_kind_accesses (b->trace->events[pair[1]].kind))
      continue;
    for (pair[0] = pair[1]; pair[0]-- > least;)
      if (is_candidate (b, pair[0], pair[1]))
        return true;
  }
  return false;
}

// ---- stages --------------------------------------------------------------

static bool accept (void *context, const ft_ids *events) {
  bench *b = context;
  const ft_question *q = &b->cone->question;
  ft_witness w = {0};
  w.pair[0] = q->targets[0], w.pair[1] = q->targets[1];
  for (ft_id e = 0; e < q->begin; e++)
    FT_PUSH (w.schedule, e);
  for (size_t i = 0; i < events->list.size; i++)
    FT_PUSH (w.schedule, events->list.begin[i]);
  bool accepted = ft_checker_accepts (b->checker, &w, NULL);
  ft_witness_release (&w);
  return accepted;
}

static void add (costs *c, double seconds, bool decided) {
  c->seconds[c->size++] = seconds;
  c->decided += decided;
}

static void close_over (bench *b, ft_question q, costs *c) {
  ft_strbuf why = {0};
  double start = now ();
  bool decided =
      !ft_cone_ask (b->cone, q) ||
      ft_vindicate (b->cone, MEMORY, accept, b, &why) != FT_NOT_DECIDED;
  add (c, now () - start, decided);
  ft_strbuf_release (&why);
}

static void solve (bench *b, ft_question q, costs *c) {
  double start = now ();
  if (!ft_cone_ask (b->cone, q)) {
    add (c, now () - start, true);
    return;
  }
  ft_cone_widen (b->cone, UINT64_MAX);
  ft_smt *smt = ft_smt_new (10);
  void *encoding = ft_maximal_order.encode (b->cone, smt, MEMORY);
  bool decided = encoding && ft_smt_check (smt) != FT_UNKNOWN;
  add (c, now () - start, decided);
  if (encoding)
    ft_maximal_order.free (encoding);
  ft_smt_free (smt);
}

static ft_id cone_size (bench *b, ft_question q) {
  ft_id size = 0;
  if (ft_cone_ask (b->cone, q))
    for (ft_tid t = 0; t < b->facts->index->threads; t++)
      size += b->cone->base[t] - b->cone->start[t];
  return size;
}

// ---- rows ----------------------------------------------------------------

static int compare (const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double quantile (const costs *c, double share) {
  size_t i = (size_t)ceil (share * (double)c->size);
  return c->seconds[i ? i - 1 : 0];
}

static double print (const char *what, const char *stage, costs *c) {
  if (!c->size)
    return 0;
  qsort (c->seconds, c->size, sizeof *c->seconds, compare);
  printf ("%s, %s, median\t%.2f\tms\n", what, stage, 1e3 * quantile (c, 0.5));
  printf ("%s, %s, 95th percentile\t%.2f\tms\n", what, stage,
          1e3 * quantile (c, 0.95));
  printf ("%s, %s, maximum\t%.2f\tms\n", what, stage, 1e3 * quantile (c, 1));
  printf ("%s, %s, decided of %zu\t%.1f\t%%\n", what, stage, c->size,
          100.0 * (double)c->decided / (double)c->size);
  fflush (stdout);
  return quantile (c, 0.5);
}

// Pairs near the end of a window that need a quarter of it or more.
static void measure_windows (unsigned width, size_t pairs) {
  bench b;
  static costs closure, solver;
  begin (&b, 4 * width);
  ft_id pair[2];
  for (size_t tries = 0; closure.size < pairs && tries < 100 * pairs; tries++) {
    ft_id at = ft_rng_below (&b.rng, 4) * width;
    if (!pick_pair (&b, at + width / 5 * 4, at + width, at, pair))
      break;
    ft_window w = ft_window_of (pair[0], width, b.trace->size);
    ft_question q = ft_question_of_pair (pair, w.begin, w.end);
    if (cone_size (&b, q) < width / 4)
      continue;
    close_over (&b, q, &closure);
    solve (&b, q, &solver);
  }
  print ("window of 10K events", "closure", &closure);
  print ("window of 10K events", "solver", &solver);
  end (&b);
}

// Pairs in the last twentieth of a trace, whose cones are nearly all of it;
// returns the median of closure.
static double measure_cones (unsigned events, size_t pairs, size_t solved) {
  bench b;
  costs *closure = FT_NEW (costs), *solver = FT_NEW (costs);
  char what[60];
  double cones = 0;
  begin (&b, events);
  ft_id pair[2], from = b.trace->size / 20 * 19;
  for (size_t tries = 0; closure->size < pairs && tries < 100 * pairs &&
                         pick_pair (&b, from, b.trace->size, 0, pair);
       tries++) {
    ft_question q = ft_question_of_pair (pair, 0, b.trace->size);
    ft_id size = cone_size (&b, q);
    if (size < events / 2)
      continue;
    cones += size;
    close_over (&b, q, closure);
    if (solver->size < solved)
      solve (&b, q, solver);
  }
  snprintf (what, sizeof what, "cones of %.0fK in %uK events",
            cones / (double)(closure->size ? closure->size : 1) / 1e3,
            events / 1000);
  double median = print (what, "closure", closure);
  print (what, "solver", solver);
  end (&b);
  free (closure);
  free (solver);
  return median;
}

int main (void) {
  measure_windows (10000, 60);
  double small = measure_cones (10000, 40, 20);
  double twice = measure_cones (20000, 20, 0);
  printf ("closure, cone doubled from 10K to 20K\t%.2f\ttimes\n",
          twice / (small > 0 ? small : 1));
  measure_cones (30000, 20, 10);
  measure_cones (100000, 10, 0);
  return 0;
}
