// The value model (RECIPE, Liu, Zhang, Tripp, Zheng 2015, Section III) on top
// of the orders of 'maximal.c'.
//
// Definition: 'witness/values.c', which checks what is found here.  A read that
// matters may read from any write of its bytes; its value is a word that equals
// what the write leaves.  The three-address events of a thread are followed
// with one term per definition (the SSA form of Section III.A).  Under the
// inclusion of the event, a branch has its recorded outcome, what an address is
// computed from its recorded value (the invariant base objects of III.B), a
// division does not trap; an event whose operator is not known, or not what
// the trace shows, pins its operands to their recorded values.
// Cost: as 'maximal.c', with a clause per read and writer, and a term per
// three-address event that depends on a read.

#include "encoders/maximal.h"
#include "smt/word.h"

// A local, or what a write leaves.
typedef struct ft_symbol {
  bool known; // 'recorded' is its value in the trace
  uint64_t recorded;
  ft_term word;  // its value; NULL if there is none to compute with
  ft_term fine;  // a Boolean: 'word' is its value
  ft_term right; // a Boolean: its value is the one of the trace
} ft_symbol;

typedef struct ft_value_theory {
  ft_maximal *order;
  ft_smt *smt;
  const ft_trace *trace;
  ft_term yes;
  ft_map local_at; // by local: index into 'locals', of the thread at hand
  FT_STACK (ft_symbol) locals;
  FT_STACK (ft_term) unsure; // of the reads of the thread: right, if not always
  ft_map write_at;           // by event: index into 'writes'
  FT_STACK (ft_symbol) writes;
  ft_map read_at;           // by event: index into 'reads'
  FT_STACK (ft_term) reads; // words of free reads
} ft_value_theory;

// ---- terms ---------------------------------------------------------------

static ft_term both (ft_value_theory *v, ft_term a, ft_term b) {
  if (a == v->yes || a == b)
    return b;
  return b == v->yes ? a : ft_smt_and (v->smt, 2, (ft_term[]){a, b});
}

// Asserts what must hold when an event is included.
static void require (ft_value_theory *v, ft_id event, ft_term what) {
  ft_literals *l = &v->order->literals;
  if (what == v->yes)
    return;
  ft_term in = ft_literals_included (l, ft_graph_node (v->order->graph, event));
  ft_smt_group (v->smt, event, FT_NO_ID);
  ft_literals_clause (l, 2, (ft_term[]){ft_literals_not (l, in), what});
  ft_smt_ungroup (v->smt);
}

// What is as in the trace, whatever the schedule.
static ft_symbol fixed (ft_value_theory *v, bool known, uint64_t value) {
  ft_term word = known ? ft_smt_word_of (v->smt, value) : NULL;
  return (ft_symbol){known, value, word, v->yes, v->yes};
}

// What has its recorded value when 'right' holds and any other otherwise.
static ft_symbol pinned (ft_value_theory *v, bool known, uint64_t value,
                         ft_term right) {
  ft_symbol s = fixed (v, known, value);
  s.fine = s.right = right;
  return s;
}

// ---- operands ------------------------------------------------------------

static const ft_detail *detail_of (const ft_value_theory *v,
                                   const ft_event *e) {
  static const ft_detail nothing = FT_DETAIL_NONE;
  const ft_detail *d = ft_tables_detail (&v->trace->tables, e);
  return d ? d : &nothing;
}

static ft_term all_reads_right (ft_value_theory *v) {
  if (!v->unsure.size)
    return v->yes;
  return ft_smt_and (v->smt, v->unsure.size, v->unsure.begin);
}

static ft_symbol operand (ft_value_theory *v, const ft_operand *o) {
  if (o->local == FT_NO_ID)
    return fixed (v, true, o->constant);
  ft_id i = ft_map_get (&v->local_at, o->local);
  return i == FT_NO_ID ? pinned (v, false, 0, all_reads_right (v))
                       : v->locals.begin[i];
}

static ft_term list_right (ft_value_theory *v, bool known, uint32_t first,
                           uint32_t count) {
  ft_term right = known ? v->yes : all_reads_right (v);
  for (uint32_t i = first; known && i < first + count; i++)
    right =
        both (v, right, operand (v, v->trace->tables.operands.begin + i).right);
  return right;
}

