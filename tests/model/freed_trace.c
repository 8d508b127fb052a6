#include "tests/model/freed_trace.h"

#include <string.h>

#include "tests/model/shrink.h"

// An atomic read-modify-write that is kept as recorded gets its own result as an
// operand.
static bool free_update (ft_trace *t, ft_event *e) {
  ft_detail *d =
      e->detail == FT_NO_ID ? NULL : t->tables.details.begin + e->detail;
  if (e->kind != FT_ATOMIC_RMW || e->flags & FT_CONDITIONAL || !d ||
      !d->operands_known || d->op != FT_OP_NONE || d->result == FT_NO_ID)
    return false;
  ft_id first = (ft_id)t->tables.operands.size;
  FT_PUSH (t->tables.operands, ((ft_operand){d->result, 0}));
  for (uint32_t i = 0; i < d->operand_count; i++) {
    ft_operand o = t->tables.operands.begin[d->operands + i];
    FT_PUSH (t->tables.operands, o);
  }
  d->operands = first;
  d->operand_count++;
  return true;
}

ft_trace *ft_freed_trace (const ft_trace *trace) {
  bool *keep = FT_ARRAY (bool, trace->size + 1), any = false;
  memset (keep, true, trace->size);
  ft_trace *t = ft_copy_trace (trace, keep);
  free (keep);
  for (ft_id i = 0; i < t->size; i++) {
    ft_event *e = t->events + i;
    if (e->kind == FT_BRANCH && e->flags & FT_CONCRETIZED) {
      ft_detail none = FT_DETAIL_NONE;
      none.operands_known = true;
      e->detail = (ft_id)t->tables.details.size;
      FT_PUSH (t->tables.details, none);
      any = true;
    } else
      any |= free_update (t, e);
  }
  if (any)
    return t;
  ft_trace_free (t);
  return NULL;
}
