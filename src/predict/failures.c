#include "predict/failures.h"

#include "predict/certifier.h"

// Whether the trace says of each value that depends on reads how it does.
static bool follows_values (const ft_trace *t) {
  for (ft_id i = 0; i < t->size; i++) {
    const ft_event *e = t->events + i;
    const ft_detail *d = ft_tables_detail (&t->tables, e);
    bool computes = e->kind == FT_LOCAL || e->kind == FT_BRANCH ||
                    ft_kind_writes ((enum ft_kind)e->kind);
    if (computes && d && d->operand_count && d->op == FT_OP_NONE)
      return false;
  }
  return true;
}

// That no path which is known fails is no proof that none does: a value that
// re-execution does not follow (a float, the result of a call) may decide a
// branch otherwise.
static void open_refuted (const ft_failure *f, const ft_trace *t, ft_outcome *o) {
  if (f->fails == FT_NO_ID || f->freed != FT_NO_ID || o->verdict != FT_REFUTED ||
      (o->left_open == FT_MODEL_MCM && follows_values (t)))
    return;
  ft_outcome_decide (o, FT_UNDECIDED, o->certifier);
  o->cause = FT_CAUSE_RECORDED;
  ft_strbuf_add (&o->reason,
                 "; with values that are not followed it stays open");
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

static int rank (enum ft_verdict verdict) {
  switch (verdict) {
  case FT_CERTIFIED:
    return 0;
  case FT_UNDECIDED:
    return 1;
  case FT_REFUTED:
    return 2;
  }
  return 3;
}

static int compare (const void *a, const void *b) {
  const ft_failure *p = a, *q = b;
  if (p->verdict != q->verdict)
    return rank (p->verdict) - rank (q->verdict);
  if (p->fails != q->fails)
    return p->fails < q->fails ? -1 : 1;
  return (p->freed > q->freed) - (p->freed < q->freed);
}

void ft_failures_rank (ft_results *results) {
  if (results->failure_count)
    qsort (results->failures, results->failure_count,
           sizeof *results->failures, compare);
}
