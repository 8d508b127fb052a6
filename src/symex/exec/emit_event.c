// Events that re-execution adds to the trace: LOCAL and BRANCH.
#include "symex/exec/emit_event.h"
#include "base/debug_log.h"
#include "symex/altpath/execute.h"
#include "symex/altpath/other_value.h"
#include "symex/altpath/thread_end.h"

#include <assert.h>
#include <stdio.h>

uint32_t ft_emit_symbol (ft_machine *m) {
  return ++m->thread->last_symbol;
}

// "%7" for 7, at the end of the buffer; '*length' is that of the text.
static const char *write_symbol (char text[12], uint32_t symbol,
                                 size_t *length) {
  char *begin = text + 12;
  do
    *--begin = (char)('0' + symbol % 10);
  while (symbol /= 10);
  *--begin = '%';
  *length = (size_t)(text + 12 - begin);
  return begin;
}

ft_id ft_emit_symbol_name (ft_machine *m, uint32_t symbol) {
  assert (symbol);
  FT_GROW (m->symbol_names, (size_t)symbol + 1, FT_NO_ID);
  ft_id *name = m->symbol_names.begin + symbol;
  if (*name == FT_NO_ID) {
    char buffer[12];
    size_t length;
    const char *text = write_symbol (buffer, symbol, &length);
    // No other local has the name of a symbol.
    *name =
        ft_intern_append (m->out->tables->names + FT_CLASS_LOCAL, text, length);
  }
  return *name;
}

// ---- reasons ---------------------------------------------------------------

// Why no term stands for the value; FT_NO_ID if one does.
static uint32_t reason_of (const ft_machine *m, const ft_value *s) {
  const ft_exec_thread *t = m->thread;
  if (s->symbol >= t->uninterpreted.size || !ft_is_symbolic (m, s))
    return FT_NO_ID;
  return t->uninterpreted.begin[s->symbol] - 1u;
}

bool ft_emit_is_expressed (const ft_machine *m, const ft_value *s) {
  return reason_of (m, s) == FT_NO_ID;
}

// The reason of the first of n values that has one, else 'reason'.
static uint32_t inherited (const ft_machine *m, uint32_t reason,
                           const ft_value *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (reason_of (m, s + i) != FT_NO_ID)
      return reason_of (m, s + i);
  return reason;
}

// Counts concretized values, or with 0 all that the thread has read.
// Requirements of alternative paths are not counted, since they are no part of
// the run.
static void count (ft_machine *m, enum ft_concretize_reason reason, size_t n) {
  if (FT_DEBUGS (SYMEX, 2)) {
    char what[32] = "all reads";
    if (n)
      snprintf (what, sizeof what, "%zu value%s", n, n == 1 ? "" : "s");
    ft_debug_line (FT_DEBUG_SYMEX,
                   "thread %u concretizes %s at tick %llu%s: %s",
                   m->out->record->thread->number, what,
                   (unsigned long long)m->out->record->tick,
                   m->altpath ? ", on an alternative path" : "",
                   ft_concretize_reason_name (reason));
  }
  if (m->altpath)
    return;
  if (n)
    m->concretized.values[reason] += n;
  else
    m->concretized.all[reason]++;
}

// ---- operands --------------------------------------------------------------

static uint32_t push_operand (ft_machine *m, const ft_value *s) {
  ft_operand o = {FT_NO_ID, s->word};
  if (ft_is_symbolic (m, s))
    o = (ft_operand){ft_emit_symbol_name (m, s->symbol), 0};
  FT_PUSH (m->out->tables->operands, o);
  return 1;
}

static uint32_t push_symbolic (ft_machine *m, const ft_value *s, size_t n) {
  uint32_t count = 0;
  for (size_t i = 0; i < n; i++)
    if (ft_is_symbolic (m, s + i))
      count += push_operand (m, s + i);
  return count;
}

static bool can_express (const ft_machine *m, const ft_value *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!ft_is_symbolic (m, s + i) && !s[i].known)
      return false;
  return true;
}

// With an operator, all operands are listed; without, only symbolic ones.
void ft_emit_operands (ft_machine *m, ft_detail *d, const ft_value *s,
                       size_t n) {
  d->operands_known = true;
  d->operands = (uint32_t)m->out->tables->operands.size;
  if (d->op != FT_OP_NONE && can_express (m, s, n)) {
    for (size_t i = 0; i < n; i++)
      d->operand_count += push_operand (m, s + i);
    return;
  }
  d->op = FT_OP_NONE;
  d->operand_count = push_symbolic (m, s, n);
}