static ft_term pointers_right (ft_value_theory *v, const ft_event *e) {
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
static bool apply_recorded (const ft_detail *d, unsigned bytes,
                            const ft_symbol operands[2], uint64_t *result) {
  uint64_t words[2] = {operands[0].recorded, operands[1].recorded};
  for (uint32_t i = 0; i < d->operand_count; i++)
    if (!operands[i].known)
      return false;
  return ft_operator_apply (d->op, bytes, words, result) == FT_DEFINED;
}

static bool has_model (ft_value_theory *v, const ft_event *e,
                       ft_symbol operands[2], uint64_t *result) {
  const ft_detail *d = detail_of (v, e);
  if (e->kind == FT_ATOMIC_RMW || d->op == FT_OP_NONE || !d->operands_known ||
      d->operand_count != ft_operator_arity (d->op))
    return false;
  for (uint32_t i = 0; i < d->operand_count; i++)
    operands[i] =
        operand (v, v->trace->tables.operands.begin + d->operands + i);
  unsigned bytes = (unsigned)__builtin_popcount (e->mask);
  if (!apply_recorded (d, bytes, operands, result))
    return false;
  return e->flags & FT_HAS_VALUE ? *result == e->value : e->kind == FT_LOCAL;
}

static ft_computed compute (ft_value_theory *v, const ft_event *e) {
  const ft_detail *d = detail_of (v, e);
  ft_symbol operands[2] = {{0}};
  uint64_t result;
  ft_computed c = {.defined = v->yes};
  c.right = list_right (v, d->operands_known, d->operands, d->operand_count);
  c.modelled = has_model (v, e, operands, &result);
  if (!c.modelled) {
    c.symbol = pinned (v, e->flags & FT_HAS_VALUE, e->value, c.right);
    return c;
  }
  c.symbol = fixed (v, true, result);
  if (c.right == v->yes)
    return c;
  ft_applied applied =
      ft_smt_apply (v->smt, d->op, (unsigned)__builtin_popcount (e->mask),
                    (ft_term[]){operands[0].word, operands[1].word});
  c.defined = applied.defined;
  for (uint32_t i = 0; i < d->operand_count; i++)
    c.defined = both (v, c.defined, operands[i].fine);
  ft_term same = ft_smt_equal (v->smt, applied.word, c.symbol.word);
  c.symbol.word = applied.word;
  c.symbol.fine = c.defined;
  c.symbol.right = both (v, c.defined, same);
  return c;
}

// ---- one event -----------------------------------------------------------

static void define (ft_value_theory *v, const ft_event *e, ft_symbol s) {
  const ft_detail *d = detail_of (v, e);
  if (d->result == FT_NO_ID)
    return;
  *ft_map_at (&v->local_at, d->result) = (uint32_t)v->locals.size;
  FT_PUSH (v->locals, s);
}

static void follow_read (ft_value_theory *v, ft_id event, bool included) {
  const ft_event *e = v->trace->events + event;
  ft_symbol s = fixed (v, e->flags & FT_HAS_VALUE, e->value);
  if (included && ft_cone_is_free (v->order->cone, event)) {
    ft_term recorded = s.word;
    s.word = ft_smt_word (v->smt, (unsigned)__builtin_popcount (e->mask));
    s.right = ft_smt_equal (v->smt, s.word, recorded);
    *ft_map_at (&v->read_at, event) = (uint32_t)v->reads.size;
    FT_PUSH (v->reads, s.word);
    FT_PUSH (v->unsure, s.right);
  }
  define (v, e, s);
}

static void keep_write (ft_value_theory *v, ft_id event, ft_symbol s) {
  *ft_map_at (&v->write_at, event) = (uint32_t)v->writes.size;
  FT_PUSH (v->writes, s);
}

static void follow_rmw (ft_value_theory *v, ft_id event, bool included) {
  const ft_event *e = v->trace->events + event;
  const ft_detail *d = detail_of (v, e);
  ft_computed c = compute (v, e);
  if (included)
    require (v, event, c.right);
  define (v, e, fixed (v, e->flags & FT_HAS_VALUE, e->value));
  keep_write (v, event, fixed (v, d->written_known, d->written));
}

// Writes, branches and locals.
static void follow_computing (ft_value_theory *v, ft_id event, bool included) {
  const ft_event *e = v->trace->events + event;
  ft_computed c = compute (v, e);
  bool local = e->kind == FT_LOCAL;
  ft_term needed = c.modelled ? c.defined : c.right;
  if (c.modelled && e->kind == FT_BRANCH)
    needed = c.symbol.right;
  if (included && (!local || ft_operator_divides (detail_of (v, e)->op)))
    require (v, event, needed);
  if (local)
    define (v, e, c.symbol);
  else if (ft_kind_writes (e->kind))
    keep_write (v, event, c.symbol);
}

static void follow (ft_value_theory *v, ft_id event, bool included) {
  const ft_event *e = v->trace->events + event;
  if (ft_event_is_void (e))
    return;
  if (included && (ft_kind_accesses (e->kind) || e->kind == FT_FREE))
    require (v, event, pointers_right (v, e));
  if (e->kind == FT_ATOMIC_RMW)
    follow_rmw (v, event, included);
  else if (ft_kind_reads (e->kind))
    follow_read (v, event, included);
  else if (ft_kind_writes (e->kind) || ft_kind_computes (e->kind))
    follow_computing (v, event, included);
}

// The addresses of the racing accesses are those of the trace.
static void follow_targets (ft_value_theory *v, ft_tid t, ft_id k) {
  const ft_index *x = v->order->facts->index;
  if (k == ft_index_length (x, t) || !ft_cone_is_racing (v->order->cone, t, k))
    return;
  ft_term right =
      pointers_right (v, v->trace->events + ft_index_event (x, t, k));
  ft_literals_clause (&v->order->literals, 1, &right);
}

static void follow_thread (ft_value_theory *v, ft_tid t) {
  const ft_cone *cone = v->order->cone;
  ft_map_release (&v->local_at);
  FT_CLEAR (v->locals);
  FT_CLEAR (v->unsure);
  for (ft_id k = 0; k < cone->top[t]; k++)
    follow (v, ft_index_event (v->order->facts->index, t, k),
            k >= cone->start[t]);
  follow_targets (v, t, cone->top[t]);
}

// ---- reads from writes ---------------------------------------------------

static ft_symbol left_by (ft_value_theory *v, ft_id read, ft_id writer) {
  uint64_t value;
  ft_id i = writer == FT_NO_ID ? FT_NO_ID : ft_map_get (&v->write_at, writer);
  if (i != FT_NO_ID)
    return v->writes.begin[i];
  bool known = ft_reads_initial (v->order->facts->reads, read, &value);
  return fixed (v, known, known ? value : 0);
}

// A free read gets the word of its writer, any other read only what the writer
// wrote in the trace.
static void served (ft_maximal *order, ft_term unless, ft_id read,
                    ft_id writer) {
  ft_value_theory *v = order->values;
  ft_symbol left = left_by (v, read, writer);
  ft_id i = ft_map_get (&v->read_at, read);
  ft_term what = left.right;
  if (i != FT_NO_ID) {
    const ft_event *e = v->trace->events + read;
    ft_term word = left.word ? left.word : ft_smt_word_of (v->smt, e->value);
    what = ft_smt_equal (v->smt, v->reads.begin[i], word);
  }
  if (what != v->yes)
    ft_literals_clause (&order->literals, 2, (ft_term[]){unless, what});
}

// ---- the encoder ---------------------------------------------------------

static void release_theory (ft_value_theory *v) {
  ft_map_release (&v->local_at);
  ft_map_release (&v->write_at);
  ft_map_release (&v->read_at);
  FT_RELEASE (v->locals);
  FT_RELEASE (v->unsure);
  FT_RELEASE (v->writes);
  FT_RELEASE (v->reads);
}

static void *encode (const ft_cone *cone, ft_smt *smt, uint64_t memory) {
  ft_maximal *order = ft_maximal_new (cone, smt, memory);
  if (!order)
    return NULL;
  ft_value_theory v = {.order = order, .smt = smt, .trace = cone->facts->trace};
  v.yes = order->literals.yes;
  order->served = served;
  order->values = &v;
  for (ft_tid t = 0; t < cone->facts->index->threads; t++)
    follow_thread (&v, t);
  bool fits = ft_maximal_assert (order);
  release_theory (&v);
  order->values = NULL;
  if (fits)
    return order;
  ft_maximal_free (order);
  return NULL;
}

static bool schedule (void *encoding, ft_smt *smt, ft_schedule *out) {
  return ft_maximal_schedule (encoding, smt, out);
}

static void release_encoding (void *encoding) {
  ft_maximal_free (encoding);
}

const ft_encoder ft_recipe_value = {"value", encode, schedule,
                                    release_encoding};
