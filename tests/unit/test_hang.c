// Waits that nothing ends: the checker against the rules stated slowly
// (tests/model/rules.c) in every state that a small random program can reach; and
// how many of the waits that may last for ever the search finds.  FT_SEED and
// FT_ROUNDS repeat or extend them.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "predict/certify.h"
#include "tests/model/enumerate.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"
#include "witness/checker.h"

enum { MOST_STATES = 3000, KEPT_STATES = 400 };

// ---- the slow twin ---------------------------------------------------------

static bool is_over (const ft_rules *r, const ft_state *s, ft_tid t) {
  return s[t] == r->thread_begin[t + 1] - r->thread_begin[t];
}

static bool is_done (const ft_rules *r, const ft_state *s, ft_id event) {
  ft_tid t = r->trace->events[event].thread;
  for (ft_id i = 0; i < s[t]; i++)
    if (r->thread_events[r->thread_begin[t] + i] == event)
      return true;
  return false;
}

static bool is_joined (const ft_trace *trace, ft_tid t) {
  for (ft_id e = 0; e < trace->size; e++)
    if (trace->events[e].kind == FT_JOIN && trace->events[e].target == t &&
        !ft_event_is_void (trace->events + e))
      return true;
  return false;
}

// Whether the semaphore is made, with a count.
static bool has_count (const ft_rules *r, const ft_state *s, ft_id semaphore) {
  for (ft_id e = 0; e < r->trace->size; e++)
    if (r->trace->events[e].kind == FT_SEM_INIT &&
        r->trace->events[e].target == semaphore &&
        r->trace->events[e].flags & FT_HAS_VALUE)
      return is_done (r, s, e);
  return false;
}

static bool is_owned_by_dead (const ft_rules *r, const ft_state *s, ft_tid t) {
  for (ft_tid u = 0; u < r->threads; u++)
    if (ft_rules_blocks (r, s, t, u) && is_over (r, s, u))
      return true;
  return false;
}

// Whether the thread waits, and the trace shows all that may end the wait.  A
// trace with branches has no reads that these events depend on.
static bool waits (const ft_rules *r, const ft_state *s, ft_tid t) {
  ft_id i = ft_rules_next (r, s, t);
  const ft_event *e = r->trace->events + i;
  if (ft_event_is_void (e) || ft_rules_allow (r, s, i) || e->flags & FT_TRIED)
    return false;
  switch ((enum ft_kind)e->kind) {
  case FT_ACQUIRE:
  case FT_ACQUIRE_SHARED:
    return !is_owned_by_dead (r, s, t);
  case FT_JOIN:
    return r->fork_of[e->target] != FT_NO_ID &&
           is_done (r, s, r->fork_of[e->target]);
  case FT_SEM_WAIT:
    return has_count (r, s, e->target);
  case FT_BARRIER_LEAVE:
    return !r->object[e->target].keeps_order;
  case FT_WAKE:
    return true;
  default:
    return false;
  }
}

static bool is_hung (const ft_rules *r, const ft_state *s) {
  for (ft_tid t = 0; t < r->threads; t++) {
    bool exists = r->thread_begin[t + 1] != r->thread_begin[t];
    bool started = r->fork_of[t] == FT_NO_ID || is_done (r, s, r->fork_of[t]);
    bool forked = r->fork_of[t] != FT_NO_ID && started;
    if ((exists || forked) && is_over (r, s, t) && !is_joined (r->trace, t))
      return false;
    if (started && exists && !is_over (r, s, t) && !waits (r, s, t))
      return false;
  }
  return true;
}

// ---- all states ------------------------------------------------------------

typedef struct reached {
  size_t state;
  ft_id waits; // an event for which a thread waits
  bool takes[4]; // by object: threads wait for units of this semaphore
  bool hung;
} reached;

typedef struct found {
  FT_STACK (reached) list;
} found;