void ft_emit_pointers (ft_machine *m, ft_detail *d, const ft_value *s,
                       size_t n) {
  d->pointers_known = true;
  ft_thread_end_fix (m, s, n);
  ft_other_value_note_address (m, s, n);
  d->pointers = (uint32_t)m->out->tables->operands.size;
  d->pointer_count = push_symbolic (m, s, n);
}

// ---- events ----------------------------------------------------------------

static ft_step_event new_event (ft_machine *m, enum ft_kind kind, ft_id site,
                                unsigned bytes, const ft_detail *d) {
  ft_step_event e = ft_altpath_make_event (m, site, 0);
  e.event.kind = (uint8_t)kind;
  e.event.mask = (uint8_t)((1u << bytes) - 1);
  if (d) {
    e.event.detail = (ft_id)m->out->tables->details.size;
    FT_PUSH (m->out->tables->details, *d);
  }
  m->added++;
  return e;
}

static bool any_symbolic (const ft_machine *m, const ft_value *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (ft_is_symbolic (m, s + i))
      return true;
  return false;
}

static ft_value apply (enum ft_operator op, unsigned bytes, const ft_value *s,
                       size_t n) {
  uint64_t words[2] = {0, 0};
  ft_value result = FT_VALUE_UNKNOWN;
  assert (n <= 2);
  for (size_t i = 0; i < n; i++) {
    if (!s[i].known)
      return result;
    words[i] = s[i].word;
  }
  result.known =
      ft_operator_apply (op, bytes, words, &result.word) == FT_DEFINED;
  return result;
}

static ft_value emit_local (ft_machine *m, enum ft_operator op, unsigned bytes,
                            uint32_t reason, const ft_value *s, size_t n,
                            ft_value result) {
  ft_detail d = FT_DETAIL_NONE;
  d.op = (uint8_t)op;
  ft_emit_operands (m, &d, s, n);
  result.symbol = ft_emit_symbol (m);
  d.result = ft_emit_symbol_name (m, result.symbol);
  ft_thread_end_depend (m, result.symbol, 0, s, n);
  ft_other_value_depend (m, result.symbol, s, n);
  if (reason != FT_NO_ID) {
    FT_GROW (m->thread->uninterpreted, (size_t)result.symbol + 1, 0);
    m->thread->uninterpreted.begin[result.symbol] = (uint8_t)(reason + 1);
  }
  ft_step_event e = new_event (m, FT_LOCAL, FT_NO_ID, bytes, &d);
  if (result.known) {
    e.event.flags = FT_HAS_VALUE;
    e.event.value = result.word;
  }
  FT_PUSH (m->out->before, e);
  return result;
}

ft_value ft_emit_compute (ft_machine *m, enum ft_operator op, unsigned bytes,
                          const ft_value *s, size_t n) {
  ft_value result = apply (op, bytes, s, n);
  if (!any_symbolic (m, s, n))
    return result;
  uint32_t reason =
      can_express (m, s, n) ? FT_NO_ID : FT_CONCRETIZE_UNKNOWN_OPERAND;
  return emit_local (m, op, bytes, inherited (m, reason, s, n), s, n, result);
}

ft_value ft_emit_uninterpreted (ft_machine *m, enum ft_concretize_reason reason,
                                const ft_value *s, size_t n) {
  if (!any_symbolic (m, s, n))
    return FT_VALUE_UNKNOWN;
  return emit_local (m, FT_OP_NONE, 8, inherited (m, reason, s, n), s, n,
                     FT_VALUE_UNKNOWN);
}

// Counts what the branch concretizes: all operands if it has no operator, else
// those that no term stands for.
static void count_operands (ft_machine *m, bool expressed,
                            enum ft_concretize_reason reason, const ft_value *s,
                            size_t n) {
  size_t counted = 0;
  uint32_t because = FT_NO_ID;
  for (size_t i = 0; i < n; i++) {
    uint32_t own = reason_of (m, s + i);
    if (own == FT_NO_ID && !expressed && ft_is_symbolic (m, s + i))
      own = reason;
    if (own != FT_NO_ID)
      counted++;
    if (because == FT_NO_ID)
      because = own;
  }
  if (counted)
    count (m, because, counted);
}

// Alternative paths, of which nothing is recorded, have no such mark.
static uint8_t branch_flags (const ft_machine *m,
                             enum ft_concretize_reason reason) {
  return !m->altpath && ft_concretize_is_assumed (reason) ? FT_CONCRETIZED : 0;
}

