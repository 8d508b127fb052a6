#include "predict/failures.h"

void ft_failure_settle (ft_results *results, size_t i,
                        const ft_failure_candidate *candidate,
                        uint32_t instance, ft_outcome *o) {
  ft_failure *f = results->failures + i;
  f->kind = candidate->kind;
  f->fails = candidate->kept[instance].fails;
  f->freed = candidate->kept[instance].freed;
  f->instances = candidate->instances;
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
