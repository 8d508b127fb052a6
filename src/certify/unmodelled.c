#include "certify/unmodelled.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/stack.h"

typedef struct local_value {
  bool known;
  uint64_t value;
} local_value;

typedef struct values {
  const ft_trace *trace;
  local_value *of; // by local, of the thread that is looked at
  FT_STACK (ft_id) defined;
} values;

static bool is_computed (const ft_event *e) {
  return ft_kind_computes (e->kind) ||
         (ft_kind_writes (e->kind) && !ft_kind_reads (e->kind));
}

// Whether a local is among the operands; without one the value is a constant.
static bool depends (const ft_trace *t, const ft_detail *d) {
  for (uint32_t i = 0; i < d->operand_count; i++)
    if (t->tables.operands.begin[d->operands + i].local != FT_NO_ID)
      return true;
  return false;
}

// The recorded values of the operands; false if one is not known.
static bool find_operands (const values *v, const ft_detail *d,
                           uint64_t words[2]) {
  for (uint32_t i = 0; i < d->operand_count; i++) {
    const ft_operand *o = v->trace->tables.operands.begin + d->operands + i;
    bool known = o->local == FT_NO_ID || v->of[o->local].known;
    if (!known)
      return false;
    words[i] = o->local == FT_NO_ID ? o->constant : v->of[o->local].value;
  }
  return true;
}

// Whether the operator gives what was recorded; '*result' is set to that.
static bool computes (const values *v, const ft_event *e, const ft_detail *d,
                      uint64_t *result) {
  uint64_t words[2] = {0};
  bool has = e->flags & FT_HAS_VALUE;
  unsigned width = (unsigned)__builtin_popcount (e->mask);
  return d->op != FT_OP_NONE && d->operand_count == ft_operator_arity (d->op) &&
         find_operands (v, d, words) &&
         ft_operator_apply (d->op, width, words, result) == FT_DEFINED &&
         (has ? *result == e->value : e->kind == FT_LOCAL);
}

// Whether the update writes what its operator gives of the value read, which its
// result is by now.
static bool updates (const values *v, const ft_event *e, const ft_detail *d) {
  uint64_t words[2] = {0}, result;
  unsigned width = (unsigned)__builtin_popcount (e->mask);
  return d->op != FT_OP_NONE && d->operand_count == ft_operator_arity (d->op) &&
         find_operands (v, d, words) && d->written_known &&
         ft_operator_apply (d->op, width, words, &result) == FT_DEFINED &&
         result == d->written;
}

static void define (values *v, const ft_detail *d, bool known, uint64_t value) {
  if (d->result == FT_NO_ID)
    return;
  v->of[d->result] = (local_value){known, value};
  FT_PUSH (v->defined, d->result);
}

// Whether the event is such a computation.  Those of alternative paths have no
// recorded result, and their operands are the results of others.
static bool visit (values *v, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (&v->trace->tables, e);
  if (!d || ft_event_is_void (e))
    return false;
  uint64_t result = e->value;
  bool modelled =
      is_computed (e) && d->operands_known && computes (v, e, d, &result);
  define (v, d, modelled || e->flags & FT_HAS_VALUE,
          modelled ? result : e->value);
  if (modelled || !d->operands_known || !depends (v->trace, d))
    return false;
  if (e->kind == FT_ATOMIC_RMW)
    return !updates (v, e, d);
  return d->op == FT_OP_NONE || !(e->flags & FT_ALTPATH);
}

static bool visit_thread (values *v, const ft_index *x, ft_tid t) {
  bool any = false;
  for (ft_id k = 0; !any && k < ft_index_length (x, t); k++)
    any = visit (v, v->trace->events + ft_index_event (x, t, k));
  while (!FT_EMPTY (v->defined))
    v->of[FT_POP (v->defined)].known = false;
  return any;
}

bool ft_unmodelled_any (const ft_index *x) {
  bool any = false;
  uint32_t locals = ft_tables_count (&x->trace->tables, FT_CLASS_LOCAL);
  values v = {.trace = x->trace, .of = FT_ARRAY (local_value, locals)};
  memset (v.of, 0, locals * sizeof *v.of);
  for (ft_tid t = 0; !any && t < x->threads; t++)
    any = visit_thread (&v, x, t);
  free (v.of);
  FT_RELEASE (v.defined);
  return any;
}