static void visit (void *context, const ft_rules *r, const ft_state *s,
                   size_t i) {
  found *f = context;
  bool hung = is_hung (r, s);
  for (ft_tid t = 0; t < r->threads; t++) {
    ft_id e = ft_rules_next (r, s, t);
    if (e != FT_NO_ID && ft_kind_waits (r->trace->events[e].kind) &&
        !ft_event_is_void (r->trace->events + e) &&
        (hung || i % 8 == 0) && f->list.size < KEPT_STATES) {
      FT_PUSH (f->list, ((reached){i, e, {false}, hung}));
      for (ft_tid u = 0; u < r->threads; u++) {
        ft_id n = ft_rules_next (r, s, u);
        if (n != FT_NO_ID && r->trace->events[n].kind == FT_SEM_WAIT)
          FT_TOP (f->list).takes[r->trace->events[n].target] = true;
      }
    }
  }
}

typedef struct tally {
  size_t accepted, refused, hangs, certified;
} tally;

// Whether a semaphore that a thread waits for was posted before it was made, so
// that the post is lost.
static bool loses_post (const ft_trace *trace, const reached *x,
                        const ft_witness *w) {
  bool posted[4] = {false}, loses = false;
  for (size_t i = 0; i < w->schedule.size; i++) {
    const ft_event *e = trace->events + w->schedule.begin[i];
    if (e->kind == FT_SEM_POST)
      posted[e->target] = true;
    if (e->kind == FT_SEM_INIT && x->takes[e->target])
      loses |= posted[e->target];
  }
  return loses;
}

static void compare (ft_checker *c, const ft_trace *trace,
                     const ft_enumeration *all, reached *x,
                     uint64_t seed, tally *n) {
  const ft_event *e = trace->events + x->waits;
  ft_witness w = {.fails = x->waits, .freed = FT_NO_ID};
  ft_strbuf why = {0};
  w.failure = ft_failure_of_event (e, FT_NO_ID);
  ft_enumeration_schedule (all, x->state, &w);
  bool accepted = ft_checker_accepts (c, &w, &why);
  if (accepted != (x->hung && !loses_post (trace, x, &w))) {
    ft_print_trace (stderr, trace);
    for (size_t i = 0; i < w.schedule.size; i++)
      fprintf (stderr, "%u ", w.schedule.begin[i]);
    fail_msg ("FT_SEED=%llu: event %u is %s: %s", (unsigned long long)seed,
              x->waits, accepted ? "accepted" : "refused",
              ft_strbuf_text (&why));
  }
  x->hung = accepted;
  *(accepted ? &n->accepted : &n->refused) += 1;
  ft_strbuf_release (&why);
  ft_witness_release (&w);
}

// ---- the search ------------------------------------------------------------

static void search (const ft_trace *trace, const found *f, tally *n) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_facts *facts = ft_facts_new (trace);
  ft_certifier *certifier = ft_certifier_new (facts, &options, NULL);
  for (size_t i = 0; i < f->list.size; i++) {
    const reached *x = f->list.begin + i;
    bool before = false;
    for (size_t j = 0; j < i; j++)
      before |= f->list.begin[j].hung && f->list.begin[j].waits == x->waits;
    if (!x->hung || before || ft_kind_acquires (trace->events[x->waits].kind))
      continue;
    ft_outcome o;
    ft_certify_question (
        certifier, ft_question_of_failure (x->waits, FT_NO_ID, trace->size), 60,
        &o);
    n->hangs++;
    n->certified += o.verdict == FT_CERTIFIED;
    assert_int_not_equal (o.verdict, FT_REFUTED);
    ft_outcome_release (&o);
  }
  ft_certifier_free (certifier);
  ft_facts_free (facts);
}

// ---- programs ---------------------------------------------------------------

// A program whose main thread starts and joins the others, each of which makes a
// few random steps; recorded in one run that comes to its end.
enum { THREADS = 4, STEPS = 12 };

