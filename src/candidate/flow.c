#include "candidate/flow.h"

#include <string.h>

struct flow_cell {
  ft_id read, rest;
};

// Of one thread: its reads so far, and for each local the reads that its
// value may depend on, as an immutable list of cells.
struct flow {
  const ft_index *index;
  ft_id *matters; // see 'ft_reads'
  bool *by_value;
  FT_STACK (ft_id) pending; // reads that do not matter yet
  ft_id *locals;            // first cell; FT_NO_ID for an undefined local
  FT_STACK (ft_id) defined; // locals to forget at the end of the thread
  FT_STACK (struct flow_cell) cells; // cell 0 is the empty list
};

static void mark (struct flow *flow, ft_id read, ft_id k, bool by_value) {
  if (flow->matters[read] != FT_NO_ID)
    return;
  flow->matters[read] = k;
  flow->by_value[read] = by_value;
}

static void mark_all (struct flow *flow, ft_id k, bool by_value) {
  for (size_t i = 0; i < flow->pending.size; i++)
    mark (flow, flow->pending.begin[i], k, by_value);
  FT_CLEAR (flow->pending);
}

static ft_id local_at (const struct flow *flow, uint32_t operand) {
  return flow->index->trace->tables.operands.begin[operand].local;
}

// The event at 'k' depends on a list of operands, or on an unknown one.
static void use (struct flow *flow, bool known, uint32_t first, uint32_t n,
                 ft_id k, bool by_value) {
  if (!known)
    mark_all (flow, k, by_value);
  for (uint32_t i = first; known && i < first + n; i++) {
    ft_id local = local_at (flow, i);
    if (local == FT_NO_ID)
      continue;
    if (flow->locals[local] == FT_NO_ID)
      mark_all (flow, k, by_value);
    else
      for (ft_id c = flow->locals[local]; c; c = flow->cells.begin[c].rest)
        mark (flow, flow->cells.begin[c].read, k, by_value);
  }
}

static void define (struct flow *flow, ft_id local, ft_id cells) {
  FT_PUSH (flow->defined, local);
  flow->locals[local] = cells;
}

static ft_id add_cell (struct flow *flow, ft_id cells, ft_id read) {
  if (flow->matters[read] != FT_NO_ID)
    return cells; // what it taints makes no difference any more
  FT_PUSH (flow->cells, ((struct flow_cell){read, cells}));
  return (ft_id)flow->cells.size - 1;
}

static ft_id add_all (struct flow *flow, ft_id cells) {
  for (size_t i = 0; i < flow->pending.size; i++)
    cells = add_cell (flow, cells, flow->pending.begin[i]);
  return cells;
}

// The result of a three-address event depends on what its operands depend on.
static void flow_local (struct flow *flow, const ft_detail *d) {
  if (d->result == FT_NO_ID)
    return;
  ft_id cells = d->operands_known ? 0 : add_all (flow, 0);
  for (uint32_t i = 0; i < d->operand_count; i++) {
    ft_id local = local_at (flow, d->operands + i);
    if (local == FT_NO_ID)
      continue;
    if (flow->locals[local] == FT_NO_ID)
      cells = add_all (flow, cells);
    else
      for (ft_id c = flow->locals[local]; c; c = flow->cells.begin[c].rest)
        cells = add_cell (flow, cells, flow->cells.begin[c].read);
  }
  define (flow, d->result, cells);
}

static void flow_read (struct flow *flow, ft_id e, const ft_detail *d) {
  FT_PUSH (flow->pending, e);
  if (d->result != FT_NO_ID)
    define (flow, d->result, add_cell (flow, 0, e));
}

static void flow_event (struct flow *flow, ft_id e, ft_id k) {
  static const ft_detail unknown = FT_DETAIL_NONE;
  const ft_event *event = flow->index->trace->events + e;
  const ft_detail *d = ft_tables_detail (&flow->index->trace->tables, event);
  if (ft_event_is_void (event))
    return;
  d = d ? d : &unknown;
  if (event->kind == FT_LOCAL)
    flow_local (flow, d);
  if (ft_kind_accesses (event->kind) || event->kind == FT_FREE)
    use (flow, d->pointers_known, d->pointers, d->pointer_count, k, false);
  bool ends = event->kind == FT_BRANCH ||
              (event->kind == FT_LOCAL && ft_operator_divides (d->op));
  if (ft_kind_writes (event->kind) || ends)
    use (flow, d->operands_known, d->operands, d->operand_count, k, !ends);
  if (event->kind == FT_ATOMIC_RMW)
    mark (flow, e, k, true); // what it writes depends on what it reads
  if (ft_kind_reads (event->kind))
    flow_read (flow, e, d);
}

void ft_flow_follow (const ft_index *x, ft_id *matters, bool *by_value) {
  struct flow flow = {.index = x, .matters = matters, .by_value = by_value};
  uint32_t locals = ft_tables_count (&x->trace->tables, FT_CLASS_LOCAL);
  flow.locals = FT_ARRAY (ft_id, locals);
  memset (flow.locals, 0xff, locals * sizeof *flow.locals);
  FT_PUSH (flow.cells, ((struct flow_cell){FT_NO_ID, 0}));
  for (ft_tid t = 0; t < x->threads; t++) {
    for (ft_id k = 0; k < ft_index_length (x, t); k++)
      flow_event (&flow, ft_index_event (x, t, k), k);
    while (!FT_EMPTY (flow.defined))
      flow.locals[FT_POP (flow.defined)] = FT_NO_ID;
    FT_CLEAR (flow.pending);
    flow.cells.size = 1;
  }
  free (flow.locals);
  FT_RELEASE (flow.pending);
  FT_RELEASE (flow.defined);
  FT_RELEASE (flow.cells);
}
