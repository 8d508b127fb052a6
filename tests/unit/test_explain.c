// Explanations: every step of a reason against its definition and nothing but
// the premises that it names, cores against exhaustive search over the orders
// of the cone, the figures, paths and changes.  FT_SEED and FT_ROUNDS repeat or
// extend the random ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "certify/vindicate.h"
#include "model/random_trace.h"
#include "model/shrink.h"
#include "tests/unit/rounds.h"
#include "predict/unsat_core.h"
#include "predict/explanation.h"
#include "load/open.h"

static uint64_t number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

static uint64_t rounds (uint64_t full) {
  return number ("FT_ROUNDS", getenv ("FT_QUICK") ? full / 10 : full);
}

struct subject {
  const ft_trace *trace;
  const ft_facts *facts;
  const ft_cone *cone;
  const ft_reason *reason;
  const char *wrong; // the first thing that is
  size_t steps, cycles, needs, others, cores, made, conditions, longest;
  size_t rounds, posts, enablers, starved;
};

// ---- steps ---------------------------------------------------------------

static const ft_event *event_at (const struct subject *s, ft_id e) {
  return s->trace->events + e;
}

static bool program_order (const struct subject *s, ft_id x, ft_id y) {
  return x <= y && event_at (s, x)->thread == event_at (s, y)->thread;
}

// Whether x comes before y (or is it) by program order and the steps listed.
static bool follows (const struct subject *s, const uint32_t *steps, size_t n,
                     ft_id x, ft_id y) {
  bool *reached = FT_ARRAY (bool, n);
  bool found = program_order (s, x, y);
  for (bool grew = true; grew && !found;) {
    grew = false;
    for (size_t i = 0; i < n; i++) {
      const ft_proof_step *step = s->reason->steps.begin + steps[i];
      bool here = program_order (s, x, step->first);
      for (size_t j = 0; j < n && !here; j++)
        here = reached[j] &&
               program_order (s, s->reason->steps.begin[steps[j]].second,
                              step->first);
      if (here && !reached[i]) {
        reached[i] = grew = true;
        found |= program_order (s, step->second, y);
      }
    }
  }
  free (reached);
  return found;
}

static bool by_premises (const struct subject *s, const ft_proof_step *step, ft_id x,
                         ft_id y) {
  return follows (s, s->reason->premises.begin + step->premises,
                  step->end - step->premises, x, y);
}

// Who wrote the byte that the read returned, straight from the trace.
static ft_id writer_of (const struct subject *s, ft_id read, uint8_t bit) {
  for (ft_id e = read; e-- > 0;) {
    const ft_event *p = event_at (s, e);
    if (ft_kind_writes (p->kind) && !ft_event_is_void (p) &&
        p->target == event_at (s, read)->target && (p->mask & bit))
      return e;
  }
  return FT_NO_ID;
}

// Whether the read returns a byte of 'mask' from 'writer'.
static bool returns (const struct subject *s, ft_id read, ft_id writer,
                     uint8_t mask) {
  mask &= event_at (s, read)->mask;
  if (!ft_kind_reads (event_at (s, read)->kind) ||
      !s->facts->reads->alone[read])
    return false;
  for (int bit = 0; bit < 8; bit++)
    if ((mask >> bit & 1) && writer_of (s, read, (uint8_t)(1 << bit)) == writer)
      return true;
  return false;
}

static bool overwrites (const struct subject *s, ft_id write, ft_id read) {
  const ft_event *w = event_at (s, write), *r = event_at (s, read);
  return ft_kind_writes (w->kind) && w->target == r->target &&
         (w->mask & r->mask) && write != read;
}

static bool excludes (const struct subject *s, ft_id a, ft_id b) {
  const ft_event *p = event_at (s, a), *q = event_at (s, b);
  return ft_kind_acquires (p->kind) && ft_kind_acquires (q->kind) &&
         p->target == q->target && p->thread != q->thread &&
         (p->kind == FT_ACQUIRE || q->kind == FT_ACQUIRE);
}

