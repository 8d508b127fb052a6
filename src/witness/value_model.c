// The value and the path model (RECIPE, Liu, Zhang, Tripp, Zheng 2015, Sections
// III and IV), by evaluating the schedule concretely.
//
// A read may return another value than in the trace.  Locals, the values of
// writes and the outcomes of branches are computed again from it.  A schedule
// is valid if every branch has its recorded outcome, or under 'path' one for
// which the trace has an alternative path, and if the locals of every address
// have the values of the trace.
//
// An event is modelled if its operator was recorded and gives the recorded
// value for the operands of the trace.  An event that is not modelled, or has
// an unknown operand, concretizes its operands: they must have the values of
// the trace.  So a trace without operators leaves the maximal causal model.  An
// overflow or a shift out of range gives an unknown value, which concretizes
// the events that use it.  A division that ends the program is refused, also
// before a racing access.  'expected.h' has the values of events on alternative
// paths.
//
// Compared with an interpreter of tiny programs that runs all their schedules
// in tests/unit/test_values.c and test_paths.c.

#include <assert.h>

#include "witness/value_model.h"

typedef ft_checker_local value; // as in the trace or not, known or not

void ft_checker_values_free (ft_checker_values *v) {
  if (!v)
    return;
  FT_RELEASE (v->changed);
  ft_expected_release (&v->expected);
  free (v->written);
  free (v);
}

void ft_checker_values_prepare (ft_checker *c) {
  if (!c->values) {
    c->values = FT_NEW (ft_checker_values);
    ft_expected_init (&c->values->expected, &c->facts, c->paths);
    c->values->written = FT_ARRAY (value, c->trace->size);
  }
  FT_CLEAR (c->values->changed);
}

static const ft_detail *detail_of (const ft_checker *c, const ft_event *e) {
  return ft_expected_detail (c->trace, e);
}

// ---- operands ----

// Under 'path' the local may have another definition than in the trace.  Its
// value is then right if operand 'k' of the event had the same one there.
static value compare_with_trace (const ft_checker *c, ft_id event, uint32_t k,
                                 value v) {
  if (!c->paths)
    return v;
  const ft_expected *x = &c->values->expected;
  const ft_expected_operand *o = x->operands.begin + x->operands_of[event] + k;
  if (v.def == o->def && v.wrong.read == FT_NO_ID)
    return v;
  bool same = v.known && o->known && v.value == o->value;
  if (same)
    v.wrong = FT_NO_WRONG_READ;
  else if (v.wrong.read == FT_NO_ID)
    v.wrong = (ft_wrong_read){event, FT_NO_ID, FT_NO_ID};
  return v;
}

// The value of operand 'k' in the schedule.  A local that no event of the
// schedule defined may depend on any read of the thread.
static value operand_value (ft_checker *c, ft_id event, const ft_operand *o,
                            uint32_t k) {
  ft_tid t = c->trace->events[event].thread;
  if (o->local == FT_NO_ID)
    return (value){.stamp = c->run,
                   .wrong = FT_NO_WRONG_READ,
                   .known = true,
                   .value = o->constant};
  ft_id slot = ft_recorded_local (&c->facts, t, o->local);
  if (slot != FT_NO_ID && c->locals[slot].stamp == c->run)
    return compare_with_trace (c, event, k, c->locals[slot]);
  value v = {.stamp = c->run,
             .wrong = ft_checker_thread_now (c, t)->wrong,
             .def = FT_NO_ID};
  return compare_with_trace (c, event, k, v);
}

// All operands of an event.
typedef struct operands {
  ft_wrong_read wrong; // of the first wrong operand
  bool known;          // all of them
  uint64_t words[2];
} operands;

static operands operand_values (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  const ft_detail *d = detail_of (c, e);
  operands all = {FT_NO_WRONG_READ, d->operands_known, {0, 0}};
  if (!d->operands_known)
    all.wrong = ft_checker_thread_now (c, e->thread)->wrong;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    value v = operand_value (
        c, event, c->trace->tables.operands.begin + d->operands + i, i);
    if (all.wrong.read == FT_NO_ID)
      all.wrong = v.wrong;
    all.known &= v.known;
    if (i < 2)
      all.words[i] = v.value;
  }
  return all;
}

