// See 'expected.h'.  One pass over the trace with the values of all locals; at
// the end of an alternative path the locals that it defined get their values at
// its branch back.  Linear in the trace.

#include "witness/expected.h"

typedef struct local_value {
  ft_id def; // the event that defined it, FT_NO_ID: none so far
  ft_expected_value value;
} local_value;

// The value of a local before an alternative path defined it.
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
  FT_STACK (struct open_path {
    ft_id path;
    size_t undo_size; // size of 'undos' before it
  }) open; // alternative paths that contain the event at hand, outer first
  FT_STACK (undo) undos;
} work;

const ft_detail *ft_expected_detail (const ft_trace *trace, const ft_event *e) {
  static const ft_detail nothing = FT_DETAIL_NONE;
  const ft_detail *d = ft_tables_detail (&trace->tables, e);
  return d ? d : &nothing;
}

// ---- alternative paths ----

static void leave_path (work *w) {
  for (size_t to = FT_POP (w->open).undo_size; w->undos.size > to;) {
    undo u = FT_POP (w->undos);
    w->locals[u.slot] = u.old;
  }
}

// Leaves the alternative paths that do not contain the event and enters its own
// one.  A path begins with the locals as they are at its branch.
static void enter_path (work *w, ft_id event) {
  ft_id path = w->paths ? w->paths->altpath[event] : FT_NO_ID;
  ft_id outer = path == FT_NO_ID ? FT_NO_ID : w->paths->outer[path];
  while (!FT_EMPTY (w->open) && FT_TOP (w->open).path != path &&
         FT_TOP (w->open).path != outer)
    leave_path (w);
  ft_id innermost = FT_EMPTY (w->open) ? FT_NO_ID : FT_TOP (w->open).path;
  if (path != innermost)
    FT_PUSH (w->open, ((struct open_path){path, w->undos.size}));
}

static void define (work *w, ft_id event, ft_id slot, ft_expected_value value) {
  if (!FT_EMPTY (w->open))
    FT_PUSH (w->undos, ((undo){slot, w->locals[slot]}));
  w->locals[slot] = (local_value){event, value};
}

// ---- one event ----

static local_value operand (const work *w, const ft_event *e,
                            const ft_operand *o) {
  local_value none = {FT_NO_ID, {false, false, 0}};
  if (o->local == FT_NO_ID)
    return (local_value){FT_NO_ID, {true, false, o->constant}};
  ft_id slot = ft_recorded_local (w->facts, e->thread, o->local);
  return slot == FT_NO_ID ? none : w->locals[slot];
}

// An operand of the event's value: an exchange computes with what it reads itself.
static local_value value_operand (const work *w, const ft_event *e,
                                  const ft_operand *o) {
  const ft_detail *d = ft_expected_detail (w->trace, e);
  if (o->local == FT_NO_ID || o->local != d->result ||
      ft_exchange_of (&w->trace->tables, e) != FT_EXCHANGE_COMPUTES)
    return operand (w, e, o);
  bool has = e->flags & FT_HAS_VALUE;
  return (local_value){(ft_id)(e - w->trace->events),
                       {has, false, has ? e->value : 0}};
}

static void keep_operand (work *w, local_value v) {
  FT_PUSH (w->to->operands,
           ((ft_expected_operand){v.def, v.value.known, v.value.value}));
}

// The operands of the value, and then those of the address.
static void expect_operands (work *w, const ft_event *e, const ft_detail *d) {
  const ft_operand *all = w->trace->tables.operands.begin;
  for (uint32_t i = 0; i < d->operand_count; i++)
    keep_operand (w, value_operand (w, e, all + d->operands + i));
  for (uint32_t i = 0; i < d->pointer_count; i++)
    keep_operand (w, operand (w, e, all + d->pointers + i));
}

static bool is_computed (const ft_detail *d) {
  return d->op != FT_OP_NONE && d->operands_known &&
         d->operand_count == ft_operator_arity (d->op);
}

