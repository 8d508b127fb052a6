#include "witness/expected.h"

typedef struct local_value {
  ft_id def; // event, FT_NO_ID for none so far
  ft_expected_value value;
} local_value;

// What to put back at the end of an alternative.
typedef struct undo {
  ft_id slot;
  local_value old;
} undo;

typedef struct work {
  ft_expected *to;
  const ft_recorded *facts;
  const ft_trace *trace;
  const ft_unfolding *paths;
  local_value *locals; // by slot
  FT_STACK (struct open_side {
    ft_id side;
    size_t undone; // size of 'undos' before it
  })
  sides; // alternatives that the event at hand is in
  FT_STACK (undo) undos;
} work;

const ft_detail *ft_expected_detail (const ft_trace *trace, const ft_event *e) {
  static const ft_detail nothing = FT_DETAIL_NONE;
  const ft_detail *d = ft_tables_detail (&trace->tables, e);
  return d ? d : &nothing;
}

// ---- alternatives ----------------------------------------------------------

static void leave_side (work *w) {
  for (size_t to = FT_POP (w->sides).undone; w->undos.size > to;) {
    undo u = FT_POP (w->undos);
    w->locals[u.slot] = u.old;
  }
}

// Locals are what they were at the branch of each alternative.
static void enter_side (work *w, ft_id event) {
  ft_id side = w->paths ? w->paths->altpath[event] : FT_NO_ID;
  ft_id outer = side == FT_NO_ID ? FT_NO_ID : w->paths->outer[side];
  while (!FT_EMPTY (w->sides) && FT_TOP (w->sides).side != side &&
         FT_TOP (w->sides).side != outer)
    leave_side (w);
  ft_id now = FT_EMPTY (w->sides) ? FT_NO_ID : FT_TOP (w->sides).side;
  if (side != now)
    FT_PUSH (w->sides, ((struct open_side){side, w->undos.size}));
}

static void define (work *w, ft_id event, ft_id slot, ft_expected_value value) {
  if (!FT_EMPTY (w->sides))
    FT_PUSH (w->undos, ((undo){slot, w->locals[slot]}));
  w->locals[slot] = (local_value){event, value};
}

// ---- one event -------------------------------------------------------------

static local_value operand (const work *w, const ft_event *e,
                            const ft_operand *o) {
  local_value none = {FT_NO_ID, {false, false, 0}};
  if (o->local == FT_NO_ID)
    return (local_value){FT_NO_ID, {true, false, o->constant}};
  ft_id slot = ft_recorded_local (w->facts, e->thread, o->local);
  return slot == FT_NO_ID ? none : w->locals[slot];
}

static void expect_list (work *w, const ft_event *e, uint32_t first,
                         uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    local_value v = operand (w, e, w->trace->tables.operands.begin + i);
    FT_PUSH (w->to->operands,
             ((ft_expected_operand){v.def, v.value.known, v.value.value}));
  }
}

static bool is_computed (const ft_detail *d) {
  return d->op != FT_OP_NONE && d->operands_known &&
         d->operand_count == ft_operator_arity (d->op);
}

// The operator's result for these operands; false if it is not known.
static bool apply (const work *w, const ft_event *e, uint64_t *result) {
  const ft_detail *d = ft_expected_detail (w->trace, e);
  uint64_t words[2] = {0, 0};
  for (uint32_t i = 0; i < d->operand_count; i++) {
    ft_expected_value v =
        operand (w, e, w->trace->tables.operands.begin + d->operands + i).value;
    if (!v.known)
      return false;
    words[i] = v.value;
  }
  return ft_operator_apply (d->op, ft_expected_width (e), words, result) ==
         FT_DEFINED;
}

// Without a value there is nothing that the operator could miss; in the run
// only a local may leave it out.  The outcome of a branch in an alternative is
// which of its sides is written out.
static ft_expected_value expect (const work *w, const ft_event *e) {
  bool has = e->flags & FT_HAS_VALUE, side = e->flags & FT_ALTPATH;
  ft_expected_value v = {has, false, has ? e->value : 0};
  uint64_t result;
  if (e->kind == FT_ATOMIC_RMW || ft_kind_reads (e->kind) ||
      !is_computed (ft_expected_detail (w->trace, e)))
    return v;
  if (side && e->kind == FT_BRANCH)
    return (ft_expected_value){has, true, e->value};
  bool applied = apply (w, e, &result);
  if (has)
    v.modelled = applied ? result == e->value : side;
  else
    v.modelled = side || (applied && e->kind == FT_LOCAL);
  return v.modelled && applied ? (ft_expected_value){true, true, result} : v;
}

static void follow (work *w, ft_id event) {
  const ft_event *e = w->trace->events + event;
  const ft_detail *d = ft_expected_detail (w->trace, e);
  if (w->paths)
    w->to->operands_of[event] = (uint32_t)w->to->operands.size;
  if (ft_event_is_void (e))
    return;
  enter_side (w, event);
  if (w->paths) {
    expect_list (w, e, d->operands, d->operand_count);
    expect_list (w, e, d->pointers, d->pointer_count);
  }
  if (!ft_kind_accesses (e->kind) && !ft_kind_computes (e->kind))
    return;
  w->to->events[event] = expect (w, e);
  if (d->result != FT_NO_ID)
    define (w, event, ft_recorded_local (w->facts, e->thread, d->result),
            w->to->events[event]);
}

// ---- all of them -----------------------------------------------------------

void ft_expected_init (ft_expected *x, const ft_recorded *facts,
                       const ft_unfolding *paths) {
  work w = {.to = x, .facts = facts, .trace = facts->trace, .paths = paths};
  *x = (ft_expected){.events = FT_ARRAY (ft_expected_value, w.trace->size)};
  if (paths)
    x->operands_of = FT_ARRAY (uint32_t, w.trace->size);
  w.locals = FT_ARRAY (local_value, facts->local_count);
  for (ft_id i = 0; i < facts->local_count; i++)
    w.locals[i].def = FT_NO_ID;
  for (ft_id e = 0; e < w.trace->size; e++)
    follow (&w, e);
  free (w.locals);
  FT_RELEASE (w.sides);
  FT_RELEASE (w.undos);
}

void ft_expected_release (ft_expected *x) {
  free (x->events);
  free (x->operands_of);
  FT_RELEASE (x->operands);
}
