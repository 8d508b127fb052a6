#include "certify/dependence.h"

#include <string.h>

// The reads that a value may depend on: one read, or those of two other nodes.
// Nodes are shared, and each is visited once; afterwards all its reads matter.
// So the cost is linear in the trace, however values are combined.
struct dependence_node {
  ft_id read;        // FT_NO_ID: no read of its own
  ft_id left, right; // nodes; 0: none
  bool done;         // all its reads are marked
};

// One thread: its reads so far, and for each local the reads that its value may
// depend on.
struct dependence {
  const ft_index *index;
  ft_id *matters; // see 'ft_reads'
  bool *by_value;
  bool *frozen;             // NULL: only uses that are known
  bool assumed;             // the event at hand is FT_CONCRETIZED
  bool addresses;           // the use at hand is as an address
  FT_STACK (ft_id) pending; // reads that do not matter yet
  ft_id all_reads;          // node that depends on all reads so far
  ft_id *locals;            // nodes; FT_NO_ID for an undefined local
  FT_STACK (ft_id) defined; // locals to forget at the end of the thread
  FT_STACK (struct dependence_node) nodes; // node 0 depends on nothing
  FT_STACK (ft_id) open;                   // nodes to be visited
};

// Whether the read is of an update that another thread may make first: with
// what it then reads (a ticket, an index) the thread accesses other memory, and
// goes on.
static bool is_ticket (const struct dependence *deps, ft_id read) {
  const ft_event *e = deps->index->trace->events + read;
  return e->kind == FT_ATOMIC_RMW && !(e->flags & FT_CONDITIONAL);
}

static void mark (struct dependence *deps, ft_id read, ft_id k, bool by_value) {
  const ft_event *e = deps->index->trace->events + read;
  if (deps->matters[read] != FT_NO_ID ||
      (!deps->frozen && e->kind == FT_ATOMIC_RMW))
    return;
  deps->matters[read] = k;
  deps->by_value[read] = by_value;
  if (deps->frozen)
    deps->frozen[read] =
        deps->assumed || (deps->addresses && is_ticket (deps, read));
}

static void mark_all (struct dependence *deps, ft_id k, bool by_value) {
  for (size_t i = 0; i < deps->pending.size; i++)
    mark (deps, deps->pending.begin[i], k, by_value);
  FT_CLEAR (deps->pending);
  deps->all_reads = 0;
}

static void mark_node (struct dependence *deps, ft_id node, ft_id k,
                       bool by_value) {
  FT_PUSH (deps->open, node);
  while (!FT_EMPTY (deps->open)) {
    struct dependence_node *n = deps->nodes.begin + FT_POP (deps->open);
    if (n->done)
      continue;
    n->done = true;
    if (n->read != FT_NO_ID)
      mark (deps, n->read, k, by_value);
    FT_PUSH (deps->open, n->left);
    FT_PUSH (deps->open, n->right);
  }
}

static ft_id local_at (const struct dependence *deps, uint32_t operand) {
  return deps->index->trace->tables.operands.begin[operand].local;
}

// The event at 'k' depends on a list of operands, or on an unknown one.  'own'
// is the local that the event itself defines, FT_NO_ID if it uses none such.
static void use_operands (struct dependence *deps, bool known, uint32_t first,
                          uint32_t n, ft_id k, bool by_value, ft_id own) {
  if (!known)
    mark_all (deps, k, by_value);
  for (uint32_t i = first; known && i < first + n; i++) {
    ft_id local = local_at (deps, i);
    if (local == FT_NO_ID || local == own)
      continue;
    if (deps->locals[local] == FT_NO_ID)
      mark_all (deps, k, by_value);
    else
      mark_node (deps, deps->locals[local], k, by_value);
  }
}

static void define (struct dependence *deps, ft_id local, ft_id node) {
  FT_PUSH (deps->defined, local);
  deps->locals[local] = node;
}

static ft_id join_nodes (struct dependence *deps, ft_id a, ft_id b) {
  if (deps->nodes.begin[a].done || a == b)
    return b;
  if (deps->nodes.begin[b].done)
    return a;
  FT_PUSH (deps->nodes, ((struct dependence_node){FT_NO_ID, a, b, false}));
  return (ft_id)deps->nodes.size - 1;
}