static bool stays_open (const struct subject *s, ft_id acquire) {
  ft_id release = s->facts->index->match[acquire];
  for (uint32_t i = 0; i < 2; i++)
    if (release != FT_NO_ID &&
        program_order (s, s->cone->question.targets[i], release))
      return true;
  return release == FT_NO_ID;
}

// The end of a section if it is included, or its beginning.
static ft_id end_of (const struct subject *s, ft_id acquire) {
  ft_id release = s->facts->index->match[acquire];
  return release != FT_NO_ID && ft_cone_may_include (s->cone, release)
             ? release
             : acquire;
}

static bool is_section_right (const struct subject *s, const ft_proof_step *step) {
  ft_id a = s->facts->index->match[step->first];
  if (a == FT_NO_ID || !excludes (s, a, step->second))
    return false;
  if (step->kind == FT_PROOF_STEP_LAST_SECTION)
    return stays_open (s, step->second);
  return a == step->about && by_premises (s, step, a, end_of (s, step->second));
}

// The number of events of the kind on the object of 'at', by its thread or, for
// 'others', by all other threads, before position 'end'.
static size_t count (const struct subject *s, ft_id at, enum ft_kind kind,
                     bool others, ft_id end) {
  size_t n = 0;
  for (ft_id e = 0; e < end; e++)
    n += event_at (s, e)->kind == kind && !ft_event_is_void (event_at (s, e)) &&
         event_at (s, e)->target == event_at (s, at)->target &&
         (event_at (s, e)->thread == event_at (s, at)->thread) != others;
  return n;
}

static bool is_round_right (const struct subject *s,
                            const ft_proof_step *step) {
  ft_id a = step->first, b = step->second, size = s->trace->size;
  bool *arrives = FT_ARRAY (bool, s->facts->index->threads);
  size_t threads = 0, parties = 0;
  bool left = false;
  for (ft_id e = 0; e < size; e++) {
    const ft_event *p = event_at (s, e);
    if (p->target != event_at (s, b)->target || ft_event_is_void (p) ||
        (p->kind != FT_BARRIER_ARRIVE && p->kind != FT_BARRIER_LEAVE))
      continue;
    left |= p->kind == FT_BARRIER_LEAVE;
    parties += !left;
    threads += !arrives[p->thread];
    arrives[p->thread] = true;
  }
  free (arrives);
  return event_at (s, a)->kind == FT_BARRIER_ARRIVE &&
         event_at (s, b)->kind == FT_BARRIER_LEAVE &&
         event_at (s, a)->target == event_at (s, b)->target &&
         threads == parties &&
         count (s, a, FT_BARRIER_ARRIVE, false, a) ==
             count (s, b, FT_BARRIER_LEAVE, false, b);
}

// The units of the semaphore that no post gives.
static size_t initial_units (const struct subject *s, ft_id wait) {
  size_t balance = 0, least = 0;
  for (ft_id e = 0; e < s->trace->size; e++) {
    const ft_event *p = event_at (s, e);
    if (p->target != event_at (s, wait)->target || ft_event_is_void (p))
      continue;
    if (p->kind == FT_SEM_INIT && p->flags & FT_HAS_VALUE)
      return p->value;
    if (p->kind == FT_SEM_WAIT && !balance)
      least++;
    else if (p->kind == FT_SEM_WAIT)
      balance--;
    balance += p->kind == FT_SEM_POST;
  }
  return least;
}

// Without the post, and those that come after it in its thread, there are too
// few units for the waits of the thread so far.
static bool is_post_right (const struct subject *s, const ft_proof_step *step) {
  ft_id a = step->first, b = step->second, size = s->trace->size;
  if (event_at (s, a)->kind != FT_SEM_POST ||
      event_at (s, b)->kind != FT_SEM_WAIT ||
      event_at (s, a)->target != event_at (s, b)->target)
    return false;
  size_t posts = count (s, b, FT_SEM_POST, true, size) +
                 count (s, b, FT_SEM_POST, false, b);
  size_t late = count (s, a, FT_SEM_POST, false, size) -
                count (s, a, FT_SEM_POST, false, a);
  return initial_units (s, b) + posts - late <
         count (s, b, FT_SEM_WAIT, false, b) + 1;
}

