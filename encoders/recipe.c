#include "encoders/recipe.h"

// ---- terms ---------------------------------------------------------------

ft_term ft_recipe_and (ft_recipe *v, ft_term a, ft_term b) {
  if (a == v->no || b == v->no)
    return v->no;
  if (a == v->yes || a == b)
    return b;
  return b == v->yes ? a : ft_smt_and (v->smt, 2, (ft_term[]){a, b});
}

ft_term ft_recipe_or (ft_recipe *v, ft_term a, ft_term b) {
  if (a == v->yes || b == v->yes)
    return v->yes;
  if (a == v->no || a == b)
    return b;
  return b == v->no ? a : ft_smt_or (v->smt, 2, (ft_term[]){a, b});
}

ft_term ft_recipe_not (ft_recipe *v, ft_term a) {
  return ft_literals_not (&v->order->literals, a);
}

void ft_recipe_require (ft_recipe *v, ft_id event, ft_term what) {
  ft_literals *l = &v->order->literals;
  if (what == v->yes)
    return;
  ft_term in = ft_maximal_happens (v->order, event);
  ft_smt_group (v->smt, event, FT_NO_ID);
  ft_literals_clause (l, 2, (ft_term[]){ft_literals_not (l, in), what});
  ft_smt_ungroup (v->smt);
}

// What is as in the trace, whatever the schedule.
static ft_symbol fixed (ft_recipe *v, bool known, uint64_t value) {
  ft_term word = known ? ft_smt_word_of (v->smt, value) : NULL;
  return (ft_symbol){known, value, word, v->yes, v->yes};
}

// What has its recorded value when 'right' holds and any other otherwise.
static ft_symbol pinned (ft_recipe *v, bool known, uint64_t value,
                         ft_term right) {
  ft_symbol s = fixed (v, known, value);
  s.fine = s.right = right;
  return s;
}

// ---- operands ------------------------------------------------------------

static const ft_detail *detail_of (const ft_recipe *v, const ft_event *e) {
  static const ft_detail nothing = FT_DETAIL_NONE;
  const ft_detail *d = ft_tables_detail (&v->trace->tables, e);
  return d ? d : &nothing;
}

static unsigned width (const ft_event *e) {
  return (unsigned)__builtin_popcount (e->mask);
}

ft_term ft_recipe_all_right (ft_recipe *v) {
  if (!v->unsure.size)
    return v->yes;
  return ft_smt_and (v->smt, v->unsure.size, v->unsure.begin);
}

static ft_symbol operand (ft_recipe *v, const ft_operand *o) {
  if (o->local == FT_NO_ID)
    return fixed (v, true, o->constant);
  ft_id slot = ft_map_get (&v->slot_of, o->local);
  ft_id i =
      slot < v->locals.symbol.size ? v->locals.symbol.begin[slot] : FT_NO_ID;
  return i == FT_NO_ID ? pinned (v, false, 0, ft_recipe_all_right (v))
                       : v->symbols.begin[i];
}

static ft_term list_right (ft_recipe *v, bool known, uint32_t first,
                           uint32_t count) {
  ft_term right = known ? v->yes : ft_recipe_all_right (v);
  for (uint32_t i = first; known && i < first + count; i++)
    right = ft_recipe_and (
        v, right, operand (v, v->trace->tables.operands.begin + i).right);
  return right;
}

static ft_term pointers_right (ft_recipe *v, const ft_event *e) {
  const ft_detail *d = detail_of (v, e);
  return list_right (v, d->pointers_known, d->pointers, d->pointer_count);
}

// ---- what an event computes ----------------------------------------------

typedef struct ft_computed {
  ft_symbol symbol;
  bool modelled;
  ft_term right;   // the operands are
  ft_term defined; // modelled: they are known, and the operator has a result
} ft_computed;

// Evaluates the operator on the operands of the trace.
static bool apply_recorded (const ft_detail *d, const ft_event *e,
                            const ft_symbol operands[2], uint64_t *result) {
  uint64_t words[2] = {operands[0].recorded, operands[1].recorded};
  for (uint32_t i = 0; i < d->operand_count; i++)
    if (!operands[i].known)
      return false;
  return ft_operator_apply (d->op, width (e), words, result) == FT_DEFINED;
}

// Whether an operator gives what the event gives, 'symbol' as recorded; in the
// run only if it can be seen to.
static bool has_model (ft_recipe *v, const ft_event *e, ft_symbol operands[2],
                       ft_symbol *symbol) {
  const ft_detail *d = detail_of (v, e);
  bool has = e->flags & FT_HAS_VALUE, side = e->flags & FT_ALTERNATIVE;
  uint64_t result;
  *symbol = (ft_symbol){.known = has, .recorded = has ? e->value : 0};
  if (e->kind == FT_ATOMIC_RMW || d->op == FT_OP_NONE || !d->operands_known ||
      d->operand_count != ft_operator_arity (d->op))
    return false;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    operands[i] =
        operand (v, v->trace->tables.operands.begin + d->operands + i);
    if (!operands[i].word)
      return false;
  }
  if (!apply_recorded (d, e, operands, &result))
    return side;
  symbol->known = true;
  if (side && e->kind == FT_BRANCH)
    return true; // its outcome is which of its sides is written out
  if (has && result != e->value)
    return false;
  symbol->recorded = result;
  return has || side || e->kind == FT_LOCAL;
}