// The operator's result for the event's operands; false if it is not known.
static bool apply (const work *w, const ft_event *e, uint64_t *result) {
  const ft_detail *d = ft_expected_detail (w->trace, e);
  uint64_t words[2] = {0, 0};
  for (uint32_t i = 0; i < d->operand_count; i++) {
    const ft_operand *o = w->trace->tables.operands.begin + d->operands + i;
    ft_expected_value v = value_operand (w, e, o).value;
    if (!v.known)
      return false;
    words[i] = v.value;
  }
  return ft_operator_apply (d->op, ft_expected_width (e), words, result) ==
         FT_DEFINED;
}

// Whether a compare-and-swap of the run compared what it read with its first
// operand and wrote the second one.
static bool swapped_recorded (const work *w, const ft_event *e) {
  const ft_detail *d = ft_expected_detail (w->trace, e);
  const ft_operand *list = w->trace->tables.operands.begin + d->operands;
  uint64_t recorded[2] = {e->value, d->written};
  bool same = e->flags & FT_HAS_VALUE && d->written_known;
  for (int i = 0; i < 2 && same; i++) {
    ft_expected_value v = operand (w, e, list + i).value;
    same = v.known &&
           ft_operator_cut (ft_expected_width (e), v.value) == recorded[i];
  }
  return same;
}

// Whether the operator of an exchange of the run gives what it did there.
static bool leaves_recorded (const work *w, const ft_event *e) {
  const ft_detail *d = ft_expected_detail (w->trace, e);
  uint64_t result;
  if (e->flags & FT_CONDITIONAL)
    return swapped_recorded (w, e);
  return d->written_known && is_computed (d) && apply (w, e, &result) &&
         result == d->written;
}

// The value of an event in the trace, and whether it is modelled: the operator
// gives the recorded value (of an exchange of the run, the value written).
// Without a recorded value the operator cannot be wrong; in the recorded run
// only a local may leave its value out.  The outcome of a branch on an
// alternative path names the path that the trace holds after it.
static ft_expected_value expect (const work *w, const ft_event *e) {
  bool has = e->flags & FT_HAS_VALUE, altpath = e->flags & FT_ALTPATH;
  ft_expected_value v = {has, false, has ? e->value : 0};
  uint64_t result;
  if (!altpath && ft_exchange_of (&w->trace->tables, e) != FT_EXCHANGE_NONE)
    v.modelled = leaves_recorded (w, e);
  if (e->kind == FT_ATOMIC_RMW || ft_kind_reads (e->kind) ||
      !is_computed (ft_expected_detail (w->trace, e)))
    return v;
  if (altpath && e->kind == FT_BRANCH)
    return (ft_expected_value){has, true, e->value};
  bool applied = apply (w, e, &result);
  if (has)
    v.modelled = applied ? result == e->value : altpath;
  else
    v.modelled = altpath || (applied && e->kind == FT_LOCAL);
  return v.modelled && applied ? (ft_expected_value){true, true, result} : v;
}

static void expect_event (work *w, ft_id event) {
  const ft_event *e = w->trace->events + event;
  const ft_detail *d = ft_expected_detail (w->trace, e);
  if (w->paths)
    w->to->operands_of[event] = (uint32_t)w->to->operands.size;
  if (ft_event_is_void (e))
    return;
  enter_path (w, event);
  if (w->paths)
    expect_operands (w, e, d);
  if (!ft_kind_accesses (e->kind) && !ft_kind_computes (e->kind))
    return;
  w->to->events[event] = expect (w, e);
  if (d->result != FT_NO_ID)
    define (w, event, ft_recorded_local (w->facts, e->thread, d->result),
            w->to->events[event]);
}

// ---- all events ----

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
    expect_event (&w, e);
  free (w.locals);
  FT_RELEASE (w.open);
  FT_RELEASE (w.undos);
}

void ft_expected_release (ft_expected *x) {
  free (x->events);
  free (x->operands_of);
  FT_RELEASE (x->operands);
}