static ft_wrong_read wrong_pointer (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  const ft_detail *d = detail_of (c, e);
  ft_wrong_read wrong = FT_NO_WRONG_READ;
  if (!d->pointers_known)
    return ft_checker_thread_now (c, e->thread)->wrong;
  for (uint32_t i = 0; i < d->pointer_count && wrong.read == FT_NO_ID; i++)
    wrong = operand_value (c, event,
                           c->trace->tables.operands.begin + d->pointers + i,
                           d->operand_count + i)
                .wrong;
  return wrong;
}

// ---- computing ----

// The result of the operator; '*traps' if the operation ends the program.
static void apply (const ft_checker *c, ft_id event, const operands *all,
                   value *v, bool *traps) {
  const ft_event *e = c->trace->events + event;
  enum ft_defined defined = ft_operator_apply (
      detail_of (c, e)->op, ft_expected_width (e), all->words, &v->value);
  *traps = defined == FT_TRAPS;
  v->known = defined == FT_DEFINED;
}

// Whether the trace knows the result of an event whose operands are right.  An
// event on an alternative path did not happen, so that only its operator or its
// recorded value is known.  The outcome of a branch there is no value.
static bool trace_has_result (const ft_event *e, const ft_expected_value *x) {
  return !(e->flags & FT_ALTPATH) || (x->known && e->kind != FT_BRANCH);
}

// The value that the event computes in the schedule.  The value is unknown and
// wrong if the operands are not as in the trace and the event is not modelled;
// '*traps' if the operation ends the program or may do so.  An operation on an
// alternative path may be undefined whatever was read.
static value compute (ft_checker *c, ft_id event, bool *traps) {
  const ft_event *e = c->trace->events + event;
  const ft_expected_value *x = c->values->expected.events + event;
  operands all = operand_values (c, event);
  value v = {c->run, all.wrong, x->known, x->value, event};
  bool right = all.wrong.read == FT_NO_ID, applies = x->modelled && all.known;
  *traps = false;
  if (right && trace_has_result (e, x) && !(applies && e->flags & FT_ALTPATH))
    return v;
  v.known = false;
  if (!applies) {
    *traps = right || ft_operator_divides (detail_of (c, e)->op);
    v.wrong = right ? (ft_wrong_read){event, FT_NO_ID, FT_NO_ID} : all.wrong;
    return v;
  }
  apply (c, event, &all, &v, traps);
  if (v.known && x->known && v.value == x->value)
    v.wrong = FT_NO_WRONG_READ;
  else if (!v.known && v.wrong.read == FT_NO_ID)
    v.wrong = (ft_wrong_read){event, FT_NO_ID, FT_NO_ID};
  return v;
}

// Whether a path continues after the branch with outcome 'v': the recorded one,
// or the alternative path for this outcome, which its thread then takes.
static bool branch_continues (ft_checker *c, ft_id branch, const value *v) {
  const ft_expected_value *x = c->values->expected.events + branch;
  bool as_recorded =
      v->known ? x->known && v->value == x->value : v->wrong.read == FT_NO_ID;
  return as_recorded ||
         (c->paths && v->known && ft_paths_flip (c, branch, v->value));
}

// ---- exchanges ----

static enum ft_exchange exchange_of (const ft_checker *c, ft_id event) {
  return ft_exchange_of (&c->trace->tables, c->trace->events + event);
}

// An operand of a compare-and-swap, cut to its width.
static value swap_operand (ft_checker *c, ft_id event, uint32_t k) {
  const ft_event *e = c->trace->events + event;
  const ft_detail *d = detail_of (c, e);
  value v = operand_value (
      c, event, c->trace->tables.operands.begin + d->operands + k, k);
  v.value = ft_operator_cut (ft_expected_width (e), v.value);
  return v;
}

// Whether a compare-and-swap finds what it compares with.  One whose operands do
// not explain the trace has to find what it found there.
static bool may_swap (ft_checker *c, ft_id event) {
  value read = ft_checker_values_read (c, event);
  value wanted = swap_operand (c, event, 0), left = swap_operand (c, event, 1);
  if (c->values->expected.events[event].modelled)
    return read.known && wanted.known && read.value == wanted.value;
  return ft_value_is_right (&read) && ft_value_is_right (&wanted) &&
         ft_value_is_right (&left);
}