static ft_step_event new_branch (ft_machine *m, ft_id site,
                                 enum ft_operator op, unsigned bytes,
                                 uint64_t outcome,
                                 enum ft_concretize_reason reason,
                                 const ft_value *s, size_t n) {
  ft_detail d = FT_DETAIL_NONE;
  d.op = (uint8_t)op;
  ft_emit_operands (m, &d, s, n);
  count_operands (m, d.op != FT_OP_NONE, reason, s, n);
  ft_step_event e = new_event (m, FT_BRANCH, site, bytes, &d);
  e.event.flags = FT_HAS_VALUE | branch_flags (m, reason);
  e.event.value = outcome;
  return e;
}

static void emit_branch (ft_machine *m, ft_id site, enum ft_operator op,
                         unsigned bytes, uint64_t outcome,
                         enum ft_concretize_reason reason, const ft_value *s,
                         size_t n) {
  if (op == FT_OP_NONE)
    ft_thread_end_fix (m, s, n);
  if (any_symbolic (m, s, n))
    FT_PUSH (m->out->before,
             new_branch (m, site, op, bytes, outcome, reason, s, n));
}

void ft_emit_branch (ft_machine *m, ft_id site, enum ft_operator op,
                     unsigned bytes, uint64_t outcome, const ft_value *s,
                     size_t n) {
  emit_branch (m, site, op, bytes, outcome, FT_CONCRETIZE_UNKNOWN_OPERAND, s,
               n);
}

void ft_emit_limit (ft_machine *m, enum ft_concretize_reason reason,
                    enum ft_operator op, unsigned bytes, const ft_value *s,
                    size_t n) {
  emit_branch (m, FT_NO_ID, op, bytes, 1, reason, s, n);
}

void ft_emit_branch_after (ft_machine *m, enum ft_operator op, unsigned bytes,
                           uint64_t outcome, const ft_value *s, size_t n) {
  if (any_symbolic (m, s, n))
    FT_PUSH (m->out->after, new_branch (m, FT_NO_ID, op, bytes, outcome,
                                        FT_CONCRETIZE_UNKNOWN_OPERAND, s, n));
}

// On an alternative path there are no recorded values.  A value that is known
// is required to stay as it was computed for the path.
static void concretize_on_altpath (ft_machine *m,
                                   enum ft_concretize_reason reason,
                                   const ft_value *s) {
  ft_value two[2] = {*s, ft_value_concrete (s->word)};
  if (s->known && ft_is_symbolic (m, s))
    emit_branch (m, FT_NO_ID, FT_OP_EQ, 8, 1, reason, two, 2);
  else
    emit_branch (m, FT_NO_ID, FT_OP_NONE, 8, 1, reason, s, 1);
}

void ft_emit_concretize (ft_machine *m, enum ft_concretize_reason reason,
                         const ft_value *s, size_t n) {
  for (size_t i = 0; m->altpath && i < n; i++)
    concretize_on_altpath (m, reason, s + i);
  if (m->altpath)
    return;
  emit_branch (m, FT_NO_ID, FT_OP_NONE, 8, 1, reason, s, n);
}

// A branch of unknown outcome on the operands, or on all that was read.
static ft_step_event concretizing (ft_machine *m,
                                   enum ft_concretize_reason reason,
                                   const ft_detail *d) {
  ft_step_event e = new_event (m, FT_BRANCH, FT_NO_ID, 8, d);
  e.event.flags |= branch_flags (m, reason);
  return e;
}

static void note_all_concretized (ft_machine *m) {
  m->thread->fixed = UINT64_MAX;
  m->thread->concretized = m->thread->last_symbol;
  m->thread->has_read = false;
  m->thread->merge_epoch++;
}

void ft_emit_concretize_all (ft_machine *m, enum ft_concretize_reason reason) {
  if (m->thread->has_read) {
    count (m, reason, 0);
    FT_PUSH (m->out->before, concretizing (m, reason, NULL));
  }
  note_all_concretized (m);
}

void ft_emit_concretize_after (ft_machine *m, enum ft_concretize_reason reason,
                               uint32_t symbol) {
  ft_value s = {.symbol = symbol};
  ft_detail d = FT_DETAIL_NONE;
  ft_emit_operands (m, &d, &s, 1);
  count (m, reason, 1);
  FT_PUSH (m->out->after, concretizing (m, reason, &d));
}

void ft_emit_concretize_all_after (ft_machine *m,
                                   enum ft_concretize_reason reason) {
  count (m, reason, 0);
  FT_PUSH (m->out->after, concretizing (m, reason, NULL));
  note_all_concretized (m);
}
