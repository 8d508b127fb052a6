// The value model (RECIPE, Liu, Zhang, Tripp, Zheng 2015, Section III; design:
// semantics, "Relaxed models"), by evaluating the schedule concretely.
//
// A read may return another value than in the trace.  What follows is computed
// again from it: locals, the values of writes, the outcomes of branches.  A
// schedule is valid if every branch has its recorded outcome and every address
// is computed from what it was computed from in the trace.
//
// An event is modelled if its operator was recorded and gives, for the operands
// of the trace, what the event did there.  One that is not, or whose operands
// are not known, pins them: they must be right, that is have the values of the
// trace.  So a trace without operators leaves the maximal causal model.  An
// overflow or a shift out of range gives a value that pins whatever uses it; a
// division that ends the program is refused, also as a racing path's past.
//
// Compared with an interpreter of tiny programs that runs all their schedules
// in tests/unit/test_values.c.

#include "witness/state.h"

// What the trace says of the value that an event computes: what a local is set
// to, a write leaves or a branch comes out with.
typedef struct ft_recorded_value {
  bool known, modelled;
  uint64_t value;
} ft_recorded_value;

struct ft_values {
  FT_STACK (ft_changed) changed; // in this run, in its order
  ft_recorded_value *recorded; // per event
  ft_local_state *now;         // per event: what a write leaves in this run
};

typedef ft_local_state value; // right or wrong, known or not

void ft_values_free (ft_values *v) {
  if (!v)
    return;
  FT_RELEASE (v->changed);
  free (v->recorded);
  free (v->now);
  free (v);
}

static const ft_detail *detail_of (const ft_checker *c, const ft_event *e) {
  static const ft_detail nothing = FT_DETAIL_NONE;
  const ft_detail *d = ft_tables_detail (&c->trace->tables, e);
  return d ? d : &nothing;
}

static unsigned width (const ft_event *e) {
  return (unsigned)__builtin_popcount (e->mask);
}

// ---- values of the trace -------------------------------------------------

// The operator's result for the trace's operands; false if it is not known.
static bool apply_recorded (const ft_checker *c, const ft_event *e,
                            const ft_recorded_value *locals, uint64_t *result) {
  const ft_detail *d = detail_of (c, e);
  uint64_t words[2] = {0, 0};
  if (d->op == FT_OP_NONE || !d->operands_known ||
      d->operand_count != ft_operator_arity (d->op))
    return false;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    const ft_operand *o = c->trace->tables.operands.begin + d->operands + i;
    ft_id slot = o->local == FT_NO_ID
                     ? FT_NO_ID
                     : ft_recorded_local (&c->facts, e->thread, o->local);
    if (o->local != FT_NO_ID && (slot == FT_NO_ID || !locals[slot].known))
      return false;
    words[i] = slot == FT_NO_ID ? o->constant : locals[slot].value;
  }
  return ft_operator_apply (d->op, width (e), words, result) == FT_DEFINED;
}

static ft_recorded_value recorded_of (const ft_checker *c, const ft_event *e,
                                      const ft_recorded_value *locals) {
  bool has = e->flags & FT_HAS_VALUE;
  ft_recorded_value v = {has, false, has ? e->value : 0};
  if (e->kind == FT_ATOMIC_RMW || ft_kind_reads (e->kind))
    return v;
  uint64_t result;
  if (!apply_recorded (c, e, locals, &result))
    return v;
  // Without a recorded value there is nothing that the operator could miss:
  // only a local may leave it out.
  v.modelled = has ? result == e->value : e->kind == FT_LOCAL;
  return v.modelled ? (ft_recorded_value){true, true, result} : v;
}

static void record (ft_checker *c, ft_id event, ft_recorded_value *locals) {
  const ft_event *e = c->trace->events + event;
  const ft_detail *d = detail_of (c, e);
  if (ft_event_is_void (e) ||
      !(ft_kind_accesses (e->kind) || ft_kind_computes (e->kind)))
    return;
  c->values->recorded[event] = recorded_of (c, e, locals);
  if (d->result != FT_NO_ID)
    locals[ft_recorded_local (&c->facts, e->thread, d->result)] =
        c->values->recorded[event];
}

