#include "candidate/null_pointers.h"

#include "base/hash.h"

struct ft_null_pointers {
  const ft_trace *trace;
  ft_map variables; // that may hold a null pointer
  ft_map zeros;     // that may hold 0
  ft_map defined;   // by thread and local: the event that defines the local
  ft_map branches;  // by the first event of an alternative path: its branch
};

static uint64_t local_key (ft_tid thread, ft_id local) {
  return (uint64_t)thread << 32 | local;
}

// ---- variables ---------------------------------------------------------------

static bool has_local (const ft_trace *t, const ft_detail *d) {
  const ft_operand *list = t->tables.operands.begin + d->operands;
  for (uint32_t i = 0; i < d->operand_count; i++)
    if (list[i].local != FT_NO_ID)
      return true;
  return false;
}

static bool may_write_below (const ft_trace *t, const ft_event *e,
                             const ft_detail *d, uint64_t limit) {
  if (!ft_kind_writes ((enum ft_kind)e->kind))
    return false;
  if (d && has_local (t, d))
    return true;
  if (e->kind == FT_ATOMIC_RMW)
    return !d || !d->written_known || d->written < limit;
  return !(e->flags & FT_HAS_VALUE) || e->value < limit;
}

static bool may_hold_below (const ft_trace *t, const ft_event *e,
                            const ft_detail *d, uint64_t limit) {
  return may_write_below (t, e, d, limit) ||
         (d && d->initial_known && d->initial < limit);
}

static void note_event (ft_null_pointers *n, ft_id event) {
  const ft_event *e = n->trace->events + event;
  const ft_detail *d = ft_tables_detail (&n->trace->tables, e);
  if (d && d->result != FT_NO_ID)
    *ft_map_at (&n->defined, local_key (e->thread, d->result)) = event;
  if (!ft_kind_accesses (e->kind))
    return;
  if (may_hold_below (n->trace, e, d, FT_NULL_PAGE))
    *ft_map_at (&n->variables, e->target) = event;
  if (may_hold_below (n->trace, e, d, 1))
    *ft_map_at (&n->zeros, e->target) = event;
}

// ---- branches ----------------------------------------------------------------

static void note_paths (ft_null_pointers *n, uint32_t path, ft_id branch) {
  const ft_altpaths *a = &n->trace->tables.altpaths;
  for (; path != FT_NO_ID; path = a->list.begin[path].next)
    *ft_map_at (&n->branches, a->list.begin[path].first) = branch;
}

static void note_branches (ft_null_pointers *n) {
  const ft_altpaths *a = &n->trace->tables.altpaths;
  for (size_t i = 0; i < a->branches.size; i++)
    note_paths (n, a->branches.begin[i].first,
                (ft_id)a->branches.begin[i].position);
  for (size_t i = 0; i < a->of_event.size; i++)
    note_paths (n, a->of_event.begin[i], n->trace->size + (ft_id)i);
}

ft_null_pointers *ft_null_pointers_new (const ft_trace *t) {
  ft_null_pointers *n = FT_NEW (ft_null_pointers);
  n->trace = t;
  for (ft_id e = 0; e < t->size + t->altpath_events; e++)
    note_event (n, e);
  note_branches (n);
  return n;
}

void ft_null_pointers_free (ft_null_pointers *n) {
  if (!n)
    return;
  ft_map_release (&n->variables);
  ft_map_release (&n->zeros);
  ft_map_release (&n->defined);
  ft_map_release (&n->branches);
  free (n);
}

// ---- marks -------------------------------------------------------------------

// The branch on whether the pointer is null, or the divisor 0: the path of its other
// outcome is the mark, or the mark comes behind it on a path where it is already.
static ft_id branch_of (const ft_null_pointers *n, ft_id mark) {
  ft_id branch = ft_map_get (&n->branches, mark - n->trace->size);
  return branch != FT_NO_ID ? branch : mark - 1;
}

// Follows the first operand of the event for as long as it is computed by 'op' alone,
// to what it is read from, which is among the variables, or to a constant.  True for
// what is computed otherwise.
static bool may_be_below (const ft_null_pointers *n, ft_id event,
                          enum ft_operator op, const ft_map *variables,
                          uint64_t limit) {
  const ft_tables *tables = &n->trace->tables;
  for (int steps = 0; steps < 64; steps++) {
    const ft_event *e = n->trace->events + event;
    const ft_detail *d = ft_tables_detail (tables, e);
    if (ft_kind_reads ((enum ft_kind)e->kind))
      return ft_map_get (variables, e->target) != FT_NO_ID;
    if (!d || !d->operand_count || (e->kind == FT_LOCAL && d->op != op))
      return true;
    const ft_operand *o = tables->operands.begin + d->operands;
    if (o->local == FT_NO_ID)
      return o->constant < limit;
    event = ft_map_get (&n->defined, local_key (e->thread, o->local));
    if (event == FT_NO_ID)
      return true;
  }
  return true;
}

// The pointer of which an address is computed is the first operand of each sum.  An
// address in an object whose own address is constant is none.
bool ft_null_pointers_allow (const ft_null_pointers *n, ft_id mark) {
  return n->trace->events[mark].value == FT_MARK_DIVISION
             ? may_be_below (n, branch_of (n, mark), FT_OP_COPY, &n->zeros, 1)
             : may_be_below (n, branch_of (n, mark), FT_OP_UADD, &n->variables,
                             FT_NULL_PAGE);
}
