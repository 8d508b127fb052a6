#include "tests/model/c11_races.h"

#include <string.h>

#include "certify/closure.h"
#include "predict/c11_certify.h"
#include "tests/model/freed_trace.h"
#include "tests/model/relations.h"
#include "tests/model/shrink.h"

// ---- all reorderings -------------------------------------------------------

typedef struct walker {
  const ft_trace *trace;
  ft_checker *checker;
  ft_checker *unfreed; // of the trace in which no memory is given back
  enum ft_relation relation;
  bool *racy, *used;
  ft_id *next; // per thread
  FT_STACK (ft_id) now;
  unsigned found, most;
} walker;

// What the last event of a schedule is: executed; one that returns any value and may
// write nothing; or such an access to memory that was given back.
enum last { EXECUTED, PENDING, BEHIND_FREE };

static void mark_unordered (walker *w, enum last last) {
  const ft_trace *t = w->trace;
  ft_trace run = *t;
  run.size = (ft_id)w->now.size;
  run.events = FT_ARRAY (ft_event, w->now.size + 1);
  for (size_t i = 0; i < w->now.size; i++)
    run.events[i] = t->events[w->now.begin[i]];
  ft_model_relation r = ft_model_relation_of (&run, w->relation);
  bool *racy = last == BEHIND_FREE ? w->used : w->racy;
  for (ft_id j = 0; j < run.size; j++)
    for (ft_id i = 0; i < j; i++) {
      ft_id a = w->now.begin[i], b = w->now.begin[j];
      bool may = last == EXECUTED || (j + 1 == run.size &&
                                      !ft_event_must_write (t->events + b,
                                                            t->events + a));
      may &= last != BEHIND_FREE || t->events[a].kind == FT_FREE;
      if (may && !ft_model_before (&r, i, j) &&
          ft_trace_conflict (t, a, b, NULL))
        racy[(size_t)a * t->size + b] = racy[(size_t)b * t->size + a] = true;
    }
  ft_model_relation_release (&r);
  free (run.events);
}

static void execute_again (const walker *w, ft_checker *checker) {
  ft_checker_begin (checker, FT_MODEL_MCM, NULL);
  for (size_t i = 0; i < w->now.size; i++)
    ft_checker_run (checker, w->now.begin[i]);
}

static bool may_be_next (const walker *w, ft_checker *checker, ft_id event) {
  execute_again (w, checker);
  return ft_checker_may_race (checker, event);
}

// Executes the schedule again, and the event.  One that cannot be executed with
// its value, or since its memory was given back, may be next nevertheless.
static bool executes (walker *w, ft_id event) {
  execute_again (w, w->checker);
  if (ft_checker_run (w->checker, event))
    return true;
  if (!ft_kind_accesses (w->trace->events[event].kind))
    return false;
  bool pending = may_be_next (w, w->checker, event);
  if (pending || (w->used && may_be_next (w, w->unfreed, event))) {
    FT_PUSH (w->now, event);
    mark_unordered (w, pending ? PENDING : BEHIND_FREE);
    w->now.size--;
  }
  return false;
}

static bool walk (walker *w) {
  const ft_trace *t = w->trace;
  ft_tid threads = ft_tables_count (&t->tables, FT_CLASS_THREAD);
  bool last = true;
  for (ft_tid at = 0; at < threads; at++) {
    ft_id begin = w->next[at], e = begin;
    while (e < t->size && t->events[e].thread != at)
      e++;
    if (e == t->size || !executes (w, e))
      continue;
    last = false;
    w->next[at] = e + 1;
    FT_PUSH (w->now, e);
    bool whole = walk (w);
    w->now.size--;
    w->next[at] = begin;
    if (!whole)
      return false;
  }
  if (last)
    mark_unordered (w, EXECUTED);
  return !last || ++w->found < w->most;
}

static ft_trace *trace_without_frees (const ft_trace *trace) {
  bool *keep = FT_ARRAY (bool, trace->size + 1);
  memset (keep, true, trace->size);
  ft_trace *t = ft_copy_trace (trace, keep);
  free (keep);
  for (ft_id e = 0; e < t->size; e++)
    if (t->events[e].kind == FT_FREE && t->events[e].detail != FT_NO_ID)
      t->tables.details.begin[t->events[e].detail].freed_count = 0;
  return t;
}

bool ft_c11_races (const ft_trace *t, enum ft_relation relation, unsigned most,
                   bool *racy, bool *used) {
  walker w = {.trace = t, .relation = relation, .racy = racy, .used = used,
              .most = most};
  ft_trace *unfreed = trace_without_frees (t);
  w.checker = ft_checker_new (t);
  w.unfreed = ft_checker_new (unfreed);
  w.next = FT_ARRAY (ft_id, ft_tables_count (&t->tables, FT_CLASS_THREAD));
  bool whole = walk (&w);
  ft_checker_free (w.checker);
  ft_checker_free (w.unfreed);
  ft_trace_free (unfreed);
  free (w.next);
  FT_RELEASE (w.now);
  return whole;
}

// ---- what decides without trying -------------------------------------------

// Whether no wake and wait has a choice, since the checker orders more then, and
// no read-modify-write either, of which the constraints know less.
static bool is_exact (const ft_facts *f) {
  const ft_trace *t = f->trace;
  if (f->recorded || f->frozen || f->opaque)
    return false;
  for (ft_id e = 0; e < t->size; e++)
    if (t->events[e].kind == FT_WAKE || t->events[e].kind == FT_SEM_WAIT)
      return false;
  return true;
}

static enum ft_answer solve (ft_cone *cone, const ft_encoder *encoder) {
  ft_smt *smt = ft_smt_new (20);
  void *encoding = encoder->encode (cone, smt, 0);
  enum ft_answer answer = ft_smt_check (smt);
  encoder->free (encoding);
  ft_smt_free (smt);
  return answer;
}

