#include "predict/failures.h"

#include <assert.h>

#include "predict/certifier.h"
#include "predict/known_paths.h"

// That no path which is known fails is no proof that none does: a value that
// re-execution does not follow (a float, the result of a call) may decide a
// branch otherwise, and a path that is too long may write what does.
static void open_refuted (const ft_failure *f, const ft_trace *t,
                          ft_outcome *o) {
  bool decided = f->freed == FT_NO_ID ? ft_knows_all_paths (t)
                                      : o->left_open == FT_MODEL_MCM;
  if (f->fails == FT_NO_ID || o->verdict != FT_REFUTED || decided)
    return;
  ft_outcome_decide (o, FT_UNDECIDED, o->certifier);
  o->cause = FT_CAUSE_RECORDED;
  ft_strbuf_add (&o->reason,
                 "; with values and paths that are not known it stays open");
}

void ft_failure_settle (ft_results *results, const ft_trace *t, size_t i,
                        const ft_failure_candidate *candidate,
                        uint32_t instance, ft_outcome *o) {
  ft_failure *f = results->failures + i;
  f->kind = candidate->kind;
  f->fails = candidate->kept[instance].fails;
  f->freed = candidate->kept[instance].freed;
  f->instances = candidate->instances;
  open_refuted (f, t, o);
  f->verdict = o->verdict;
  f->model = o->model;
  f->cause = o->cause;
  f->certifier = o->certifier;
  if (o->verdict == FT_CERTIFIED)
    f->witness = o->witness;
  else {
    f->reason = ft_strbuf_take (&o->reason);
    ft_witness_release (&o->witness);
  }
  ft_strbuf_release (&o->reason);
  results->failures_certified += f->verdict == FT_CERTIFIED;
  results->failures_refuted += f->verdict == FT_REFUTED;
  results->failures_undecided += f->verdict == FT_UNDECIDED;
}

static int compare (const void *a, const void *b) {
  const ft_failure *p = a, *q = b;
  if (p->verdict != q->verdict)
    return ft_verdict_rank (p->verdict) - ft_verdict_rank (q->verdict);
  if (p->fails != q->fails)
    return p->fails < q->fails ? -1 : 1;
  return (p->freed > q->freed) - (p->freed < q->freed);
}

// The branch of the path that begins with the event; FT_NO_ID: none does.
static ft_id branch_of_path (const ft_trace *t, ft_id event) {
  const ft_altpaths *a = &t->tables.altpaths;
  size_t all = a->branches.size + a->of_event.size;
  for (size_t i = 0; i < all; i++) {
    bool recorded = i < a->branches.size;
    size_t nested = i - a->branches.size;
    uint32_t path = recorded ? a->branches.begin[i].first
                             : a->of_event.begin[nested];
    for (; path != FT_NO_ID; path = a->list.begin[path].next)
      if (a->list.begin[path].first == event - t->size)
        return recorded ? (ft_id)a->branches.begin[i].position
                        : t->size + (ft_id)nested;
  }
  return FT_NO_ID;
}

// Whether the failure is an end with a status that the program computes
// (symex/altpath/exit_status.c), as most correct programs that do so have.
static bool is_computed_status (const ft_trace *t, const ft_failure *f) {
  const ft_event *e = t->events + f->fails;
  if (f->kind != FT_FAILURE_ABORT || !ft_event_fails (e) ||
      e->value != FT_MARK_EXIT)
    return false;
  ft_id branch = branch_of_path (t, f->fails);
  const ft_detail *d = ft_tables_detail (
      &t->tables, t->events + (branch != FT_NO_ID ? branch : f->fails - 1));
  return d && d->op == FT_OP_NE;
}

// Whether the failure is an exception, or std::terminate: the library's functions throw
// and terminate for misuse at many places that no thread comes to.
static bool is_exception (const ft_trace *t, const ft_failure *f) {
  const ft_event *e = t->events + f->fails;
  return ft_event_fails (e) && e->value == FT_MARK_THROW;
}

// Whether the search found a schedule of a use of freed memory, but the checker none, or
// only values or paths that are not known may lead there: what is used may be a new block
// at the old address, as in correct programs.
static bool may_use_new_block (const ft_failure *f) {
  return f->freed != FT_NO_ID &&
         (f->cause == FT_CAUSE_REFUSED || f->cause == FT_CAUSE_RECORDED);
}

static bool is_listed (const ft_trace *t, const ft_failure *f) {
  return !(ft_failure_is_listed_certified (f->kind, f->freed) ||
           is_computed_status (t, f) || is_exception (t, f) ||
           may_use_new_block (f)) ||
         f->verdict == FT_CERTIFIED;
}

bool ft_failure_is_left (const ft_failure *f) {
  return f->verdict == FT_UNDECIDED &&
         (f->cause == FT_CAUSE_BUDGET || f->cause == FT_CAUSE_TIMEOUT ||
          f->cause == FT_CAUSE_SOLVER);
}

bool ft_failure_wants_time (const ft_trace *t, const ft_failure *f) {
  return ft_failure_is_left (f) && is_listed (t, f);
}

void ft_failure_unsettle (ft_results *x, size_t i) {
  ft_failure *f = x->failures + i;
  assert (f->verdict == FT_UNDECIDED);
  x->failures_undecided--;
  free (f->reason);
  f->reason = NULL;
}

static void drop_unlisted (ft_results *x, const ft_trace *t) {
  size_t kept = 0;
  for (size_t i = 0; i < x->failure_count; i++) {
    ft_failure *f = x->failures + i;
    if (is_listed (t, f)) {
      x->failures[kept++] = *f;
      continue;
    }
    x->failures_refuted -= f->verdict == FT_REFUTED;
    x->failures_undecided -= f->verdict == FT_UNDECIDED;
    free (f->reason);
  }
  x->failure_count = kept;
}

void ft_failures_rank (ft_results *results, const ft_trace *trace) {
  drop_unlisted (results, trace);
  if (results->failure_count)
    qsort (results->failures, results->failure_count, sizeof *results->failures,
           compare);
}
