// Execution graphs on other paths than recorded, against an interpreter: random
// programs whose branches have both sides in the trace, and random schedules of
// them in which atomic loads return older stores.  What the interpreter does along
// a schedule is a trace of its own, in which nothing goes another way; the rule of
// rc11 for such traces is compared with its definition in test_rc11.c.  A schedule
// is accepted if the interpreter can follow it and its trace is accepted.
//
// FT_SEED and FT_ROUNDS repeat or extend them.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "format/writer.h"
#include "model/program.h"
#include "model/random_trace.h"
#include "trace/altpath_unfold.h"
#include "witness/checker.h"

static uint64_t number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

// Variable 0 is accessed plainly, the others atomically.
static void make_atomic (ft_program *p, ft_rng *rng) {
  static const enum ft_memory_order of_reads[] = {
      FT_ORDER_RELAXED, FT_ORDER_RELAXED, FT_ORDER_ACQUIRE, FT_ORDER_SEQ_CST};
  static const enum ft_memory_order of_writes[] = {
      FT_ORDER_RELAXED, FT_ORDER_RELAXED, FT_ORDER_RELEASE, FT_ORDER_SEQ_CST};
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->lengths[t]; i++) {
      ft_program_step *s = p->steps[t] + i;
      if (ft_kind_accesses (s->kind) && s->target)
        s->order = (s->kind == FT_READ ? of_reads
                                       : of_writes)[ft_rng_below (rng, 4)];
    }
}

typedef struct subject {
  ft_program program;
  ft_trace *trace;
  ft_unfolding *paths;
  ft_checker *checker;
  ft_rng *rng;
  uint64_t seed;
  FT_STACK (ft_id) lists[FT_PROGRAM_THREADS]; // unfolded events by thread
} subject;

static ft_program_step *step_of (subject *x, ft_id event) {
  ft_id step = x->program.step_of.begin[event];
  return step == FT_NO_ID ? NULL
                          : x->program.steps[step / FT_PROGRAM_STEPS] +
                                step % FT_PROGRAM_STEPS;
}

// ---- the interpreter -------------------------------------------------------

typedef struct run {
  subject *subject;
  ft_program_state state;
  ft_trace *trace;                // what was done
  ft_id *position;                // there, by event
  ft_program_word *left;          // by event: what a write has left
  bool on_path[FT_PROGRAM_THREADS]; // nothing was undefined so far
} run;

static void begin_run (run *r, subject *x) {
  ft_id all = x->trace->size + x->trace->altpath_events;
  *r = (run){.subject = x, .trace = ft_trace_new ("run", "jsonl")};
  r->position = FT_ARRAY (ft_id, all);
  r->left = FT_ARRAY (ft_program_word, all);
  for (ft_id i = 0; i < all; i++)
    r->position[i] = FT_NO_ID;
  ft_program_begin (&x->program, &r->state);
}

static void end_run (run *r) {
  ft_trace_free (r->trace);
  free (r->position);
  free (r->left);
}

static void note (run *r, ft_id event, unsigned t, const ft_program_step *s) {
  ft_event e = ft_program_event (r->trace, t, s);
  const ft_program_word *w = ft_kind_reads (s->kind)
                                 ? r->state.locals[t] + s->result
                                 : r->state.variables + s->target;
  r->position[event] = r->trace->size;
  if (ft_kind_accesses (s->kind) && !w->undefined) {
    e.flags = FT_HAS_VALUE;
    e.value = w->value;
  }
  if (ft_kind_writes (s->kind))
    r->left[event] = r->state.variables[s->target];
  if (s->kind == FT_ATOMIC_RMW) {
    ft_detail *d = r->trace->tables.details.begin + e.detail;
    d->written_known = true;
    d->written = r->left[event].value;
  }
  if (ft_kind_computes (s->kind)) {
    e.flags = FT_HAS_VALUE;
    e.value = 0;
    r->trace->tables.details.begin[e.detail].op = FT_OP_NONE;
  }
  ft_model_push (r->trace, e);
}