// Whether the events follow each other on a barrier whose rounds the trace does
// not show.
static bool keeps_order (const struct subject *s, const ft_proof_step *step) {
  const ft_event *a = event_at (s, step->first);
  ft_object_orders *o = s->facts->orders;
  return o && (a->kind == FT_BARRIER_ARRIVE || a->kind == FT_BARRIER_LEAVE) &&
         o->rule[a->target] == FT_OBJECT_KEPT && step->first < step->second;
}

static bool is_candidate (const struct subject *s, ft_id e, ft_id event) {
  const ft_event *a = event_at (s, e), *b = event_at (s, event);
  if (ft_event_is_void (a) || a->target != b->target || a->thread == b->thread)
    return false;
  return b->kind == FT_WAKE
             ? a->kind == FT_SIGNAL || a->kind == FT_BROADCAST
             : b->kind == FT_TRY_FAILED && ft_kind_acquires (a->kind);
}

// Whether the candidate is too early or too late for the event, by the steps
// listed, or is never run.
static bool is_out (const struct subject *s, const uint32_t *steps, size_t n,
                    ft_id e, ft_id event) {
  const ft_event *p = event_at (s, e);
  ft_id since = event, end = e;
  if (p->kind != FT_SIGNAL && p->kind != FT_BROADCAST)
    end = s->facts->index->match[e];
  else
    for (since = event; since-- > 0;)
      if (event_at (s, since)->thread == event_at (s, event)->thread &&
          event_at (s, since)->condition == p->target)
        break;
  return (end != FT_NO_ID && follows (s, steps, n, end, since)) ||
         follows (s, steps, n, event, e) ||
         s->facts->index->local[e] >= s->cone->limit[p->thread];
}

// All candidates are out but those of the thread of 'kept' from there on, or up
// to there for 'up'.
static bool others_out (const struct subject *s, const uint32_t *steps,
                        size_t n, ft_id event, ft_id kept, bool up) {
  for (ft_id e = 0; e < s->trace->size; e++)
    if (is_candidate (s, e, event) &&
        (kept == FT_NO_ID ||
         !(up ? program_order (s, e, kept) : program_order (s, kept, e))) &&
        !is_out (s, steps, n, e, event))
      return false;
  return true;
}

static bool is_enabler_right (const struct subject *s,
                              const ft_proof_step *step) {
  const uint32_t *premises = s->reason->premises.begin + step->premises;
  size_t n = step->end - step->premises;
  bool up = step->kind == FT_PROOF_STEP_LAST_ENABLER;
  ft_id kept = up ? step->second : step->first;
  if (ft_kind_releases (event_at (s, kept)->kind))
    kept = s->facts->index->match[kept];
  return is_candidate (s, kept, step->about) &&
         !(event_at (s, step->about)->flags & FT_SPURIOUS) &&
         (up || step->about == step->second) &&
         others_out (s, premises, n, step->about, kept, up);
}

static bool depends (const struct subject *s, ft_id event, ft_id read) {
  return program_order (s, read, event);
}

