#include "encoders/sym_store.h"

// ---- terms ---------------------------------------------------------------

ft_term ft_sym_store_and (const ft_sym_store *v, ft_term a, ft_term b) {
  if (a == v->no || b == v->no)
    return v->no;
  if (a == v->yes || a == b)
    return b;
  return b == v->yes ? a : ft_smt_and (v->smt, 2, (ft_term[]){a, b});
}

ft_term ft_sym_store_or (const ft_sym_store *v, ft_term a, ft_term b) {
  if (a == v->yes || b == v->yes)
    return v->yes;
  if (a == v->no || a == b)
    return b;
  return b == v->no ? a : ft_smt_or (v->smt, 2, (ft_term[]){a, b});
}

ft_term ft_sym_store_not (const ft_sym_store *v, ft_term a) {
  return a == v->yes ? v->no : a == v->no ? v->yes : ft_smt_not (v->smt, a);
}

ft_sym_value ft_sym_value_concrete (ft_sym_store *v, bool known,
                                    uint64_t value) {
  ft_term word = known ? ft_smt_word_of (v->smt, value) : NULL;
  return (ft_sym_value){known, value, word, v->yes, v->yes};
}

// A value that is the recorded one if 'as_recorded' holds, and unknown
// otherwise.
static ft_sym_value concretized (ft_sym_store *v, bool known, uint64_t value,
                                 ft_term as_recorded) {
  ft_sym_value s = ft_sym_value_concrete (v, known, value);
  s.valid = s.as_recorded = as_recorded;
  return s;
}

// What the event gives in a way that nobody knows: anything, in a loose store, if its
// operands are not as recorded.
static ft_sym_value loosen (ft_sym_store *v, const ft_event *e,
                            ft_sym_value s) {
  unsigned width = ft_sym_store_width (e);
  if (!v->loose || s.as_recorded == v->yes)
    return s;
  s.word = ft_smt_word (v->smt, width ? width : (unsigned)sizeof s.recorded);
  s.valid = v->yes;
  s.as_recorded =
      s.known ? ft_smt_equal (v->smt, s.word, ft_smt_word_of (v->smt, s.recorded))
              : ft_smt_bool (v->smt, true);
  return s;
}

// ---- operands ------------------------------------------------------------

const ft_detail *ft_sym_store_detail (const ft_sym_store *v,
                                      const ft_event *e) {
  static const ft_detail nothing = FT_DETAIL_NONE;
  const ft_detail *d = ft_tables_detail (&v->trace->tables, e);
  return d ? d : &nothing;
}

unsigned ft_sym_store_width (const ft_event *e) {
  return (unsigned)__builtin_popcount (e->mask);
}

ft_term ft_sym_store_reads_as_recorded (ft_sym_store *v) {
  if (!v->reads_as_recorded.size)
    return v->yes;
  return ft_smt_and (v->smt, v->reads_as_recorded.size,
                     v->reads_as_recorded.begin);
}

const ft_sym_value *ft_sym_store_find (const ft_sym_store *v, ft_id local) {
  ft_id slot = ft_map_get (&v->slot_of, local);
  ft_id i =
      slot < v->locals.symbol.size ? v->locals.symbol.begin[slot] : FT_NO_ID;
  return i == FT_NO_ID ? NULL : v->symbols.begin + i;
}

static ft_sym_value operand (ft_sym_store *v, const ft_operand *o) {
  if (o->local == FT_NO_ID)
    return ft_sym_value_concrete (v, true, o->constant);
  const ft_sym_value *s = ft_sym_store_find (v, o->local);
  if (!s)
    return concretized (v, false, 0, ft_sym_store_reads_as_recorded (v));
  return !s->word && s->known && s->as_recorded == v->yes
             ? ft_sym_value_concrete (v, true, s->recorded)
             : *s;
}