// Does the event if it is the next one of its thread.  'store': of a load that
// does not return the last one.
static bool do_event (run *r, ft_id event, ft_id store) {
  subject *x = r->subject;
  ft_program *p = &x->program;
  ft_program_step *s = step_of (x, event);
  unsigned t = x->trace->events[event].thread;
  if (!s)
    return r->state.started[t];
  unsigned at = ft_program_land (p, t, (unsigned)r->state.next[t]);
  if (!ft_program_alive (p, &r->state, t) || p->steps[t] + at != s)
    return false;
  r->state.next[t] = at;
  if (ft_program_blocked (p, &r->state, t))
    return false;
  ft_program_word now = r->state.variables[s->target];
  if (store != FT_NO_ID && r->position[store] == FT_NO_ID)
    return false;
  if (store != FT_NO_ID)
    r->state.variables[s->target] = r->left[store];
  bool fine = ft_program_run (p, &r->state, t, false);
  if (store != FT_NO_ID)
    r->state.variables[s->target] = now;
  if (fine)
    note (r, event, t, s);
  return fine;
}

// ---- schedules -------------------------------------------------------------

static const ft_read_from *read_of (const ft_witness *w, ft_id event) {
  for (size_t i = 0; i < w->reads.size; i++)
    if (w->reads.begin[i].read == event)
      return w->reads.begin + i;
  return NULL;
}

// An earlier store that the load may return: mostly none, that is the last one.
static ft_id some_store (const run *r, const ft_witness *w, ft_id load) {
  const ft_event *events = r->subject->trace->events;
  const ft_event *e = events + load;
  ft_id found = FT_NO_ID;
  unsigned n = 0;
  if (e->kind != FT_ATOMIC_READ || ft_rng_percent (r->subject->rng, 40))
    return FT_NO_ID;
  for (size_t i = 0; i < w->schedule.size; i++) {
    ft_id store = w->schedule.begin[i];
    if (ft_kind_writes (events[store].kind) &&
        events[store].target == e->target &&
        !ft_rng_below (r->subject->rng, ++n))
      found = store;
  }
  return found;
}

// Where a thread goes on behind an event at 'u' of the unfolded trace.
static ft_id go_on (run *r, ft_id u, ft_id event) {
  const ft_unfolding *paths = r->subject->paths;
  const ft_event *e = r->subject->trace->events + event;
  const ft_program_step *s = step_of (r->subject, event);
  if (!s || e->kind != FT_BRANCH || !s->otherwise)
    return paths->next[u];
  bool taken = r->state.next[e->thread] !=
               ft_program_land (&r->subject->program, e->thread, s->otherwise);
  if (taken == (e->value != 0))
    return paths->next[u];
  return paths->first_successor[u] == FT_NO_ID
             ? FT_NO_ID
             : paths->successors.begin[paths->first_successor[u]].to;
}

// Whether the last event races with an earlier one, which is drawn.
static bool draw_pair (const subject *x, ft_witness *w) {
  const ft_event *events = x->trace->events;
  ft_id last = FT_TOP (w->schedule);
  unsigned n = 0;
  for (size_t i = 0; i + 1 < w->schedule.size; i++) {
    ft_id other = w->schedule.begin[i];
    if (ft_event_conflicts (events + other, events + last) &&
        !ft_rng_below (x->rng, ++n))
      w->pair[0] = other, w->pair[1] = last;
  }
  if (n && w->pair[0] > w->pair[1])
    w->pair[1] = w->pair[0], w->pair[0] = last;
  return n && ft_rng_percent (x->rng, 60);
}

// Random steps, until one may race.
static bool walk (subject *x, ft_witness *w) {
  ft_id at[FT_PROGRAM_THREADS] = {0};
  run r;
  bool found = false;
  begin_run (&r, x);
  for (unsigned idle = 0; idle < 20 && !found; idle++) {
    unsigned t = ft_rng_below (x->rng, x->program.threads);
    if (at[t] == FT_NO_ID || at[t] >= x->lists[t].size)
      continue;
    ft_id u = x->lists[t].begin[at[t]], event = x->paths->folded[u];
    ft_id store = some_store (&r, w, event);
    if (event == FT_NO_ID || !do_event (&r, event, store))
      continue;
    FT_PUSH (w->schedule, event);
    if (store != FT_NO_ID)
      FT_PUSH (w->reads, ((ft_read_from){event, store}));
    at[t] = go_on (&r, u, event);
    idle = 0;
    found = draw_pair (x, w);
  }
  end_run (&r);
  return found;
}

// Now and then a load returns another store, which may lead elsewhere.
static void spoil (subject *x, ft_witness *w) {
  if (FT_EMPTY (w->reads) || ft_rng_percent (x->rng, 60))
    return;
  size_t i = ft_rng_below (x->rng, (unsigned)w->reads.size);
  size_t k = ft_rng_below (x->rng, (unsigned)w->schedule.size);
  ft_id store = w->schedule.begin[k];
  const ft_event *events = x->trace->events;
  if (ft_kind_writes (events[store].kind) &&
      events[store].target == events[w->reads.begin[i].read].target)
    w->reads.begin[i].write = store;
}

