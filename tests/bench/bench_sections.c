// What WCP and DC cost, the relations that look at critical sections, alone
// and under a filter; and how time and memory grow with the trace, which is
// generated in pieces so that it takes none itself.
//
//   bench_sections [EVENTS [SHAPE [WHAT]]]
//
// All shapes have 10^5 variables: each belongs to a lock, to a thread or to
// nobody.  A thread runs some events before another one does, inside of
// sections too.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "order/filter.h"
#include "tests/model/rng.h"

enum { VARIABLES = 100000, PIECE = 1 << 16, DEEPEST = 4, MOST = 256 };

typedef struct shape {
  const char *name;
  unsigned threads, locks;
  unsigned depth;  // locks held at once
  unsigned reads;  // percent
  unsigned shared; // percent of acquires
  unsigned idle;   // threads that begin, but take no lock
  bool tangled;    // any lock may be taken inside of any other
} shape;

static const shape shapes[] = {
    {"flat", 8, 64, 1, 70, 0, 0, false},
    {"nested", 8, 64, 3, 70, 0, 0, false},
    {"tangled", 8, 64, 3, 70, 0, 0, true},
    {"reading", 8, 64, 1, 98, 0, 0, false},
    {"writing", 8, 64, 1, 0, 0, 0, false},
    {"shared", 8, 64, 1, 70, 80, 0, false},
    {"64 threads", 64, 64, 2, 70, 0, 0, false},
    {"idle threads", 8, 64, 2, 70, 0, 4, false},
};

typedef struct run {
  const shape *shape;
  ft_rng rng;
  unsigned running;
  unsigned depth[MOST];
  ft_id held[MOST][DEEPEST];
  bool shared[MOST][DEEPEST];
  int holders[MOST]; // of each lock: shared ones, or -1
  ft_event events[PIECE];
  unsigned size;
} run;

static void emit (run *r, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = r->running, e.kind = (uint8_t)kind, e.target = target;
  r->events[r->size++] = e;
}

// Inner locks are near the outer one, unless they are tangled.
static ft_id pick_lock (run *r) {
  unsigned t = r->running, depth = r->depth[t];
  if (!depth || r->shape->tangled)
    return ft_rng_below (&r->rng, r->shape->locks);
  ft_id outer = r->held[t][depth - 1];
  return (outer + 1 + ft_rng_below (&r->rng, 3)) % r->shape->locks;
}

static void take (run *r) {
  ft_id lock = pick_lock (r);
  bool shared = ft_rng_percent (&r->rng, r->shape->shared);
  unsigned t = r->running;
  for (unsigned i = 0; i < r->depth[t]; i++)
    if (r->held[t][i] == lock)
      return;
  if (shared ? r->holders[lock] < 0 : r->holders[lock])
    return;
  r->holders[lock] += shared ? 1 : -1;
  r->held[t][r->depth[t]] = lock;
  r->shared[t][r->depth[t]++] = shared;
  emit (r, shared ? FT_ACQUIRE_SHARED : FT_ACQUIRE, lock);
}

static void give (run *r) {
  unsigned t = r->running, top = --r->depth[t];
  ft_id lock = r->held[t][top];
  r->holders[lock] += r->shared[t][top] ? -1 : 1;
  emit (r, r->shared[t][top] ? FT_RELEASE_SHARED : FT_RELEASE, lock);
}

// Some accesses, to a variable of the innermost lock or of the thread.
static void touch (run *r) {
  const shape *s = r->shape;
  unsigned t = r->running, depth = r->depth[t];
  unsigned classes = s->locks + s->threads + s->idle + 1;
  unsigned class = depth ? r->held[t][depth - 1] : s->locks + t;
  if (!ft_rng_below (&r->rng, 2000))
    class = classes - 1;
  ft_id v = class + classes * ft_rng_below (&r->rng, VARIABLES / classes);
  enum ft_kind kind = ft_rng_percent (&r->rng, s->reads) ? FT_READ : FT_WRITE;
  if (depth && r->shared[t][depth - 1] && class < s->locks)
    kind = FT_READ;
  for (unsigned n = 1 + ft_rng_below (&r->rng, 3); n--;)
    emit (r, kind, v);
}

static void step (run *r) {
  const shape *s = r->shape;
  unsigned what = ft_rng_below (&r->rng, 100), depth = r->depth[r->running];
  if (what < 4)
    r->running = ft_rng_below (&r->rng, s->threads + s->idle);
  else if (depth && what < 25)
    give (r);
  else if (what < 45 && depth < s->depth && r->running < s->threads)
    take (r);
  else
    touch (r);
}

static const ft_event *generate (run *r) {
  r->size = 0;
  while (r->size < PIECE - 4)
    step (r);
  return r->events;
}

static double seconds (void) {
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static void start (run *r, const shape *s) {
  memset (r, 0, sizeof *r);
  r->shape = s;
  r->rng = ft_rng_init (1);
}

static double time_order (run *r, enum ft_relation relation, uint64_t events) {
  ft_tables tables = {0};
  ft_order *order = ft_order_new (relation, &tables);
  double used = 0;
  for (uint64_t done = 0; done < events; done += r->size) {
    const ft_event *e = generate (r);
    double begin = seconds ();
    for (unsigned i = 0; i < r->size; i++)
      ft_order_step (order, e + i);
    used += seconds () - begin;
  }
  ft_order_free (order);
  return used;
}

static double time_filter (run *r, enum ft_filter_kind kind, uint64_t events) {
  ft_tables tables = {0};
  ft_filter *filter = ft_filter_new (kind, &tables, false);
  double used = 0;
  for (uint64_t done = 0; done < events; done += r->size) {
    const ft_event *e = generate (r);
    double begin = seconds ();
    for (unsigned i = 0; i < r->size; i++)
      ft_filter_step (filter, e + i);
    used += seconds () - begin;
  }
  ft_filter_free (filter);
  return used;
}

static void measure (run *r, const shape *s, uint64_t events,
                     const char *only) {
  static const struct {
    const char *name;
    bool filters;
    int which;
  } all[] = {{"order-wcp", false, FT_REL_WCP},
             {"order-dc", false, FT_REL_DC},
             {"filter-wcp", true, FT_FILTER_WCP},
             {"filter-dc", true, FT_FILTER_DC}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (only && strcmp (only, all[i].name))
      continue;
    start (r, s);
    double used =
        all[i].filters
            ? time_filter (r, (enum ft_filter_kind)all[i].which, events)
            : time_order (r, (enum ft_relation)all[i].which, events);
    printf ("%s, %s sections, %llu events\t%.2f\tmillion events/s\n",
            all[i].name, s->name, (unsigned long long)events,
            events / used / 1e6);
  }
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  printf ("peak memory up to %s sections\t%ld\tMiB\n", s->name,
          usage.ru_maxrss / 1024);
}

int main (int argc, char **argv) {
  uint64_t events = argc > 1 ? strtoull (argv[1], NULL, 10) : 1000000;
  run *r = FT_NEW (run);
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    if (argc < 3 || !strcmp (argv[2], shapes[i].name))
      measure (r, shapes + i, events, argc > 3 ? argv[3] : NULL);
  free (r);
  return 0;
}