static bool is_step_right (const struct subject *s, const ft_proof_step *step) {
  const ft_event *first = event_at (s, step->first);
  const ft_event *second =
      step->second == FT_NO_ID ? NULL : event_at (s, step->second);
  switch (step->kind) {
  case FT_PROOF_STEP_NEED_FORK:
  case FT_PROOF_STEP_FORK:
    return first->kind == FT_FORK && first->target == second->thread;
  case FT_PROOF_STEP_NEED_JOIN:
  case FT_PROOF_STEP_JOIN:
    return second->kind == FT_JOIN && second->target == first->thread &&
           s->facts->index->joined[step->second] == step->first;
  case FT_PROOF_STEP_NEED_WRITE:
  case FT_PROOF_STEP_READ:
    return returns (s, step->about, step->first, 0xff) &&
           depends (s, step->second, step->about);
  case FT_PROOF_STEP_NEED_ALLOC:
  case FT_PROOF_STEP_ALLOC:
    return first->kind == FT_ALLOC;
  case FT_PROOF_STEP_NEED_RELEASE:
  case FT_PROOF_STEP_NEED_LAST:
    return s->facts->index->match[step->about] == step->first &&
           excludes (s, step->about, step->second) &&
           (step->kind == FT_PROOF_STEP_NEED_RELEASE || stays_open (s, step->second));
  case FT_PROOF_STEP_NEED_ONLY: // of clocks, which are asked in its stead by checks
    return false;
  case FT_PROOF_STEP_NEED_ROUND:
  case FT_PROOF_STEP_ROUND:
    return is_round_right (s, step);
  case FT_PROOF_STEP_NEED_POST:
  case FT_PROOF_STEP_POST:
    return is_post_right (s, step);
  case FT_PROOF_STEP_NEED_ENABLER:
    return is_candidate (s, step->first, step->second);
  case FT_PROOF_STEP_FIRST_ENABLER:
  case FT_PROOF_STEP_LAST_ENABLER:
    return is_enabler_right (s, step);
  case FT_PROOF_STEP_NEED_RECORDED:
  case FT_PROOF_STEP_RECORDED:
    return keeps_order (s, step); // otherwise not necessary
  case FT_PROOF_STEP_EARLIER_WRITE:
    return step->first != step->second &&
           overwrites (s, step->first, step->about) &&
           returns (s, step->about, step->second, first->mask) &&
           by_premises (s, step, step->first, step->about);
  case FT_PROOF_STEP_LATER_WRITE:
    return step->about != step->second &&
           overwrites (s, step->second, step->first) &&
           returns (s, step->first, step->about, second->mask) &&
           (step->about == FT_NO_ID ||
            by_premises (s, step, step->about, step->second));
  case FT_PROOF_STEP_SECTION:
  case FT_PROOF_STEP_LAST_SECTION:
    return is_section_right (s, step);
  case FT_PROOF_STEP_MUST_SUCCEED:
    return step->first == s->cone->must_succeed &&
           ft_event_must_write (first, second);
  case FT_PROOF_STEP_RETURNS:
  case FT_PROOF_STEP_APART:
  case FT_PROOF_STEP_LIFETIME:
  case FT_PROOF_STEP_OBJECT:
    return s->reason->kind == FT_REASON_CORE;
  }
  return false;
}

static bool is_need (const ft_proof_step *step) {
  return step->kind <= FT_PROOF_STEP_NEED_RECORDED;
}

// Whether the event must run, by the needs told before step 'n'.
static bool is_needed (const struct subject *s, ft_id e, uint32_t n) {
  for (int i = 0; i < 2; i++)
    if (program_order (s, e, s->cone->question.targets[i]))
      return true;
  for (uint32_t i = 0; i < n; i++) {
    const ft_proof_step *step = s->reason->steps.begin + i;
    if (is_need (step) && program_order (s, e, step->first))
      return true;
  }
  return false;
}

static void check_steps (struct subject *s) {
  for (uint32_t i = 0; i < s->reason->steps.size && !s->wrong; i++) {
    const ft_proof_step *step = s->reason->steps.begin + i;
    for (uint32_t p = step->premises; p < step->end; p++)
      if (s->reason->premises.begin[p] >= i)
        s->wrong = "a premise comes later";
    if (!s->wrong && !is_step_right (s, step))
      s->wrong = ft_proof_step_name (step->kind);
    else if (!is_needed (s, step->second, i) ||
             (!is_need (step) && !is_needed (s, step->first, i)))
      s->wrong = "an event that need not run";
    s->steps++;
    s->rounds += step->kind == FT_PROOF_STEP_NEED_ROUND;
    s->posts += step->kind == FT_PROOF_STEP_NEED_POST;
    s->enablers += step->kind == FT_PROOF_STEP_FIRST_ENABLER ||
                   step->kind == FT_PROOF_STEP_LAST_ENABLER;
  }
}

// ---- conclusions ---------------------------------------------------------

static bool is_cycle (const struct subject *s) {
  const ft_reason *r = s->reason;
  size_t n = r->conclusion.size;
  for (size_t i = 0; i < n; i++) {
    const ft_proof_step *a = r->steps.begin + r->conclusion.begin[i];
    const ft_proof_step *b = r->steps.begin + r->conclusion.begin[(i + 1) % n];
    if (!program_order (s, a->second, b->first))
      return false;
  }
  return n > 0;
}