// The result of an operator whose operands are not all as in the trace, or of
// an alternative, which may not be defined at all.
static void apply (ft_recipe *v, const ft_event *e, const ft_symbol operands[2],
                   ft_computed *c) {
  const ft_detail *d = detail_of (v, e);
  ft_applied applied =
      ft_smt_apply (v->smt, d->op, width (e),
                    (ft_term[]){operands[0].word, operands[1].word});
  c->defined = applied.defined;
  for (uint32_t i = 0; i < d->operand_count; i++)
    c->defined = ft_recipe_and (v, c->defined, operands[i].fine);
  c->symbol.word = applied.word;
  c->symbol.fine = c->defined;
  c->symbol.right = v->no;
  if (c->symbol.known)
    c->symbol.right = ft_recipe_and (
        v, c->defined,
        ft_smt_equal (v->smt, applied.word,
                      ft_smt_word_of (v->smt, c->symbol.recorded)));
}

// Whether the trace says what an event gives whose operands are right: that of
// an alternative did not happen, so that nothing tells that it gives anything
// but its operator or its value.  The outcome of a branch there is no value.
static ft_term told (ft_recipe *v, const ft_event *e) {
  bool tells = !(e->flags & FT_ALTERNATIVE) ||
               (e->flags & FT_HAS_VALUE && e->kind != FT_BRANCH);
  return tells ? v->yes : v->no;
}

static ft_computed compute (ft_recipe *v, const ft_event *e) {
  const ft_detail *d = detail_of (v, e);
  ft_symbol operands[2] = {{0}}, x;
  ft_computed c = {.defined = v->yes};
  c.right = list_right (v, d->operands_known, d->operands, d->operand_count);
  c.modelled = has_model (v, e, operands, &x);
  if (!c.modelled) {
    c.right = ft_recipe_and (v, c.right, told (v, e));
    c.symbol = pinned (v, e->flags & FT_HAS_VALUE, e->value, c.right);
    return c;
  }
  uint64_t result;
  c.symbol = x;
  if (c.right != v->yes || !apply_recorded (d, e, operands, &result)) {
    apply (v, e, operands, &c);
    return c;
  }
  c.symbol = fixed (v, true, result);
  if (x.recorded != result)
    c.symbol.right = v->no;
  return c;
}

// ---- one event -----------------------------------------------------------

static void define (ft_recipe *v, const ft_event *e, ft_symbol s) {
  const ft_detail *d = detail_of (v, e);
  if (d->result == FT_NO_ID)
    return;
  uint32_t *slot = ft_map_at (&v->slot_of, d->result);
  if (*slot == FT_NO_ID)
    *slot = (uint32_t)v->slot_of.size - 1;
  FT_GROW (v->locals.symbol, *slot + 1, FT_NO_ID);
  v->locals.symbol.begin[*slot] = (ft_id)v->symbols.size;
  FT_PUSH (v->symbols, s);
}

static void keep_read (ft_recipe *v, ft_id event, ft_symbol s) {
  *ft_map_at (&v->read_at, event) = (uint32_t)v->reads.size;
  FT_PUSH (v->reads, s);
  FT_PUSH (v->unsure, ft_recipe_or (v, ft_recipe_not (v, v->here), s.right));
}

// On paths a read may return what is not known, and nothing depends on it then.
static void follow_read (ft_recipe *v, ft_id event, bool included) {
  const ft_event *e = v->trace->events + event;
  bool has = e->flags & FT_HAS_VALUE, side = e->flags & FT_ALTERNATIVE;
  ft_symbol s = fixed (v, has, e->value);
  if (included && ft_cone_is_free (v->order->cone, event)) {
    ft_term recorded = s.word;
    s.word = ft_smt_word (v->smt, width (e));
    s.fine = v->on_paths ? ft_smt_bool (v->smt, true) : v->yes;
    s.right =
        has ? ft_recipe_and (v, s.fine, ft_smt_equal (v->smt, s.word, recorded))
            : v->no;
    keep_read (v, event, s);
  } else if (included && v->on_paths) {
    s.fine = s.right = side ? v->no : ft_smt_bool (v->smt, true);
    keep_read (v, event, s);
  }
  define (v, e, s);
}

static void keep_write (ft_recipe *v, ft_id event, ft_symbol s) {
  *ft_map_at (&v->write_at, event) = (uint32_t)v->writes.size;
  FT_PUSH (v->writes, s);
}