// What a compare-and-swap leaves.
static value swap_value (ft_checker *c, ft_id event) {
  const ft_detail *d = detail_of (c, c->trace->events + event);
  value v = swap_operand (c, event, 1);
  if (ft_value_is_right (&v))
    v.known = d->written_known, v.value = d->written;
  else if (v.known && d->written_known && v.value == d->written)
    v.wrong = FT_NO_WRONG_READ;
  v.def = event;
  return v;
}

// Whether the operands of the exchange, except for the value that it reads
// itself, are known.
static bool may_exchange (ft_checker *c, ft_id event) {
  const ft_detail *d = detail_of (c, c->trace->events + event);
  const ft_operand *list = c->trace->tables.operands.begin + d->operands;
  enum ft_exchange exchange = exchange_of (c, event);
  if (exchange == FT_EXCHANGE_SWAPS)
    return may_swap (c, event);
  if (exchange != FT_EXCHANGE_COMPUTES)
    return exchange != FT_EXCHANGE_UNRECORDED;
  bool ran = !(c->trace->events[event].flags & FT_ALTPATH);
  for (uint32_t i = 0; i < d->operand_count; i++) {
    if (list[i].local != FT_NO_ID && list[i].local == d->result)
      continue;
    value v = operand_value (c, event, list + i, i);
    if (!v.known && !(ran && ft_value_is_right (&v)))
      return false;
  }
  return true;
}

// The value that an exchange of the run writes: the recorded one if its operands
// are, else the result of its operator if that gives the recorded one in the
// trace.
static value exchange_value_in_run (ft_checker *c, ft_id event) {
  const ft_detail *d = detail_of (c, c->trace->events + event);
  operands all = operand_values (c, event);
  value v = {c->run, all.wrong, d->written_known, d->written, event};
  bool traps;
  if (all.wrong.read == FT_NO_ID)
    return v;
  v.known = false;
  if (all.known && c->values->expected.events[event].modelled)
    apply (c, event, &all, &v, &traps);
  if (v.known && v.value == d->written)
    v.wrong = FT_NO_WRONG_READ;
  return v;
}

// The value that the exchange writes.  The value that it has read is its result
// by now.
static value exchange_value (ft_checker *c, ft_id event) {
  enum ft_exchange exchange = exchange_of (c, event);
  value v = {c->run, {event, FT_NO_ID, FT_NO_ID}, false, 0, event};
  bool traps;
  if (exchange != FT_EXCHANGE_COMPUTES)
    return v;
  if (!(c->trace->events[event].flags & FT_ALTPATH))
    return exchange_value_in_run (c, event);
  operands all = operand_values (c, event);
  if (all.known)
    apply (c, event, &all, &v, &traps);
  return v;
}

// ---- events ----

bool ft_checker_values_hold (ft_checker *c, ft_id event, bool racing) {
  const ft_event *e = c->trace->events + event;
  ft_wrong_read wrong = FT_NO_WRONG_READ;
  bool traps = false, exchange = exchange_of (c, event) != FT_EXCHANGE_NONE;
  assert (c->model != FT_MODEL_MCM);
  if (ft_kind_accesses (e->kind) || e->kind == FT_FREE)
    wrong = wrong_pointer (c, event);
  if (exchange && !racing && wrong.read == FT_NO_ID && !may_exchange (c, event))
    wrong = (ft_wrong_read){event, FT_NO_ID, FT_NO_ID};
  if (wrong.read == FT_NO_ID && !racing && !exchange &&
      (ft_kind_writes (e->kind) || ft_kind_computes (e->kind))) {
    value v = compute (c, event, &traps);
    bool fine =
        e->kind == FT_LOCAL ||
        (e->kind == FT_BRANCH ? branch_continues (c, event, &v) : v.known);
    wrong = v.wrong;
    if ((fine && !traps) || ft_event_writes_unknown (e, detail_of (c, e)))
      wrong = FT_NO_WRONG_READ;
    else if (e->kind == FT_BRANCH && wrong.read == FT_NO_ID)
      wrong = (ft_wrong_read){event, FT_NO_ID, FT_NO_ID};
  }
  return wrong.read == FT_NO_ID || ft_refuse_wrong_read (c, wrong, event);
}

static void define (ft_checker *c, const ft_event *e, value v) {
  const ft_detail *d = detail_of (c, e);
  if (d->result != FT_NO_ID)
    c->locals[ft_recorded_local (&c->facts, e->thread, d->result)] = v;
}