typedef struct program {
  ft_trace *trace;
  ft_rng rng;
  unsigned count;                 // of threads
  ft_event steps[THREADS][STEPS + 2];
  unsigned size[THREADS], at[THREADS];
  ft_tid owner[2];                // of the locks, THREADS: free
  unsigned units[2];              // of the semaphores,
  bool made[2];                   // which are there
  bool waiting[THREADS];          // a wait began and no signal came
  unsigned arrivals;              // at the barrier
  unsigned round[THREADS];        // full after so many arrivals
} program;

static void add (program *p, ft_tid t, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = t, e.kind = (uint8_t)kind, e.target = target;
  p->steps[t][p->size[t]++] = e;
}

// The condition is object 0, the semaphores are 1 and 2, the barrier is 3.
static void add_wait (program *p, ft_tid t) {
  add (p, t, FT_ACQUIRE, 0);
  add (p, t, FT_RELEASE, 0);
  p->steps[t][p->size[t] - 1].condition = 0;
  add (p, t, FT_WAKE, 0);
  p->steps[t][p->size[t] - 1].flags = ft_rng_below (&p->rng, 8) ? 0 : FT_TRIED;
  add (p, t, FT_ACQUIRE, 0);
  add (p, t, FT_RELEASE, 0);
}

static void add_section (program *p, ft_tid t) {
  ft_id outer = ft_rng_below (&p->rng, 2), inside = ft_rng_below (&p->rng, 4);
  add (p, t, FT_ACQUIRE, outer);
  if (!inside)
    add (p, t, FT_SEM_POST, 1);
  else if (inside == 1)
    add (p, t, FT_SEM_WAIT, 1);
  else if (inside == 2) {
    add (p, t, FT_ACQUIRE, !outer);
    add (p, t, FT_RELEASE, !outer);
  }
  add (p, t, FT_RELEASE, outer);
}

static void add_steps (program *p, ft_tid t, unsigned feature) {
  while (p->size[t] + 5 <= STEPS && ft_rng_below (&p->rng, 4))
    switch (ft_rng_below (&p->rng, 4)) {
    case 0:
      add_section (p, t);
      break;
    case 1:
      add (p, t, ft_rng_below (&p->rng, 2) ? FT_SEM_POST : FT_SEM_WAIT, 1);
      break;
    case 2:
      add (p, t, ft_rng_below (&p->rng, 2) ? FT_SEM_POST : FT_SEM_WAIT, 2);
      break;
    default:
      if (feature == 0) {
        add (p, t, FT_BARRIER_ARRIVE, 3);
        add (p, t, FT_BARRIER_LEAVE, 3);
      } else if (t == 1)
        add_wait (p, t);
      else
        add (p, t, feature == 1 ? FT_BROADCAST : FT_SIGNAL, 0);
    }
}

static bool may (const program *p, const ft_event *e) {
  switch ((enum ft_kind)e->kind) {
  case FT_ACQUIRE:
    return p->owner[e->target] == THREADS;
  case FT_SEM_POST:
    return p->made[e->target - 1];
  case FT_SEM_WAIT:
    return p->made[e->target - 1] && p->units[e->target - 1];
  case FT_WAKE:
    return !p->waiting[e->thread];
  case FT_BARRIER_LEAVE:
    return p->arrivals >= p->round[e->thread];
  case FT_JOIN:
    return p->at[e->target] == p->size[e->target];
  default:
    return true;
  }
}

static void act (program *p, const ft_event *e) {
  switch ((enum ft_kind)e->kind) {
  case FT_ACQUIRE:
    p->owner[e->target] = e->thread;
    break;
  case FT_RELEASE:
    p->owner[e->target] = THREADS;
    p->waiting[e->thread] = e->condition != FT_NO_ID;
    break;
  case FT_SEM_INIT:
    p->units[e->target - 1] = (unsigned)e->value;
    p->made[e->target - 1] = true;
    break;
  case FT_SEM_POST:
    p->units[e->target - 1]++;
    break;
  case FT_SEM_WAIT:
    p->units[e->target - 1]--;
    break;
  case FT_SIGNAL:
  case FT_BROADCAST: // one thread alone waits
    for (ft_tid t = 0; t < p->count; t++)
      p->waiting[t] = false;
    break;
  case FT_BARRIER_ARRIVE:
    p->round[e->thread] = (p->arrivals++ / 2 + 1) * 2;
    break;
  default:
    break;
  }
}