// The result of a three-address event depends on the same reads as its
// operands.
static void visit_local (struct dependence *deps, const ft_detail *d) {
  if (d->result == FT_NO_ID)
    return;
  ft_id node = d->operands_known ? 0 : deps->all_reads;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    ft_id local = local_at (deps, d->operands + i);
    if (local == FT_NO_ID)
      continue;
    ft_id known = deps->locals[local];
    node = join_nodes (deps, node, known == FT_NO_ID ? deps->all_reads : known);
  }
  define (deps, d->result, node);
}

static void visit_read (struct dependence *deps, ft_id e, const ft_detail *d) {
  FT_PUSH (deps->pending, e);
  FT_PUSH (deps->nodes, ((struct dependence_node){e, 0, 0, false}));
  ft_id node = (ft_id)deps->nodes.size - 1;
  if (d->result != FT_NO_ID)
    define (deps, d->result, node);
  deps->all_reads = join_nodes (deps, deps->all_reads, node);
}

// Whether the variable stands for what no record shows, such as the writes of
// uninstrumented code: its name is in parentheses, and its order is kept.
static bool stands_for_others (const struct dependence *deps, ft_id variable) {
  const ft_tables *tables = &deps->index->trace->tables;
  return *ft_tables_name (tables, FT_CLASS_VARIABLE, variable) == '(';
}

static void visit_event (struct dependence *deps, ft_id e, ft_id k) {
  static const ft_detail unknown = FT_DETAIL_NONE;
  const ft_event *event = deps->index->trace->events + e;
  const ft_detail *d = ft_tables_detail (&deps->index->trace->tables, event);
  if (ft_event_is_void (event))
    return;
  d = d ? d : &unknown;
  if (event->kind == FT_LOCAL)
    visit_local (deps, d);
  deps->addresses = d->pointers_known;
  if (ft_kind_accesses (event->kind) || event->kind == FT_FREE)
    use_operands (deps, d->pointers_known, d->pointers, d->pointer_count, k,
                  false, FT_NO_ID);
  deps->addresses = false;
  bool exchange = ft_event_is_exchange (&deps->index->trace->tables, event);
  bool ends = event->kind == FT_BRANCH ||
              (event->kind == FT_LOCAL && ft_operator_divides (d->op));
  deps->assumed = ft_event_is_unknown_use (event);
  if ((ft_kind_writes (event->kind) || ends) &&
      !(deps->assumed && !deps->frozen))
    use_operands (deps, d->operands_known, d->operands, d->operand_count, k,
                  !ends, exchange ? d->result : FT_NO_ID);
  deps->assumed = event->kind == FT_ATOMIC_RMW &&
                  !(event->flags & FT_CONDITIONAL) &&
                  !stands_for_others (deps, event->target);
  if (event->kind == FT_ATOMIC_RMW && !exchange)
    mark (deps, e, k, true); // the written value depends on the read
  deps->assumed = false;
  if (ft_kind_reads (event->kind))
    visit_read (deps, e, d);
}

static void find (const ft_index *x, ft_id *matters, bool *by_value,
                  bool *frozen) {
  struct dependence deps = {.index = x,
                            .matters = matters,
                            .by_value = by_value,
                            .frozen = frozen};
  uint32_t locals = ft_tables_count (&x->trace->tables, FT_CLASS_LOCAL);
  deps.locals = FT_ARRAY (ft_id, locals);
  memset (deps.locals, 0xff, locals * sizeof *deps.locals);
  FT_PUSH (deps.nodes, ((struct dependence_node){FT_NO_ID, 0, 0, true}));
  for (ft_tid t = 0; t < x->threads; t++) {
    for (ft_id k = 0; k < ft_index_length (x, t); k++)
      visit_event (&deps, ft_index_event (x, t, k), k);
    while (!FT_EMPTY (deps.defined))
      deps.locals[FT_POP (deps.defined)] = FT_NO_ID;
    FT_CLEAR (deps.pending);
    deps.nodes.size = 1;
    deps.all_reads = 0;
  }
  free (deps.locals);
  FT_RELEASE (deps.pending);
  FT_RELEASE (deps.defined);
  FT_RELEASE (deps.nodes);
  FT_RELEASE (deps.open);
}

void ft_dependence_find (const ft_index *x, ft_id *matters, bool *by_value,
                         bool *frozen) {
  find (x, matters, by_value, frozen);
}

void ft_dependence_find_certain (const ft_index *x, ft_id *matters,
                                 bool *by_value) {
  find (x, matters, by_value, NULL);
}
