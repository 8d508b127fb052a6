#include "certify/dependence.h"

#include <string.h>

// What a value may depend on: a read, or what two others do.  Nodes are shared,
// and each is gone through once: afterwards all its reads matter.  So the cost
// is linear in the trace, however values are put together.
struct flow_node {
  ft_id read;        // FT_NO_ID: none of its own
  ft_id left, right; // nodes, 0: nothing
  bool done;         // all that it depends on matters
};

// Of one thread: its reads so far, and for each local what its value may depend
// on.
struct flow {
  const ft_index *index;
  ft_id *matters; // see 'ft_reads'
  bool *by_value;
  FT_STACK (ft_id) pending; // reads that do not matter yet
  ft_id all;                // what depends on all reads so far
  ft_id *locals;            // nodes; FT_NO_ID for an undefined local
  FT_STACK (ft_id) defined; // locals to forget at the end of the thread
  FT_STACK (struct flow_node) nodes; // node 0 is nothing
  FT_STACK (ft_id) open;             // to be gone through
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
  flow->all = 0;
}

static void mark_node (struct flow *flow, ft_id node, ft_id k, bool by_value) {
  FT_PUSH (flow->open, node);
  while (!FT_EMPTY (flow->open)) {
    struct flow_node *n = flow->nodes.begin + FT_POP (flow->open);
    if (n->done)
      continue;
    n->done = true;
    if (n->read != FT_NO_ID)
      mark (flow, n->read, k, by_value);
    FT_PUSH (flow->open, n->left);
    FT_PUSH (flow->open, n->right);
  }
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
      mark_node (flow, flow->locals[local], k, by_value);
  }
}

static void define (struct flow *flow, ft_id local, ft_id node) {
  FT_PUSH (flow->defined, local);
  flow->locals[local] = node;
}

static ft_id join (struct flow *flow, ft_id a, ft_id b) {
  if (flow->nodes.begin[a].done || a == b)
    return b;
  if (flow->nodes.begin[b].done)
    return a;
  FT_PUSH (flow->nodes, ((struct flow_node){FT_NO_ID, a, b, false}));
  return (ft_id)flow->nodes.size - 1;
}

// The result of a three-address event depends on what its operands depend on.
static void flow_local (struct flow *flow, const ft_detail *d) {
  if (d->result == FT_NO_ID)
    return;
  ft_id node = d->operands_known ? 0 : flow->all;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    ft_id local = local_at (flow, d->operands + i);
    if (local == FT_NO_ID)
      continue;
    ft_id known = flow->locals[local];
    node = join (flow, node, known == FT_NO_ID ? flow->all : known);
  }
  define (flow, d->result, node);
}

static void flow_read (struct flow *flow, ft_id e, const ft_detail *d) {
  FT_PUSH (flow->pending, e);
  FT_PUSH (flow->nodes, ((struct flow_node){e, 0, 0, false}));
  ft_id node = (ft_id)flow->nodes.size - 1;
  if (d->result != FT_NO_ID)
    define (flow, d->result, node);
  flow->all = join (flow, flow->all, node);
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

void ft_dependence_find (const ft_index *x, ft_id *matters, bool *by_value) {
  struct flow flow = {.index = x, .matters = matters, .by_value = by_value};
  uint32_t locals = ft_tables_count (&x->trace->tables, FT_CLASS_LOCAL);
  flow.locals = FT_ARRAY (ft_id, locals);
  memset (flow.locals, 0xff, locals * sizeof *flow.locals);
  FT_PUSH (flow.nodes, ((struct flow_node){FT_NO_ID, 0, 0, true}));
  for (ft_tid t = 0; t < x->threads; t++) {
    for (ft_id k = 0; k < ft_index_length (x, t); k++)
      flow_event (&flow, ft_index_event (x, t, k), k);
    while (!FT_EMPTY (flow.defined))
      flow.locals[FT_POP (flow.defined)] = FT_NO_ID;
    FT_CLEAR (flow.pending);
    flow.nodes.size = 1;
    flow.all = 0;
  }
  free (flow.locals);
  FT_RELEASE (flow.pending);
  FT_RELEASE (flow.defined);
  FT_RELEASE (flow.nodes);
  FT_RELEASE (flow.open);
}