static ft_term list_as_recorded (ft_sym_store *v, bool known, uint32_t first,
                                 uint32_t count) {
  ft_term as_recorded = known ? v->yes : ft_sym_store_reads_as_recorded (v);
  for (uint32_t i = first; known && i < first + count; i++)
    as_recorded = ft_sym_store_and (
        v, as_recorded,
        operand (v, v->trace->tables.operands.begin + i).as_recorded);
  return as_recorded;
}

ft_term ft_sym_store_pointers_as_recorded (ft_sym_store *v, const ft_event *e) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  return list_as_recorded (v, d->pointers_known, d->pointers, d->pointer_count);
}

// ---- results of events ----------------------------------------------------

// Evaluates the operator on the recorded operands; false if one is unknown.
static bool apply_recorded (const ft_detail *d, const ft_event *e,
                            const ft_sym_value operands[2], uint64_t *result) {
  uint64_t words[2] = {operands[0].recorded, operands[1].recorded};
  for (uint32_t i = 0; i < d->operand_count; i++)
    if (!operands[i].known)
      return false;
  return ft_operator_apply (d->op, ft_sym_store_width (e), words, result) ==
         FT_DEFINED;
}

static bool has_operator (const ft_event *e, const ft_detail *d) {
  return e->kind != FT_ATOMIC_RMW && d->op != FT_OP_NONE && d->operands_known &&
         d->operand_count == ft_operator_arity (d->op);
}

bool ft_sym_store_recorded_result (const ft_sym_store *v, const ft_event *e,
                                   uint64_t *result) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  ft_sym_value operands[2] = {{0}};
  *result = e->value;
  if (e->flags & FT_HAS_VALUE)
    return true;
  if (!has_operator (e, d))
    return false;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    const ft_operand *o = v->trace->tables.operands.begin + d->operands + i;
    const ft_sym_value *s =
        o->local == FT_NO_ID ? NULL : ft_sym_store_find (v, o->local);
    if (s)
      operands[i] = *s;
    else if (o->local == FT_NO_ID)
      operands[i] = (ft_sym_value){.known = true, .recorded = o->constant};
  }
  return apply_recorded (d, e, operands, result);
}

bool ft_sym_store_depends (const ft_sym_store *v, const ft_event *e) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  for (uint32_t i = 0; i < d->operand_count; i++) {
    ft_id local = v->trace->tables.operands.begin[d->operands + i].local;
    const ft_sym_value *s =
        local == FT_NO_ID ? NULL : ft_sym_store_find (v, local);
    if (s && s->as_recorded != v->yes)
      return true;
  }
  return false;
}

// Whether the event's operator computes its value; sets 'operands', and the
// recorded value of 'symbol'.  For an event of the run the recorded values must
// confirm it.
static bool has_model (ft_sym_store *v, const ft_event *e,
                       ft_sym_value operands[2], ft_sym_value *symbol) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  bool has = e->flags & FT_HAS_VALUE, is_altpath = e->flags & FT_ALTPATH;
  uint64_t result;
  *symbol = (ft_sym_value){.known = has, .recorded = has ? e->value : 0};
  if (!has_operator (e, d))
    return false;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    operands[i] =
        operand (v, v->trace->tables.operands.begin + d->operands + i);
    if (!operands[i].word)
      return false;
  }
  if (!apply_recorded (d, e, operands, &result))
    return is_altpath;
  symbol->known = true;
  if (is_altpath && e->kind == FT_BRANCH)
    return true; // its outcome selects one of the successors in the trace
  if (has && result != e->value)
    return false;
  symbol->recorded = result;
  return has || is_altpath || e->kind == FT_LOCAL;
}

