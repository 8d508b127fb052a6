#include "candidate/flow.h"

struct flow_cell {
  ft_id read, rest;
};

// The reads of one thread whose values each local may depend on, and those
// that may be anywhere because their destination was not recorded.
struct flow {
  const ft_index *index;
  ft_id *matters;                    // see 'ft_reads'
  FT_STACK (ft_id) pending;          // reads that do not matter yet
  FT_STACK (ft_id) untracked;        // of those, the ones without a destination
  ft_id *locals;                     // per local: its taint, 0 if none
  FT_STACK (ft_id) touched;          // locals to reset at the end of the thread
  FT_STACK (struct flow_cell) cells; // taints as immutable lists
};

static void mark (struct flow *flow, ft_id read, ft_id k) {
  if (flow->matters[read] == FT_NO_ID)
    flow->matters[read] = k;
}

static void mark_all (struct flow *flow, ft_id k) {
  for (size_t i = 0; i < flow->pending.size; i++)
    mark (flow, flow->pending.begin[i], k);
  FT_CLEAR (flow->pending);
  FT_CLEAR (flow->untracked);
}

static void mark_operands (struct flow *flow, const ft_operand *operands,
                           size_t n, ft_id k) {
  for (size_t i = 0; i < n; i++)
    if (operands[i].local != FT_NO_ID)
      for (ft_id c = flow->locals[operands[i].local]; c;
           c = flow->cells.begin[c].rest)
        mark (flow, flow->cells.begin[c].read, k);
  if (!n)
    return;
  for (size_t i = 0; i < flow->untracked.size; i++)
    mark (flow, flow->untracked.begin[i], k);
  FT_CLEAR (flow->untracked);
}

// A list of operands that the event at 'k' depends on, or an unknown one.
static void use (struct flow *flow, bool known, uint32_t first, uint32_t n,
                 ft_id k) {
  if (!known)
    mark_all (flow, k);
  else
    mark_operands (flow, flow->index->trace->tables.operands.begin + first, n,
                   k);
}

static ft_id add_taint (struct flow *flow, ft_id taint, ft_id read) {
  if (flow->matters[read] != FT_NO_ID)
    return taint;
  FT_PUSH (flow->cells, ((struct flow_cell){read, taint}));
  return (ft_id)flow->cells.size - 1;
}

static void assign (struct flow *flow, ft_id local, ft_id taint) {
  FT_PUSH (flow->touched, local);
  flow->locals[local] = taint;
}

static void flow_local (struct flow *flow, const ft_detail *detail) {
  if (!detail || detail->result == FT_NO_ID)
    return;
  ft_id taint = 0;
  const ft_tables *tables = &flow->index->trace->tables;
  if (!detail->operands_known)
    for (size_t i = 0; i < flow->pending.size; i++)
      taint = add_taint (flow, taint, flow->pending.begin[i]);
  for (uint32_t i = 0; i < detail->operand_count; i++) {
    ft_id local = tables->operands.begin[detail->operands + i].local;
    if (local != FT_NO_ID)
      for (ft_id c = flow->locals[local]; c; c = flow->cells.begin[c].rest)
        taint = add_taint (flow, taint, flow->cells.begin[c].read);
  }
  if (detail->operand_count)
    for (size_t i = 0; i < flow->untracked.size; i++)
      taint = add_taint (flow, taint, flow->untracked.begin[i]);
  assign (flow, detail->result, taint);
}

static void flow_read (struct flow *flow, ft_id e, const ft_detail *detail) {
  FT_PUSH (flow->pending, e);
  if (detail && detail->result != FT_NO_ID)
    assign (flow, detail->result, add_taint (flow, 0, e));
  else
    FT_PUSH (flow->untracked, e);
}

static void flow_event (struct flow *flow, ft_id e, ft_id k) {
  const ft_trace *trace = flow->index->trace;
  const ft_event *event = trace->events + e;
  if (ft_event_is_void (event))
    return;
  const ft_detail *detail = ft_tables_detail (&trace->tables, event);
  static const ft_detail unknown = FT_DETAIL_NONE;
  const ft_detail *d = detail ? detail : &unknown;
  if (event->kind == FT_LOCAL)
    flow_local (flow, detail);
  else if (event->kind == FT_BRANCH)
    use (flow, d->operands_known, d->operands, d->operand_count, k);
  else if (ft_kind_accesses (event->kind)) {
    use (flow, d->pointers_known, d->pointers, d->pointer_count, k);
    if (ft_kind_writes (event->kind))
      use (flow, d->operands_known, d->operands, d->operand_count, k);
    if (ft_kind_reads (event->kind))
      flow_read (flow, e, detail);
  }
}

void ft_flow_follow (const ft_index *x, ft_id *matters) {
  struct flow flow = {.index = x, .matters = matters};
  flow.locals =
      FT_ARRAY (ft_id, ft_tables_count (&x->trace->tables, FT_CLASS_LOCAL));
  FT_PUSH (flow.cells, ((struct flow_cell){FT_NO_ID, 0}));
  for (ft_tid t = 0; t < x->threads; t++) {
    for (ft_id k = 0; k < ft_index_length (x, t); k++)
      flow_event (&flow, ft_index_event (x, t, k), k);
    while (!FT_EMPTY (flow.touched))
      flow.locals[FT_POP (flow.touched)] = 0;
    FT_CLEAR (flow.pending);
    FT_CLEAR (flow.untracked);
    flow.cells.size = 1;
  }
  free (flow.locals);
  FT_RELEASE (flow.pending);
  FT_RELEASE (flow.untracked);
  FT_RELEASE (flow.touched);
  FT_RELEASE (flow.cells);
}