static bool concludes (const struct subject *s, ft_id x, ft_id y) {
  return follows (s, s->reason->conclusion.begin, s->reason->conclusion.size, x,
                  y);
}

static bool is_beyond (const struct subject *s) {
  const ft_reason *r = s->reason;
  return r->bound != FT_NO_ID && program_order (s, r->bound, r->event) &&
         r->steps.size && r->steps.begin[r->steps.size - 1].first == r->event &&
         (r->bound == s->cone->question.targets[0] ||
          r->bound == s->cone->question.targets[1] ||
          event_at (s, r->bound)->kind == FT_FREE);
}

static void check_conclusion (struct subject *s) {
  const ft_reason *r = s->reason;
  bool right = false;
  switch (r->kind) {
  case FT_REASON_NONE:
  case FT_REASON_CORE:
    break;
  case FT_REASON_CYCLE:
    right = is_cycle (s);
    s->cycles++;
    break;
  case FT_REASON_NEEDS:
    right = is_beyond (s);
    s->needs++;
    break;
  case FT_REASON_STARVED:
    right = others_out (s, r->conclusion.begin, r->conclusion.size, r->event,
                        FT_NO_ID, false);
    s->starved++;
    break;
  case FT_REASON_INITIAL:
    right = returns (s, r->event, FT_NO_ID, event_at (s, r->bound)->mask) &&
            concludes (s, r->bound, r->event);
    s->others++;
    break;
  case FT_REASON_OPEN:
    right = s->facts->index->match[r->event] == FT_NO_ID &&
            excludes (s, r->event, r->bound) &&
            (stays_open (s, r->bound) ||
             concludes (s, r->event, end_of (s, r->bound)));
    s->others++;
    break;
  }
  if (!right && !s->wrong)
    s->wrong = "the conclusion";
}

// ---- cores ---------------------------------------------------------------

// Orders of the cone's events that keep program order, fork and join, and the
// conditions that 'kept' has set, and leave the pair next: depth first, each
// state (positions and last writers) once.
struct orders {
  const struct subject *s;
  const ft_reason *core;
  const bool *kept;
  ft_map seen; // by hash of the state: small traces, few states
  bool found;
};

enum { MOST_THREADS = 16, MOST_VARIABLES = 32 };

struct state {
  ft_id at[MOST_THREADS];
  ft_id writer[MOST_VARIABLES][8];
};

static bool was_seen (struct orders *o, const struct state *state) {
  uint64_t hash = 0xcbf29ce484222325;
  const unsigned char *bytes = (const unsigned char *)state;
  for (size_t i = 0; i < sizeof *state; i++)
    hash = (hash ^ bytes[i]) * 0x100000001b3;
  ft_id *slot = ft_map_at (&o->seen, hash);
  bool old = *slot != FT_NO_ID;
  *slot = 0;
  return old;
}

static bool has_run (const struct orders *o, const struct state *state,
                     ft_id e) {
  return o->s->facts->index->local[e] < state->at[event_at (o->s, e)->thread];
}

static bool is_open (const struct orders *o, const struct state *state,
                     ft_id acquire) {
  ft_id release = o->s->facts->index->match[acquire];
  return has_run (o, state, acquire) &&
         (release == FT_NO_ID || !has_run (o, state, release));
}

static bool reads_right (const struct orders *o, const struct state *state,
                         ft_id read) {
  const ft_event *p = event_at (o->s, read);
  for (int bit = 0; bit < 8; bit++)
    if ((p->mask >> bit & 1) && state->writer[p->target][bit] !=
                                    writer_of (o->s, read, (uint8_t)(1 << bit)))
      return false;
  return true;
}

static bool breaks (const struct orders *o, const struct state *state,
                    const ft_proof_step *c, ft_id e) {
  if (c->kind == FT_PROOF_STEP_MUST_SUCCEED)
    return false; // looked at in the end
  if (c->kind == FT_PROOF_STEP_RETURNS)
    return c->first == e && !reads_right (o, state, e);
  return (c->first == e && is_open (o, state, c->second)) ||
         (c->second == e && is_open (o, state, c->first));
}