// The result of an operator as a term: its operands may differ from the trace,
// or it is of an alternative path, where it may have no result at all.
static void apply (ft_sym_store *v, const ft_event *e,
                   const ft_sym_value operands[2], ft_sym_result *c) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  ft_applied applied =
      ft_smt_apply (v->smt, d->op, ft_sym_store_width (e),
                    (ft_term[]){operands[0].word, operands[1].word});
  c->defined = applied.defined;
  for (uint32_t i = 0; i < d->operand_count; i++)
    c->defined = ft_sym_store_and (v, c->defined, operands[i].valid);
  c->symbol.word = applied.word;
  c->symbol.valid = c->defined;
  c->symbol.as_recorded = v->no;
  if (c->symbol.known)
    c->symbol.as_recorded = ft_sym_store_and (
        v, c->defined,
        ft_smt_equal (v->smt, applied.word,
                      ft_smt_word_of (v->smt, c->symbol.recorded)));
}

bool ft_sym_store_result_recorded (const ft_event *e) {
  return !(e->flags & FT_ALTPATH) ||
         (e->flags & FT_HAS_VALUE && e->kind != FT_BRANCH);
}

ft_sym_result ft_sym_store_compute (ft_sym_store *v, const ft_event *e) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  ft_sym_value operands[2] = {{0}}, x;
  ft_sym_result c = {.defined = v->yes};
  c.as_recorded =
      list_as_recorded (v, d->operands_known, d->operands, d->operand_count);
  c.modelled = has_model (v, e, operands, &x);
  if (!c.modelled) {
    c.as_recorded = ft_sym_store_and (
        v, c.as_recorded, ft_sym_store_result_recorded (e) ? v->yes : v->no);
    c.symbol =
        concretized (v, e->flags & FT_HAS_VALUE, e->value, c.as_recorded);
    // The program goes on behind a local, whatever its value.
    bool goes_on = v->loose && e->kind == FT_LOCAL;
    if (d->operands_known && (goes_on || ft_sym_store_result_recorded (e))) {
      c.symbol = loosen (v, e, c.symbol);
      c.as_recorded = v->loose ? v->yes : c.as_recorded;
    }
    return c;
  }
  uint64_t result;
  c.symbol = x;
  if (c.as_recorded != v->yes || !apply_recorded (d, e, operands, &result)) {
    apply (v, e, operands, &c);
    return c;
  }
  c.symbol = ft_sym_value_concrete (v, true, result);
  if (x.recorded != result)
    c.symbol.as_recorded = v->no;
  return c;
}

ft_sym_value ft_sym_store_updated (ft_sym_store *v, const ft_event *e) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  ft_sym_value s = ft_sym_value_concrete (v, d->written_known, d->written);
  if (!v->loose || !d->operands_known)
    return s;
  s.as_recorded = list_as_recorded (v, true, d->operands, d->operand_count);
  return loosen (v, e, s);
}

// Whether the operator of an exchange gives what it wrote in the run.
static bool gives_written (const ft_detail *d, const ft_event *e,
                           const ft_sym_value operands[2]) {
  uint64_t result;
  return d->written_known && apply_recorded (d, e, operands, &result) &&
         result == d->written;
}

ft_sym_value ft_sym_store_exchanged (ft_sym_store *v, const ft_event *e,
                                     ft_term *known) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  const ft_operand *list = v->trace->tables.operands.begin + d->operands;
  bool ran = !(e->flags & FT_ALTPATH), computed = d->op != FT_OP_NONE;
  ft_term words[2] = {NULL, NULL}, valid = v->yes, as_recorded = v->yes;
  ft_sym_value operands[2] = {{0}};
  *known = v->yes;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    ft_sym_value s = operand (v, list + i);
    ft_term is = s.word ? s.valid : v->no;
    if (computed)
      operands[i] = s, words[i] = s.word;
    valid = ft_sym_store_and (v, valid, is);
    as_recorded = ft_sym_store_and (v, as_recorded, s.as_recorded);
    if (list[i].local == FT_NO_ID || list[i].local != d->result)
      *known = ft_sym_store_and (
          v, *known, ran ? ft_sym_store_or (v, is, s.as_recorded) : is);
  }
  ft_sym_value left =
      concretized (v, d->written_known, d->written, ran ? as_recorded : v->no);
  if (!computed || valid == v->no ||
      (ran && !gives_written (d, e, operands)))
    return ran ? loosen (v, e, left) : left;
  ft_applied applied =
      ft_smt_apply (v->smt, d->op, ft_sym_store_width (e), words);
  left.word = applied.word;
  left.valid = ft_sym_store_and (v, valid, applied.defined);
  if (left.known)
    left.as_recorded = ft_sym_store_and (
        v, left.valid,
        ft_smt_equal (v->smt, left.word, ft_smt_word_of (v->smt, d->written)));
  return left;
}