static bool is_started (const program *p, ft_tid t) {
  for (unsigned i = 0; i < p->at[0]; i++)
    if (p->steps[0][i].kind == FT_FORK && p->steps[0][i].target == t)
      return true;
  return !t;
}

// One run; false if no thread can go on before the end.
static bool run (program *p) {
  for (unsigned stuck = 0; stuck < 200; stuck++) {
    ft_tid t = ft_rng_below (&p->rng, p->count);
    const ft_event *e = p->steps[t] + p->at[t];
    if (p->at[t] == p->size[t] || !is_started (p, t) || !may (p, e))
      continue;
    act (p, e);
    ft_model_push (p->trace, *e);
    p->at[t]++;
    stuck = 0;
  }
  for (ft_tid t = 0; t < p->count; t++)
    if (p->at[t] < p->size[t])
      return false;
  return true;
}

// NULL: the run hung itself.
static ft_trace *trace_of (uint64_t seed) {
  program p = {.rng = ft_rng_init (seed), .owner = {THREADS, THREADS}};
  p.trace = ft_trace_new ("program", "test");
  p.count = 3 + seed % 2;
  add (&p, 0, FT_BRANCH, FT_NO_ID);
  for (ft_tid t = 1; t < p.count && seed % 7 == 0; t++)
    add (&p, 0, FT_FORK, t);
  for (ft_id o = 1; o <= 2; o++) {
    add (&p, 0, FT_SEM_INIT, o);
    p.steps[0][p.size[0] - 1].value = ft_rng_below (&p.rng, 3);
    p.steps[0][p.size[0] - 1].flags =
        ft_rng_below (&p.rng, 8) ? FT_HAS_VALUE : 0;
  }
  for (ft_tid t = 1; t < p.count && seed % 7; t++)
    add (&p, 0, FT_FORK, t);
  bool holds = seed % 4 == 0;
  if (holds)
    add (&p, 0, FT_ACQUIRE, 1);
  for (ft_tid t = 1; t < p.count; t++) {
    if (seed % 5 || t + 1 < p.count)
      add (&p, 0, FT_JOIN, t);
    if (seed % 10 == 5 && t + 1 == p.count)
      continue; // started, not joined, and without events
    add_steps (&p, t, (unsigned)(seed % 3));
    if (!ft_rng_below (&p.rng, 10))
      add (&p, t, FT_ACQUIRE, 0); // which it never gives back
  }
  if (holds)
    add (&p, 0, FT_RELEASE, 1);
  if (run (&p))
    return p.trace;
  ft_trace_free (p.trace);
  return NULL;
}

static void one_trace (uint64_t seed, tally *n) {
  ft_trace *trace = trace_of (seed);
  found f = {0};
  if (!trace)
    return;
  ft_enumeration *all =
      ft_enumerate_visiting (trace, MOST_STATES, (ft_visitor){visit, &f});
  ft_checker *c = ft_checker_new (trace);
  for (size_t i = 0; i < f.list.size; i++)
    compare (c, trace, all, f.list.begin + i, seed, n);
  ft_checker_free (c);
  ft_enumeration_free (all);
  search (trace, &f, n);
  FT_RELEASE (f.list);
  ft_trace_free (trace);
}

static void agrees_with_the_rules (void **state) {
  (void)state;
  tally n = {0};
  for (uint64_t seed = rounds_first (); seed < rounds_end (4000); seed++)
    one_trace (seed, &n);
  print_message ("# %zu hangs accepted, %zu states refused; %zu of %zu waits "
                 "certified\n",
                 n.accepted, n.refused, n.certified, n.hangs);
  if (rounds_are_many ()) {
    assert_true (n.accepted > 100 && n.refused > 1000);
    assert_true (n.certified * 10 >= n.hangs * 8);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (agrees_with_the_rules)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