static bool may_run (const struct orders *o, const struct state *state,
                     ft_id e) {
  const ft_index *x = o->s->facts->index;
  const ft_event *p = event_at (o->s, e);
  if (!x->local[e] && x->fork_of[p->thread] != FT_NO_ID &&
      !has_run (o, state, x->fork_of[p->thread]))
    return false;
  if (x->joined[e] != FT_NO_ID && !has_run (o, state, x->joined[e]))
    return false;
  for (size_t i = 0; i < o->core->steps.size; i++)
    if (o->kept[i] && breaks (o, state, o->core->steps.begin + i, e))
      return false;
  return true;
}

static bool is_answer (const struct orders *o, const struct state *state) {
  const ft_index *x = o->s->facts->index;
  for (int i = 0; i < 2; i++) {
    ft_id e = o->s->cone->question.targets[i];
    ft_tid t = event_at (o->s, e)->thread;
    if (state->at[t] != x->local[e] ||
        (!x->local[e] && x->fork_of[t] != FT_NO_ID &&
         !has_run (o, state, x->fork_of[t])))
      return false;
  }
  for (size_t i = 0; i < o->core->steps.size; i++)
    if (o->kept[i] && o->core->steps.begin[i].kind == FT_PROOF_STEP_MUST_SUCCEED &&
        !reads_right (o, state, o->core->steps.begin[i].first))
      return false;
  return true;
}

static void explore (struct orders *o, const struct state *state) {
  if (o->found || was_seen (o, state))
    return;
  o->found = is_answer (o, state);
  const ft_index *x = o->s->facts->index;
  for (ft_tid t = 0; t < x->threads && !o->found; t++) {
    if (state->at[t] >= o->s->cone->top[t])
      continue;
    ft_id e = ft_index_event (x, t, state->at[t]);
    const ft_event *p = event_at (o->s, e);
    if (!may_run (o, state, e))
      continue;
    struct state next = *state;
    next.at[t]++;
    for (int bit = 0; ft_kind_writes (p->kind) && bit < 8; bit++)
      if (p->mask >> bit & 1)
        next.writer[p->target][bit] = e;
    explore (o, &next);
  }
}

static bool is_possible (const struct subject *s, const ft_reason *core,
                         const bool *kept) {
  struct orders o = {s, core, kept};
  struct state start = {0};
  memset (start.writer, 0xff, sizeof start.writer);
  explore (&o, &start);
  ft_map_release (&o.seen);
  return o.found;
}

static void check_core (struct subject *s, const ft_reason *core) {
  size_t n = core->steps.size;
  bool *kept = FT_ARRAY (bool, n);
  memset (kept, true, n);
  if (is_possible (s, core, kept))
    s->wrong = "the core is possible";
  for (size_t i = 0; i < n && !s->wrong; i++) {
    kept[i] = false;
    if (!is_possible (s, core, kept))
      s->wrong = "the core is not minimal";
    kept[i] = true;
  }
  if (!core->minimal)
    s->wrong = "the core is said not to be minimal";
  free (kept);
  for (size_t i = 0; i < n; i++)
    s->made += core->steps.begin[i].kind == FT_PROOF_STEP_MUST_SUCCEED;
  s->cores++;
  s->conditions += n;
  s->longest = n > s->longest ? n : s->longest;
}

// A core of a pair that the graph certifier refutes as well, or that has a
// compare-and-swap which has to be made.
static void check_cores (struct subject *s, ft_cone *cone) {
  ft_reason core = {0};
  FT_CLEAR (cone->forced);
  ft_cone_widen (cone, UINT64_MAX);
  if (ft_unsat_core_find (cone, &ft_maximal_idl, 20, 0, &core))
    check_core (s, &core);
  ft_reason_release (&core);
}

// ---- random traces -------------------------------------------------------

