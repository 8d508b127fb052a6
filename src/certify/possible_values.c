// The values that events may read, compute and write (see 'possible_paths.h').

#include "certify/possible_inside.h"

// Limits: definitions of a local, and writes of a variable, that are looked at; beyond
// them any value is possible.
enum { MOST_DEFINITIONS = 64, MOST_WRITES = 256 };

// The values that an operand may have.
typedef struct operand {
  bool right, any;
  uint8_t count;
  uint64_t words[FT_MOST_VALUES];
} operand;

static void add_word (ft_possible *p, ft_value_set *to, uint64_t word) {
  p->changed |= ft_value_set_add (&p->pool, to, word);
}

static void add_any (ft_possible *p, ft_value_set *to) {
  p->changed |= ft_value_set_add_any (to);
}

static void set_right (ft_possible *p, ft_value_set *to) {
  p->changed |= !to->right;
  to->right = true;
}

// ---- operands ------------------------------------------------------------------

static void take_word (operand *o, uint64_t word) {
  for (uint8_t i = 0; i < o->count; i++)
    if (o->words[i] == word)
      return;
  if (o->count == FT_MOST_VALUES)
    o->any = true;
  else
    o->words[o->count++] = word;
}

static void take_set (const ft_possible *p, operand *o, const ft_value_set *s) {
  o->any |= s->any;
  for (uint8_t i = 0; i < s->count; i++)
    take_word (o, p->pool.words.begin[s->begin + i]);
}

static bool has_word (const operand *o, uint64_t word) {
  bool has = o->any;
  for (uint8_t i = 0; i < o->count && !has; i++)
    has = o->words[i] == word;
  return has;
}

// Takes what the definitions of the local may be, from the last one backwards.
static void take_definitions (const ft_possible *p, ft_id last, operand *o) {
  int looked_at = 0;
  for (ft_id d = last; d != FT_NO_ID && !o->any; d = p->next_def[d])
    if (++looked_at > MOST_DEFINITIONS)
      o->any = true;
    else
      take_set (p, o, p->result + d);
}

// Whether the event computes with what it reads itself, as an atomic update may.
static bool is_own (const ft_possible *p, ft_id event, const ft_operand *from) {
  const ft_event *e = p->trace->events + event;
  return e->kind == FT_ATOMIC_RMW &&
         ft_expected_detail (p->trace, e)->result == from->local;
}

// Operand 'k' of the event, counted through the pointers behind the operands.
static operand operand_of (const ft_possible *p, ft_id event,
                           const ft_operand *from, uint32_t k) {
  operand o = {0};
  uint32_t at = p->expected.operands_of[event] + k;
  const ft_expected_operand *x = p->expected.operands.begin + at;
  if (from->local == FT_NO_ID) {
    o.right = true;
    take_word (&o, from->constant);
    return o;
  }
  take_definitions (p, is_own (p, event, from) ? event : p->last_def[at], &o);
  o.right = x->def == FT_NO_ID || p->result[x->def].right ||
            (x->known && has_word (&o, x->value));
  return o;
}

bool ft_possible_address (const ft_possible *p, ft_id event) {
  const ft_detail *d = ft_expected_detail (p->trace, p->trace->events + event);
  const ft_operand *all = p->trace->tables.operands.begin + d->pointers;
  bool right = true;
  for (uint32_t i = 0; d->pointers_known && i < d->pointer_count && right; i++)
    right = operand_of (p, event, all + i, d->operand_count + i).right;
  return right;
}

// ---- computing -----------------------------------------------------------------

static bool compares (enum ft_operator op) {
  return (op >= FT_OP_EQ && op <= FT_OP_GE) ||
         (op >= FT_OP_ULT && op <= FT_OP_UGE);
}

static void apply (ft_possible *p, ft_id event, const uint64_t words[2],
                   ft_value_set *to) {
  const ft_event *e = p->trace->events + event;
  uint64_t result;
  if (ft_operator_apply (ft_expected_detail (p->trace, e)->op,
                         ft_expected_width (e), words, &result) == FT_DEFINED)
    add_word (p, to, result);
}

// Adds the results of the operator for all values of its operands.
static void apply_all (ft_possible *p, ft_id event, const operand in[2],
                       ft_value_set *to) {
  const ft_detail *d = ft_expected_detail (p->trace, p->trace->events + event);
  uint32_t n = d->operand_count;
  for (uint32_t i = 0; i < n && i < 2; i++)
    if (!in[i].any && !in[i].count)
      return; // never known
  if (in[0].any || (n > 1 && in[1].any)) {
    if (!compares (d->op))
      add_any (p, to);
    else
      for (uint64_t word = 0; word < 2; word++)
        add_word (p, to, word);
    return;
  }
  for (uint8_t i = 0; i < in[0].count; i++)
    for (uint8_t j = 0; j < (n > 1 ? in[1].count : 1); j++)
      apply (p, event, (uint64_t[]){in[0].words[i], n > 1 ? in[1].words[j] : 0},
             to);
}

// Adds what the trace says of the event; 'known': as this value.
static void add_right (ft_possible *p, ft_value_set *to, bool known,
                       uint64_t value) {
  set_right (p, to);
  if (known)
    add_word (p, to, value);
}