static void derive (ft_checker *c) {
  c->values = FT_NEW (ft_values);
  c->values->recorded = FT_ARRAY (ft_recorded_value, c->trace->size);
  c->values->now = FT_ARRAY (value, c->trace->size);
  ft_recorded_value *locals =
      FT_ARRAY (ft_recorded_value, c->facts.local_count);
  for (ft_id e = 0; e < c->trace->size; e++)
    record (c, e, locals);
  free (locals);
}

void ft_values_prepare (ft_checker *c) {
  if (!c->values)
    derive (c);
  FT_CLEAR (c->values->changed);
}

void ft_checker_changes (const ft_checker *c, ft_witness *w) {
  FT_CLEAR (w->changed);
  for (size_t i = 0; c->model != FT_MODEL_MCM && i < c->values->changed.size;
       i++)
    FT_PUSH (w->changed, c->values->changed.begin[i]);
}

// ---- operands ------------------------------------------------------------

static bool is_right (const value *v) {
  return v->wrong.read == FT_NO_ID;
}

// A local that nothing in the schedule defined may hold whatever the thread
// has read.
static value operand_now (ft_checker *c, const ft_event *e,
                          const ft_operand *o) {
  if (o->local == FT_NO_ID)
    return (value){c->run, FT_NOTHING_WRONG, true, o->constant};
  ft_id slot = ft_recorded_local (&c->facts, e->thread, o->local);
  if (slot != FT_NO_ID && c->locals[slot].stamp == c->run)
    return c->locals[slot];
  return (value){c->run, ft_thread_now (c, e->thread)->wrong, false, 0};
}

// What the operands are, put together: the first wrong one, if any.
typedef struct operands {
  ft_wrong wrong;
  bool known;
  uint64_t words[2];
} operands;

static operands operands_now (ft_checker *c, const ft_event *e) {
  const ft_detail *d = detail_of (c, e);
  operands all = {FT_NOTHING_WRONG, d->operands_known, {0, 0}};
  if (!d->operands_known)
    all.wrong = ft_thread_now (c, e->thread)->wrong;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    value v =
        operand_now (c, e, c->trace->tables.operands.begin + d->operands + i);
    if (all.wrong.read == FT_NO_ID)
      all.wrong = v.wrong;
    all.known &= v.known;
    if (i < 2)
      all.words[i] = v.value;
  }
  return all;
}

static ft_wrong wrong_pointer (ft_checker *c, const ft_event *e) {
  const ft_detail *d = detail_of (c, e);
  ft_wrong wrong = FT_NOTHING_WRONG;
  if (!d->pointers_known)
    return ft_thread_now (c, e->thread)->wrong;
  for (uint32_t i = 0; i < d->pointer_count && wrong.read == FT_NO_ID; i++)
    wrong =
        operand_now (c, e, c->trace->tables.operands.begin + d->pointers + i)
            .wrong;
  return wrong;
}

// ---- computing -----------------------------------------------------------

// What the event computes now.  Unknown and wrong if the operands are not as
// in the trace and there is no telling what comes of it; '*traps' if they end
// the program.
static value compute (ft_checker *c, ft_id event, bool *traps) {
  const ft_event *e = c->trace->events + event;
  const ft_recorded_value *recorded = c->values->recorded + event;
  operands all = operands_now (c, e);
  value v = {c->run, all.wrong, recorded->known, recorded->value};
  *traps = false;
  if (all.wrong.read == FT_NO_ID)
    return v;
  v.known = false;
  enum ft_operator op = detail_of (c, e)->op;
  if (!recorded->modelled || !all.known) {
    *traps = ft_operator_divides (op);
    return v;
  }
  enum ft_defined defined =
      ft_operator_apply (op, width (e), all.words, &v.value);
  *traps = defined == FT_TRAPS;
  v.known = defined == FT_DEFINED;
  if (v.known && v.value == recorded->value)
    v.wrong = FT_NOTHING_WRONG;
  return v;
}