static void check_pair (struct subject *s, const ft_id pair[2], bool cores) {
  ft_reason reason = {0};
  ft_cone *cone = ft_cone_new (s->facts);
  ft_closure closure;
  ft_question q = ft_question_of_pair (pair, 0, s->trace->size);
  q.relaxed = true;
  s->cone = cone;
  s->reason = &reason;
  ft_closure_init (&closure, cone);
  if (!ft_cone_ask (cone, q))
    ft_cone_prove (cone, &reason);
  else if (ft_closure_saturate_base (&closure, 0) == FT_CLOSURE_CONTRADICTION)
    ft_closure_prove (&closure, &reason);
  if (reason.kind != FT_REASON_NONE) {
    check_steps (s);
    check_conclusion (s);
  }
  if (cores && !s->wrong && reason.kind != FT_REASON_NEEDS &&
      (reason.kind != FT_REASON_NONE || cone->must_succeed != FT_NO_ID))
    check_cores (s, cone);
  ft_closure_release (&closure);
  ft_cone_free (cone);
  ft_reason_release (&reason);
}

struct task {
  struct subject seen; // added up
  bool cores;
};

static bool is_wrong (const ft_trace *trace, void *context) {
  struct task *task = context;
  struct subject *s = &task->seen;
  ft_facts *facts = ft_facts_new (trace);
  s->trace = trace;
  s->facts = facts;
  s->wrong = NULL;
  for (ft_id b = 0; b < trace->size && !s->wrong; b++)
    for (ft_id a = 0; a < b && !s->wrong; a++)
      if (ft_trace_conflict (trace, a, b, NULL))
        check_pair (s, (ft_id[]){a, b}, task->cores);
  ft_facts_free (facts);
  return s->wrong;
}

static struct subject try_seeds (ft_random_options options, bool features,
                                 bool cores, uint64_t count) {
  struct task task = {.cores = cores};
  uint64_t first = number ("FT_SEED", 1);
  for (uint64_t seed = first; seed < first + count; seed++) {
    ft_random_options o =
        features ? ft_random_features (seed, options) : options;
    ft_trace *trace = ft_random_trace (seed, &o);
    if (is_wrong (trace, &task)) {
      ft_trace *small = ft_shrink_trace (trace, is_wrong, &task);
      is_wrong (small, &task);
      print_error ("FT_SEED=%llu: %s\n", (unsigned long long)seed,
                   task.seen.wrong);
      ft_print_trace (stderr, small);
      fail ();
    }
    ft_trace_free (trace);
  }
  print_message ("# %zu steps, %zu cycles, %zu needs, %zu others; %zu cores of "
                 "%zu conditions, at most %zu\n",
                 task.seen.steps, task.seen.cycles, task.seen.needs,
                 task.seen.others, task.seen.cores, task.seen.conditions,
                 task.seen.longest);
  print_message ("# %zu rounds, %zu posts, %zu enablers, %zu starved\n",
                 task.seen.rounds, task.seen.posts, task.seen.enablers,
                 task.seen.starved);
  return task.seen;
}

static void steps_follow (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.locks = 3;
  o.events = 30;
  o.open_sections = true;
  struct subject s = try_seeds (o, false, false, rounds (1500));
  assert_true (!rounds_are_many () ||
               (s.cycles > 0 && s.needs > 0 && s.others > 0));
}

static void steps_follow_everywhere (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 30;
  struct subject s = try_seeds (o, true, false, rounds (1500));
  assert_true (!rounds_are_many () || (s.cycles > 0 && s.needs > 0));
}

// Barriers and semaphores, which no reason may take as recorded.
static void steps_of_objects (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 30;
  o.barriers = o.semaphores = true;
  struct subject s = try_seeds (o, false, false, rounds (1500));
  assert_true (!rounds_are_many () || (s.cycles > 0 && s.needs > 0));
  assert_true (!rounds_are_many () || s.rounds > 0);
}

static void steps_of_enablers (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 40;
  o.conditions = o.try_failed = true;
  struct subject s = try_seeds (o, false, false, rounds (1500));
  assert_true (!rounds_are_many () || s.enablers > 0);
}

static void cores_are_minimal (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.locks = 3;
  o.events = 22;
  o.open_sections = true;
  struct subject s = try_seeds (o, false, true, rounds (400));
  assert_true (!rounds_are_many () || (s.cores > 0 && s.longest > 1));
}