// Adds the values that the event computes, of which one in the trace is as 'recorded'
// says, if its operands are.
static void compute (ft_possible *p, ft_id event, bool modelled, bool known,
                     uint64_t value, ft_value_set *to) {
  const ft_event *e = p->trace->events + event;
  const ft_detail *d = ft_expected_detail (p->trace, e);
  const ft_operand *all = p->trace->tables.operands.begin + d->operands;
  bool right = true, altpath = e->flags & FT_ALTPATH;
  operand in[2] = {0};
  for (uint32_t i = 0; i < d->operand_count; i++) {
    operand o = operand_of (p, event, all + i, i);
    right &= o.right || !d->operands_known;
    if (i < 2)
      in[i] = o;
  }
  if (right && (!altpath || (known && e->kind != FT_BRANCH)))
    add_right (p, to, known, value);
  if (modelled && d->operands_known && d->operand_count)
    apply_all (p, event, in, to);
  if (known && ft_value_set_has (&p->pool, to, value))
    set_right (p, to);
}

// ---- reads -----------------------------------------------------------------------

// Adds what the write leaves, of which the read takes as many bytes as it has.
static void add_left (ft_possible *p, ft_id read, ft_id write) {
  const ft_event *e = p->trace->events + read;
  const ft_event *w = p->trace->events + write;
  const ft_value_set *left = p->left + write;
  ft_value_set *to = p->result + read;
  if (left->any || (w->mask != e->mask && (left->right || left->count))) {
    add_any (p, to);
    return;
  }
  for (uint8_t i = 0; i < left->count; i++)
    add_word (p, to,
              ft_operator_cut (ft_expected_width (e),
                               p->pool.words.begin[left->begin + i]));
}

static void add_initial (ft_possible *p, ft_id read, ft_value_set *to) {
  uint64_t value;
  if (ft_recorded_initial (&p->recorded, p->trace->events + read, &value))
    add_word (p, to, value);
}

// The number of writes of the variable.
static ft_id count_writes (const ft_possible *p, ft_id variable) {
  const ft_access_lists *w = p->writes;
  ft_id n = 0;
  for (ft_id i = w->list_begin[variable]; i < w->list_begin[variable + 1]; i++)
    n += w->lists.begin[i].end - w->lists.begin[i].begin;
  return n;
}

static void add_writes (ft_possible *p, ft_id read, ft_id hider) {
  const ft_access_lists *w = p->writes;
  const ft_event *e = p->trace->events + read;
  for (ft_id i = w->list_begin[e->target]; i < w->list_begin[e->target + 1]; i++)
    for (ft_id j = w->lists.begin[i].begin; j < w->lists.begin[i].end; j++) {
      ft_id write = w->events[j];
      if (p->trace->events[write].mask & e->mask && p->possible[write] &&
          ft_possible_source (p, read, write, hider))
        add_left (p, read, write);
    }
}

static void evaluate_read (ft_possible *p, ft_id event) {
  const ft_expected_value *x = p->expected.events + event;
  ft_value_set *to = p->result + event;
  if (to->right && x->known)
    add_word (p, to, x->value);
  if (count_writes (p, p->trace->events[event].target) > MOST_WRITES)
    add_any (p, to);
  if (!to->any) {
    ft_id hider = ft_possible_hider (p, event);
    if (hider == FT_NO_ID)
      add_initial (p, event, to);
    add_writes (p, event, hider);
  }
  if (x->known && ft_value_set_has (&p->pool, to, x->value))
    set_right (p, to);
}

// ---- atomic updates ------------------------------------------------------------------

// A compare-and-swap leaves its second operand.
static void evaluate_swap (ft_possible *p, ft_id event) {
  const ft_event *e = p->trace->events + event;
  const ft_detail *d = ft_expected_detail (p->trace, e);
  operand o = operand_of (
      p, event, p->trace->tables.operands.begin + d->operands + 1, 1);
  ft_value_set *to = p->left + event;
  if (o.right)
    add_right (p, to, d->written_known, d->written);
  if (o.any)
    add_any (p, to);
  for (uint8_t i = 0; i < o.count; i++)
    add_word (p, to, ft_operator_cut (ft_expected_width (e), o.words[i]));
}

static void evaluate_update (ft_possible *p, ft_id event) {
  const ft_event *e = p->trace->events + event;
  const ft_detail *d = ft_expected_detail (p->trace, e);
  bool altpath = e->flags & FT_ALTPATH;
  evaluate_read (p, event);
  switch (ft_exchange_of (&p->trace->tables, e)) {
  case FT_EXCHANGE_NONE:
    if (p->result[event].right)
      add_right (p, p->left + event, d->written_known, d->written);
    break;
  case FT_EXCHANGE_SWAPS:
    evaluate_swap (p, event);
    break;
  case FT_EXCHANGE_COMPUTES:
    compute (p, event, altpath || p->expected.events[event].modelled,
             d->written_known, d->written, p->left + event);
    break;
  case FT_EXCHANGE_UNRECORDED:
  case FT_EXCHANGE_UNKNOWN:
    break; // leaves nothing that anybody knows
  }
}

void ft_possible_evaluate (ft_possible *p, ft_id event) {
  const ft_event *e = p->trace->events + event;
  const ft_expected_value *x = p->expected.events + event;
  bool writes = ft_kind_writes ((enum ft_kind)e->kind);
  if (e->kind == FT_ATOMIC_RMW)
    evaluate_update (p, event);
  else if (ft_kind_reads ((enum ft_kind)e->kind))
    evaluate_read (p, event);
  else if (writes || ft_kind_computes ((enum ft_kind)e->kind))
    compute (p, event, x->modelled, x->known, x->value,
             (writes ? p->left : p->result) + event);
}