// The write of an atomic read-modify-write without operator depends on its read
// in an unknown way, so that a wrong read is refused.
bool ft_checker_values_note (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  enum ft_exchange exchange = exchange_of (c, event);
  bool traps, fixed = e->kind == FT_ATOMIC_RMW && exchange == FT_EXCHANGE_NONE;
  if (exchange == FT_EXCHANGE_SWAPS) // its operands are from before its read
    c->values->written[event] = swap_value (c, event);
  if (ft_kind_reads (e->kind)) {
    value v = ft_checker_values_read (c, event);
    if (!ft_value_is_right (&v) && fixed)
      return ft_refuse_wrong_read (c, v.wrong, event);
    if (!ft_value_is_right (&v)) {
      ft_checker_thread_now (c, e->thread)->wrong = v.wrong;
      FT_PUSH (c->values->changed, ((ft_changed){event, v.known, v.value}));
    }
    define (c, e, v);
  }
  if (e->kind == FT_LOCAL)
    define (c, e, compute (c, event, &traps));
  else if (exchange != FT_EXCHANGE_NONE && exchange != FT_EXCHANGE_SWAPS)
    c->values->written[event] = exchange_value (c, event);
  else if (fixed)
    c->values->written[event] =
        (value){c->run, FT_NO_WRONG_READ, detail_of (c, e)->written_known,
                detail_of (c, e)->written, event};
  else if (ft_kind_writes (e->kind) && e->kind != FT_ATOMIC_RMW)
    c->values->written[event] = compute (c, event, &traps);
  return true;
}

// ---- the values of reads ----

bool ft_checker_values_left (const ft_checker *c, ft_id write, uint64_t *left) {
  *left = c->values->written[write].value;
  return c->values->written[write].known;
}

// Whether the byte has its recorded writer, which left its recorded value.  A read
// on an alternative path has no read source in the trace.
static bool is_same_byte (ft_checker *c, ft_id read, int byte) {
  ft_id w = ft_checker_writer (c, read, byte);
  return !(c->trace->events[read].flags & FT_ALTPATH) &&
         w == ft_recorded_writer (&c->facts, read, byte) &&
         (w == FT_NO_ID || ft_value_is_right (c->values->written + w));
}

// Adds the byte that the read finds to its value; false if that is unknown.
static bool load_byte (ft_checker *c, ft_id read, int byte, uint64_t *word) {
  const ft_expected_value *x = c->values->expected.events + read;
  const ft_event *e = c->trace->events + read, *from = e;
  ft_id w = ft_checker_writer (c, read, byte);
  uint64_t found = x->value;
  bool known = x->known && is_same_byte (c, read, byte);
  if (!known && w == FT_NO_ID)
    known = ft_recorded_initial (&c->facts, e, &found);
  else if (!known) {
    known = ft_checker_values_left (c, w, &found);
    from = c->trace->events + w;
  }
  *word |= (uint64_t)ft_event_byte (from, found, byte)
           << (8 * __builtin_popcount (e->mask & ((1u << byte) - 1)));
  return known;
}

static bool reads_the_same (ft_checker *c, ft_id read, ft_wrong_read *wrong) {
  *wrong = FT_NO_WRONG_READ;
  for (int b = 0; b < 8 && wrong->read == FT_NO_ID; b++)
    if (c->trace->events[read].mask >> b & 1 && !is_same_byte (c, read, b))
      *wrong = (ft_wrong_read){read, ft_checker_writer (c, read, b),
                               ft_recorded_writer (&c->facts, read, b)};
  return wrong->read == FT_NO_ID;
}

ft_checker_local ft_checker_values_read (ft_checker *c, ft_id read) {
  const ft_event *e = c->trace->events + read;
  const ft_expected_value *x = c->values->expected.events + read;
  ft_checker_local v = {c->run, FT_NO_WRONG_READ, x->known, x->value, read};
  if (e->flags & FT_ALTPATH)
    v.wrong = (ft_wrong_read){read, FT_NO_ID, FT_NO_ID};
  else if (reads_the_same (c, read, &v.wrong))
    return v;
  v.known = true;
  v.value = 0;
  for (int b = 0; b < 8 && v.known; b++)
    v.known = !(e->mask >> b & 1) || load_byte (c, read, b, &v.value);
  if (v.known && x->known && v.value == x->value)
    v.wrong = FT_NO_WRONG_READ;
  return v;
}