// An operand of a compare-and-swap, cut to its width.
static ft_sym_value swap_operand (ft_sym_store *v, const ft_event *e,
                                  uint32_t k) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  unsigned width = ft_sym_store_width (e);
  ft_sym_value s =
      operand (v, v->trace->tables.operands.begin + d->operands + k);
  if (s.word)
    s.word = ft_smt_apply (v->smt, FT_OP_COPY, width,
                           (ft_term[]){s.word, NULL}).word;
  s.recorded = ft_operator_cut (width, s.recorded);
  return s;
}

// Whether the operands explain what a compare-and-swap did in the run.
static bool swapped_recorded (const ft_event *e, const ft_detail *d,
                              const ft_sym_value *wanted,
                              const ft_sym_value *left) {
  return e->flags & FT_HAS_VALUE && d->written_known && wanted->known &&
         left->known && wanted->recorded == e->value &&
         left->recorded == d->written;
}

ft_sym_value ft_sym_store_swapped (ft_sym_store *v, const ft_event *e,
                                   const ft_sym_value *read,
                                   ft_term *succeeds) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  ft_sym_value wanted = swap_operand (v, e, 0), left = swap_operand (v, e, 1);
  ft_term right = left.as_recorded;
  bool modelled = read->word && wanted.word &&
                  swapped_recorded (e, d, &wanted, &left);
  if (modelled)
    *succeeds = ft_sym_store_and (
        v, ft_sym_store_and (v, read->valid, wanted.valid),
        ft_smt_equal (v->smt, read->word, wanted.word));
  else if (v->loose)
    *succeeds = v->yes;
  else
    *succeeds = ft_sym_store_and (
        v, ft_sym_store_and (v, read->as_recorded, wanted.as_recorded), right);
  return modelled && left.word
             ? left
             : loosen (v, e,
                       concretized (v, d->written_known, d->written, right));
}

void ft_sym_store_define (ft_sym_store *v, const ft_event *e, ft_sym_value s) {
  const ft_detail *d = ft_sym_store_detail (v, e);
  if (d->result == FT_NO_ID)
    return;
  uint32_t *slot = ft_map_at (&v->slot_of, d->result);
  if (*slot == FT_NO_ID)
    *slot = (uint32_t)v->slot_of.size - 1;
  FT_GROW (v->locals.symbol, *slot + 1, FT_NO_ID);
  v->locals.symbol.begin[*slot] = (ft_id)v->symbols.size;
  FT_PUSH (v->symbols, s);
}

// ---- construction ---------------------------------------------------------

void ft_sym_store_init (ft_sym_store *v, const ft_trace *trace, ft_smt *smt,
                        ft_term yes, ft_term no) {
  *v = (ft_sym_store){.smt = smt, .trace = trace, .yes = yes, .no = no};
}

void ft_sym_store_release (ft_sym_store *v) {
  ft_map_release (&v->slot_of);
  FT_RELEASE (v->locals.symbol);
  FT_RELEASE (v->symbols);
  FT_RELEASE (v->reads_as_recorded);
}

void ft_sym_store_clear (ft_sym_store *v) {
  ft_map_release (&v->slot_of);
  FT_CLEAR (v->locals.symbol);
  FT_CLEAR (v->symbols);
  FT_CLEAR (v->reads_as_recorded);
}