static void cores_of_exchanges (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 16;
  o.atomics = true;
  o.values = 1u << 30; // all written values differ
  struct subject s = try_seeds (o, false, true, rounds (150));
  assert_true (!rounds_are_many () || s.made > 0);
}

// ---- figures -------------------------------------------------------------

static ft_trace *read_trace (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_trace *trace =
      ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  assert_string_equal (error.message, "");
  return trace;
}

// Every pair of a figure that is no race has a reason.
static void explain_figure (const char *file, ft_id a, ft_id b,
                            struct subject *seen) {
  char path[300];
  snprintf (path, sizeof path, "tests/traces/figures/%s", file);
  ft_trace *trace = read_trace (path);
  ft_facts *facts = ft_facts_new (trace);
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_explanations x = {0};
  ft_id pair[2] = {a, b};
  ft_explain_pair (facts, &options, pair, &x);
  if (x.pairs.size) {
    const ft_explanation *e = x.pairs.begin;
    assert_int_equal (e->race.verdict, FT_REFUTED);
    assert_int_not_equal (e->reason.kind, FT_REASON_NONE);
    assert_true (e->reason.steps.size > 0);
    seen->steps += e->reason.steps.size;
    seen->cores += e->reason.kind == FT_REASON_CORE;
    assert_true (e->reason.kind != FT_REASON_CORE || e->reason.minimal);
  } else {
    assert_int_equal (x.apart[FT_OBSTACLE_ORDERED].pairs +
                          x.apart[FT_OBSTACLE_COMMON_LOCK].pairs,
                      1);
    seen->others++;
  }
  ft_explanations_release (&x);
  ft_facts_free (facts);
  ft_trace_free (trace);
}

static void figures (void **state) {
  (void)state;
  struct subject seen = {0};
  FILE *file = fopen ("tests/traces/figures/expected-pairs.tsv", "r");
  assert_non_null (file);
  char line[300], name[200];
  unsigned a, b, hb, wcp, dc, mcm;
  assert_non_null (fgets (line, sizeof line, file));
  while (fgets (line, sizeof line, file)) {
    assert_int_equal (sscanf (line, "%199s %u %u %u %u %u %u", name, &a, &b,
                              &hb, &wcp, &dc, &mcm),
                      7);
    if (!mcm)
      explain_figure (name, a, b, &seen);
  }
  fclose (file);
  assert_true (seen.steps > 0 && seen.cores > 0 && seen.others > 100);
}

// ---- certified -----------------------------------------------------------

static void hidden (void **state) {
  (void)state;
  ft_trace *trace = read_trace ("examples/hidden.std");
  ft_facts *facts = ft_facts_new (trace);
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_explanations x = {0};
  ft_explain_pair (facts, &options, (ft_id[]){3, 7}, &x);
  assert_int_equal (x.pairs.size, 1);
  const ft_explanation *e = x.pairs.begin;
  assert_int_equal (e->race.verdict, FT_CERTIFIED);
  assert_true (e->ordered);
  assert_int_equal (e->path.edges.size, 1);
  assert_int_equal (e->path.edges.begin[0].kind, FT_HB_EDGE_LOCK);
  assert_int_equal (e->path.edges.begin[0].from, 4);
  assert_int_equal (e->path.edges.begin[0].to, 5);
  assert_int_equal (e->changes.sections.size, 1);
  assert_int_equal (e->changes.sections.begin[0].first, 5);
  assert_int_equal (e->changes.sections.begin[0].second, 2);
  assert_int_equal (e->changes.cuts.size, 1);
  assert_int_equal (e->changes.cuts.begin[0].first, 4);
  assert_int_equal (e->changes.cuts.begin[0].count, 1);
  ft_explanations_release (&x);
  ft_facts_free (facts);
  ft_trace_free (trace);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (figures),
      cmocka_unit_test (hidden),
      cmocka_unit_test (steps_follow),
      cmocka_unit_test (steps_follow_everywhere),
      cmocka_unit_test (steps_of_objects),
      cmocka_unit_test (steps_of_enablers),
      cmocka_unit_test (cores_are_minimal),
      cmocka_unit_test (cores_of_exchanges),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