static void follow_rmw (ft_recipe *v, ft_id event, bool included) {
  const ft_event *e = v->trace->events + event;
  const ft_detail *d = detail_of (v, e);
  ft_computed c = compute (v, e);
  if (included)
    ft_recipe_require (v, event, c.right);
  define (v, e, fixed (v, e->flags & FT_HAS_VALUE, e->value));
  keep_write (v, event, fixed (v, d->written_known, d->written));
}

// Writes, branches and locals.
static ft_symbol follow_computing (ft_recipe *v, ft_id event, bool included,
                                   bool turns) {
  const ft_event *e = v->trace->events + event;
  ft_computed c = compute (v, e);
  bool local = e->kind == FT_LOCAL;
  ft_term needed = c.modelled ? c.defined : c.right;
  if (c.modelled && e->kind == FT_BRANCH && !turns)
    needed = c.symbol.right;
  bool may_trap = ft_operator_divides (detail_of (v, e)->op) ||
                  (!c.modelled && told (v, e) == v->no);
  if (included && (!local || may_trap))
    ft_recipe_require (v, event, needed);
  if (local)
    define (v, e, c.symbol);
  else if (ft_kind_writes (e->kind))
    keep_write (v, event, c.symbol);
  return c.symbol;
}

void ft_recipe_follow (ft_recipe *v, ft_id event, bool included, bool turns,
                       ft_symbol *outcome) {
  const ft_event *e = v->trace->events + event;
  if (ft_event_is_void (e))
    return;
  if (included && (ft_kind_accesses (e->kind) || e->kind == FT_FREE))
    ft_recipe_require (v, event, pointers_right (v, e));
  if (e->kind == FT_ATOMIC_RMW)
    follow_rmw (v, event, included);
  else if (ft_kind_reads (e->kind))
    follow_read (v, event, included);
  else if (ft_kind_writes (e->kind) || ft_kind_computes (e->kind)) {
    ft_symbol s = follow_computing (v, event, included, turns);
    if (outcome)
      *outcome = s;
  }
}

void ft_recipe_target (ft_recipe *v, ft_id event) {
  ft_term right = pointers_right (v, v->trace->events + event);
  ft_literals_clause (&v->order->literals, 1, &right);
}

// ---- reads from writes ---------------------------------------------------

static ft_symbol left_by (ft_recipe *v, ft_id read, ft_id writer) {
  uint64_t value;
  ft_id i = writer == FT_NO_ID ? FT_NO_ID : ft_map_get (&v->write_at, writer);
  if (i != FT_NO_ID)
    return v->writes.begin[i];
  bool known = ft_reads_initial (v->order->facts->reads, read, &value);
  return fixed (v, known, known ? value : 0);
}

static bool is_source (const ft_recipe *v, ft_id read, ft_id writer) {
  ft_id source;
  return ft_reads_single (v->order->facts->reads, read, &source) &&
         source == writer;
}

// A free read gets the word of its writer, any other read only what the writer
// wrote in the trace.  What has no word is right when it happens, and gives its
// reader in the trace what it gave it there.
void ft_recipe_served (ft_maximal *order, ft_term unless, ft_id read,
                       ft_id writer) {
  ft_recipe *v = order->values;
  const ft_event *e = v->trace->events + read;
  ft_symbol left = left_by (v, read, writer);
  ft_id i = ft_map_get (&v->read_at, read);
  ft_term what = left.right;
  if (i != FT_NO_ID && v->reads.begin[i].word &&
      ft_cone_is_free (order->cone, read)) {
    ft_symbol r = v->reads.begin[i];
    ft_term word = left.word;
    if (!word && is_source (v, read, writer))
      word = ft_smt_word_of (v->smt, e->value);
    what = v->no;
    if (word)
      what = ft_recipe_and (v, left.fine, ft_smt_equal (v->smt, r.word, word));
    what = ft_recipe_or (v, ft_recipe_not (v, r.fine), what);
  }
  if (what != v->yes)
    ft_literals_clause (&order->literals, 2, (ft_term[]){unless, what});
}

// ---- the whole -----------------------------------------------------------

void ft_recipe_init (ft_recipe *v, ft_maximal *order, ft_smt *smt) {
  *v = (ft_recipe){.order = order, .smt = smt, .trace = order->facts->trace};
  v->yes = order->literals.yes;
  v->no = order->literals.no;
  v->here = v->yes;
  order->served = ft_recipe_served;
  order->values = v;
}

void ft_recipe_release (ft_recipe *v) {
  ft_map_release (&v->slot_of);
  ft_map_release (&v->write_at);
  ft_map_release (&v->read_at);
  FT_RELEASE (v->locals.symbol);
  FT_RELEASE (v->symbols);
  FT_RELEASE (v->unsure);
  FT_RELEASE (v->writes);
  FT_RELEASE (v->reads);
}

void ft_recipe_enter (ft_recipe *v) {
  ft_map_release (&v->slot_of);
  FT_CLEAR (v->locals.symbol);
  FT_CLEAR (v->symbols);
  FT_CLEAR (v->unsure);
  v->here = v->yes;
}