// ---- comparing -------------------------------------------------------------

// Whether the interpreter can follow the witness, and what it did is accepted.
static bool expect (subject *x, const ft_witness *w) {
  ft_witness done = {.memory = FT_MEMORY_RC11};
  bool fine = true;
  run r;
  begin_run (&r, x);
  for (size_t i = 0; i < w->schedule.size && fine; i++) {
    ft_id event = w->schedule.begin[i];
    const ft_read_from *from = read_of (w, event);
    fine = do_event (&r, event, from ? from->write : FT_NO_ID);
    if (fine && from)
      FT_PUSH (done.reads, ((ft_read_from){r.position[event],
                                           r.position[from->write]}));
  }
  for (ft_id i = 0; i < r.trace->size; i++)
    FT_PUSH (done.schedule, i);
  if (fine) {
    ft_checker *c = ft_checker_new (r.trace);
    for (int i = 0; i < 2; i++)
      done.pair[i] = r.position[w->pair[i]];
    fine = ft_checker_accepts (c, &done, NULL);
    ft_checker_free (c);
  }
  ft_witness_release (&done);
  end_run (&r);
  return fine;
}

typedef struct counts {
  unsigned programs, schedules, accepted, flipped, stale, missed;
} counts;

static void compare (subject *x, ft_witness *w, counts *n) {
  ft_error error = FT_NO_ERROR;
  bool accepted = ft_checker_accepts (x->checker, w, NULL);
  bool expected = expect (x, w);
  n->schedules++;
  n->missed += expected && !accepted;
  if (accepted && !expected) {
    ft_trace_write (x->trace, "test_rc11_paths-failure.jsonl", NULL, &error);
    ft_witness_write ("test_rc11_paths-failure.json", x->trace, w, &error);
    fail_msg ("FT_SEED=%llu: a schedule is accepted that the interpreter does "
              "not allow; kept as test_rc11_paths-failure.jsonl and .json",
              (unsigned long long)x->seed);
  }
  if (!accepted)
    return;
  ft_checker_changes (x->checker, w);
  n->accepted++;
  n->stale += !FT_EMPTY (w->reads);
  n->flipped += !FT_EMPTY (w->reads) && !FT_EMPTY (w->flipped);
}

static void compare_schedules (subject *x, counts *n) {
  x->paths = ft_unfolding_new (x->trace);
  if (!x->paths)
    return;
  x->checker = ft_checker_new (x->trace);
  for (ft_id u = 0; u < x->paths->trace->size; u++)
    FT_PUSH (x->lists[x->paths->trace->events[u].thread], u);
  for (int i = 0; i < 20; i++) {
    ft_witness w = {.memory = FT_MEMORY_RC11, .model = FT_MODEL_PATH};
    if (walk (x, &w)) {
      spoil (x, &w);
      compare (x, &w, n);
    }
    ft_witness_release (&w);
  }
  n->programs++;
  for (unsigned t = 0; t < FT_PROGRAM_THREADS; t++)
    FT_RELEASE (x->lists[t]);
  ft_checker_free (x->checker);
  ft_unfolding_free (x->paths);
}

static void graphs_on_other_paths_are_those_of_an_interpreter (void **state) {
  (void)state;
  counts n = {0};
  uint64_t first = number ("FT_SEED", 1);
  uint64_t rounds = number ("FT_ROUNDS", getenv ("FT_LONG")    ? 100000
                                         : getenv ("FT_QUICK") ? 1000
                                                               : 4000);
  for (uint64_t seed = first; seed < first + rounds; seed++) {
    ft_rng rng = ft_rng_init (seed);
    subject x = {.rng = &rng, .seed = seed};
    ft_program_random_branching (&x.program, &rng, 0);
    make_atomic (&x.program, &rng);
    x.trace = ft_program_record (&x.program, &rng);
    if (x.trace)
      compare_schedules (&x, &n);
    ft_trace_free (x.trace);
    ft_random_program_release (&x.program);
  }
  print_message ("# %u programs, %u schedules: %u accepted, %u with older "
                 "stores, %u of them on another path; %u missed\n",
                 n.programs, n.schedules, n.accepted, n.stale, n.flipped,
                 n.missed);
  assert_true (rounds < 1000 || (n.flipped > 20 && n.stale > n.flipped));
  assert_int_equal (n.missed, 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (graphs_on_other_paths_are_those_of_an_interpreter),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