bool ft_values_hold (ft_checker *c, ft_id event, bool racing) {
  const ft_event *e = c->trace->events + event;
  ft_wrong wrong = FT_NOTHING_WRONG;
  bool traps = false;
  if (ft_kind_accesses (e->kind) || e->kind == FT_FREE)
    wrong = wrong_pointer (c, e);
  if (wrong.read == FT_NO_ID && !racing &&
      (ft_kind_writes (e->kind) || ft_kind_computes (e->kind))) {
    value v = compute (c, event, &traps);
    bool free_value = e->kind == FT_LOCAL || (v.known && e->kind != FT_BRANCH);
    wrong = free_value && !traps ? FT_NOTHING_WRONG : v.wrong;
  }
  return wrong.read == FT_NO_ID || ft_refuse_wrong (c, wrong, event);
}

// ---- memory --------------------------------------------------------------

static uint64_t byte_of (const ft_event *write, uint64_t word, int byte) {
  int below = __builtin_popcount (write->mask & ((1u << byte) - 1));
  return word >> (8 * below) & 0xff;
}

// Puts the bytes of a read together; false if one is not known.
static bool load (ft_checker *c, ft_id read, uint64_t *word) {
  const ft_event *e = c->trace->events + read;
  const ft_id *writer = ft_variable_now (c, e->target)->writer;
  int place = 0, unwritten = 0;
  *word = 0;
  for (int b = 0; b < 8; b++) {
    if (!(e->mask >> b & 1))
      continue;
    if (writer[b] == FT_NO_ID) {
      unwritten++;
    } else {
      const value *v = c->values->now + writer[b];
      if (!v->known)
        return false;
      *word |= byte_of (c->trace->events + writer[b], v->value, b)
               << (8 * place);
    }
    place++;
  }
  if (!unwritten)
    return true;
  return unwritten == place && ft_recorded_initial (&c->facts, e, word);
}

// Whether every byte comes from where it came from, and is what it was.
static bool reads_the_same (ft_checker *c, ft_id read, ft_wrong *wrong) {
  const ft_event *e = c->trace->events + read;
  const ft_id *writer = ft_variable_now (c, e->target)->writer;
  *wrong = FT_NOTHING_WRONG;
  for (int b = 0; b < 8 && wrong->read == FT_NO_ID; b++) {
    ft_id w = writer[b], recorded = ft_recorded_writer (&c->facts, read, b);
    bool same =
        w == recorded && (w == FT_NO_ID || is_right (c->values->now + w));
    if (e->mask >> b & 1 && !same)
      *wrong = (ft_wrong){read, w, recorded};
  }
  return wrong->read == FT_NO_ID;
}

static value read_now (ft_checker *c, ft_id read) {
  const ft_recorded_value *recorded = c->values->recorded + read;
  value v = {c->run, FT_NOTHING_WRONG, recorded->known, recorded->value};
  uint64_t word;
  if (reads_the_same (c, read, &v.wrong))
    return v;
  v.known = load (c, read, &word);
  v.value = v.known ? word : 0;
  if (v.known && recorded->known && word == recorded->value)
    v.wrong = FT_NOTHING_WRONG;
  return v;
}

static void define (ft_checker *c, const ft_event *e, value v) {
  const ft_detail *d = detail_of (c, e);
  if (d->result != FT_NO_ID)
    c->locals[ft_recorded_local (&c->facts, e->thread, d->result)] = v;
}

// What an rmw writes depends on what it reads in a way that is not recorded.
bool ft_values_note (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  bool traps;
  if (ft_kind_reads (e->kind)) {
    value v = read_now (c, event);
    if (!is_right (&v) && e->kind == FT_ATOMIC_RMW)
      return ft_refuse_wrong (c, v.wrong, event);
    if (!is_right (&v)) {
      ft_thread_now (c, e->thread)->wrong = v.wrong;
      FT_PUSH (c->values->changed, ((ft_changed){event, v.known, v.value}));
    }
    define (c, e, v);
  }
  if (e->kind == FT_LOCAL)
    define (c, e, compute (c, event, &traps));
  else if (e->kind == FT_ATOMIC_RMW)
    c->values->now[event] =
        (value){c->run, FT_NOTHING_WRONG, detail_of (c, e)->written_known,
                detail_of (c, e)->written};
  else if (ft_kind_writes (e->kind))
    c->values->now[event] = compute (c, event, &traps);
  return true;
}