// Both encoders and the closure about one order of the accesses: what the closure
// finds impossible has no solution, and they have one together, but for objects,
// about which the second one asks for less.
static bool encoders_differ (ft_c11_differential *d, const ft_facts *f,
                             ft_question q, bool exact) {
  ft_cone *cone = ft_cone_new (f);
  ft_closure closure;
  bool differs = false;
  if (ft_cone_ask (cone, q)) {
    ft_closure_init (&closure, cone);
    bool impossible = ft_closure_saturate_base (&closure, 0) ==
                      FT_CLOSURE_CONTRADICTION;
    ft_closure_release (&closure);
    FT_CLEAR (cone->forced);
    ft_cone_ask (cone, q);
    ft_cone_widen (cone, UINT64_MAX);
    enum ft_answer one = solve (cone, &ft_maximal_order);
    enum ft_answer two = solve (cone, &ft_maximal_idl);
    differs = (impossible && one != FT_UNSAT) ||
              (one == FT_SAT && two != FT_SAT) || (exact && one != two);
    d->disproved += impossible;
    if (differs)
      ft_strbuf_add (&d->why,
                     "%u before %u%s: closure %s, order %d, idl %d; ", q.first,
                     q.targets[0], q.relaxed ? " (relaxed)" : "",
                     impossible ? "impossible" : "open", one, two);
  }
  ft_cone_free (cone);
  return differs;
}

// With another value of an access than recorded, where sequential consistency
// has a race.
static bool is_sc_race (ft_certifier *c, const ft_id pair[2]) {
  ft_outcome o;
  ft_certify (c, pair, 20, &o);
  bool race = o.verdict == FT_CERTIFIED;
  ft_outcome_release (&o);
  return race;
}

// What some reordering does with a pair: it races, by C11 and by C++20, or one access
// is to memory that the other one gave back; or it does either in the trace without
// assumptions.
typedef struct found {
  bool c11, cxx20, used, freed;
} found;

static bool pair_differs (ft_c11_differential *d, const ft_facts *f,
                          ft_certifier *c, const ft_id pair[2], found racy,
                          bool whole) {
  const ft_event *events = f->trace->events;
  bool exact = is_exact (f);
  ft_outcome o;
  ft_certify_c11 (c, pair, FT_MODEL_MCM, 20, &o);
  d->races += racy.c11;
  d->refuted += o.verdict == FT_REFUTED;
  d->open += o.verdict == FT_UNDECIDED;
  bool smt = o.certifier && !strcmp (o.certifier, "smt");
  d->by_graph += o.verdict == FT_CERTIFIED && !smt;
  d->by_smt += o.verdict == FT_CERTIFIED && smt;
  d->between += racy.cxx20 && !racy.c11;
  d->used += racy.used && !racy.cxx20;
  d->unused += o.verdict == FT_REFUTED && (events[pair[0]].kind == FT_FREE ||
                                           events[pair[1]].kind == FT_FREE);
  bool differs = (o.verdict == FT_REFUTED &&
                  (racy.cxx20 || racy.freed || racy.used)) ||
                 (whole && o.verdict == FT_CERTIFIED && !racy.c11) ||
                 (whole && exact && o.verdict == FT_UNDECIDED &&
                  (racy.c11 ||
                   (!racy.cxx20 && !racy.used && !is_sc_race (c, pair))));
  if (differs)
    ft_strbuf_add (&d->why, "%u and %u are %s, and race in %s reordering%s; ",
                   pair[0], pair[1], ft_verdict_name (o.verdict),
                   racy.c11 ? "some" : "no",
                   racy.used ? ", one behind the other in some" : "");
  ft_outcome_release (&o);
  for (int k = 0; d->encoders && k < 8 && !differs; k++) {
    ft_question q =
        ft_question_of_c11 (pair[k & 1], pair[!(k & 1)], f->trace->size);
    q.after_free = events[q.first].kind == FT_FREE;
    q.relaxed = k >> 1 & 1;
    q.cxx20 = k >> 2;
    differs = encoders_differ (d, f, q, exact);
  }
  return differs;
}

bool ft_c11_differs (const ft_trace *t, void *differential) {
  ft_c11_differential *d = differential;
  size_t size = t->size;
  bool *racy = FT_ARRAY (bool, size * size), differs = false;
  bool *racy_20 = FT_ARRAY (bool, size * size);
  bool *used = FT_ARRAY (bool, size * size);
  bool whole = ft_c11_races (t, FT_REL_C11, d->most, racy, NULL);
  ft_c11_races (t, FT_REL_HB, d->most, racy_20, used);
  ft_trace *freed = ft_freed_trace (t);
  bool *racy_freed = FT_ARRAY (bool, size * size);
  if (freed)
    ft_c11_races (freed, FT_REL_HB, d->most, racy_freed, racy_freed);
  ft_facts *f = ft_facts_new (t);
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_certifier *c = ft_certifier_new (f, &options, NULL);
  d->whole += whole;
  ft_strbuf_release (&d->why);
  for (ft_id j = 0; j < t->size && !differs; j++)
    for (ft_id i = 0; i < j && !differs; i++) {
      size_t at = i * size + j;
      if (ft_trace_conflict (t, i, j, NULL))
        differs = pair_differs (
            d, f, c, (ft_id[]){i, j},
            (found){racy[at], racy_20[at], used[at], racy_freed[at]}, whole);
    }
  ft_certifier_free (c);
  ft_facts_free (f);
  free (racy);
  free (racy_20);
  free (used);
  free (racy_freed);
  ft_trace_free (freed);
  return differs;
}
