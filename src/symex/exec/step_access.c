// What the accesses of a record depend on.
#include "symex/exec/step_access.h"
#include "symex/altpath/merge_point.h"
#include "symex/exec/compute.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/constant_table.h"
#include "symex/exec/emit_event.h"
#include "symex/exec/local.h"
#include "symex/libc/libc_call.h"

enum { FARTHEST = 64 }; // instructions that are looked at for an address

static ft_value operand (const ft_exec_frame *f, const ft_instruction *i,
                        uint32_t n) {
  return ft_operand_value (f, f->unit->code.operands.begin + i->first + n);
}

static void set_pointers (ft_machine *m, ft_step_dependence *t, ft_value address) {
  t->known = t->detail.pointers_known = true;
  if (ft_is_symbolic (m, &address))
    ft_emit_pointers (m, &t->detail, &address, 1);
}

static void pin (ft_machine *m, const ft_value *s) {
  if (ft_is_symbolic (m, s))
    ft_emit_concretize (m, s, 1);
}

// That an address is not the computed one is a mistake of ours, or of the
// program (a store beyond an object); nothing that was computed is believed.
static void expect (ft_machine *m, ft_exec_frame *f, ft_value value,
                    uint64_t word) {
  if (!value.known || value.object || value.word == word)
    return;
  m->mismatches++;
  ft_emit_concretize_all (m);
  ft_local_havoc (f);
}

// The record tells an address that was not known, as one that a library has
// returned, and that which it was computed from: what is not tainted is the
// same in every schedule.
static void learn (ft_exec_frame *f, const ft_code_operand *o, uint64_t word) {
  ft_value *s = f->values + o->word;
  if (o->kind != FT_OPERAND_RESULT || s->known || s->object)
    return;
  s->known = true;
  s->word = word;
  const ft_unit_code *code = &f->unit->code;
  uint32_t first = code->blocks.begin[f->body->first_block + f->block].first;
  for (uint32_t n = f->pc; n-- > first && f->pc - n < FARTHEST;) {
    const ft_instruction *i = code->instructions.begin + n;
    if (i->result == o->word && i->kind == FT_INSTRUCTION_ADDRESS &&
        i->count == 1)
      learn (f, code->operands.begin + i->first, word - i->constant);
  }
}

static void learn_address (ft_exec_frame *f, const ft_instruction *i,
                           uint64_t address) {
  learn (f, f->unit->code.operands.begin + i->first, address);
}

// ---- reads -----------------------------------------------------------------

// The value is a local if the read is an event, else it is as recorded: nobody
// else writes what it reads.
static ft_value read_value (ft_machine *m, int n, unsigned width,
                           uint64_t word) {
  ft_step_dependence *t = m->out->dependence + n;
  ft_value s = FT_VALUE_UNKNOWN;
  if (width)
    s = ft_value_concrete (ft_low_bits (word, width));
  if (m->out->traced[n] == FT_TRACED_NONE)
    return s;
  m->thread->has_read = true;
  if (m->out->traced[n] == FT_TRACED_PARTS) {
    ft_emit_concretize_all_after (m);
    return s;
  }
  s.symbol = ft_emit_symbol (m);
  t->detail.result = ft_emit_symbol_name (m, s.symbol);
  return s;
}

// In a table that never changes, of which no event tells.
static bool look_up (ft_machine *m, ft_exec_frame *f, const ft_instruction *i,
                     ft_value from) {
  ft_value value;
  const ft_run_record *r = m->out->record;
  if (!i->width || ft_bytes_of_width (i->width) != i->constant ||
      !m->out->accesses[0].valued ||
      !ft_constant_table_read (m, from, (unsigned)i->constant, &value))
    return false;
  value.word = ft_low_bits (r->word[0], i->width);
  ft_set_result (f, i, 0, value);
  return true;
}

static void load (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  const ft_run_record *r = m->out->record;
  ft_value from = operand (f, i, 0);
  expect (m, f, from, r->payload);
  learn_address (f, i, r->payload);
  if (m->out->traced[0] == FT_TRACED_NONE && look_up (m, f, i, from))
    return;
  if (m->out->traced[0] == FT_TRACED_NONE)
    pin (m, &from);
  set_pointers (m, m->out->dependence, from);
  bool valued = m->out->accesses[0].valued && i->width;
  ft_value s = read_value (m, 0, valued ? i->width : 0, r->word[0]);
  if (from.object) // one way of several to a variable that is followed
    s.symbol = ft_local_load (m, f, from, i->constant, i->width).symbol;
  ft_set_result (f, i, 0, s);
}

// ---- writes ----------------------------------------------------------------

static bool is_word (const ft_machine *m, const ft_instruction *i) {
  return m->out->accesses[0].valued && i->width &&
         m->out->traced[0] != FT_TRACED_PARTS &&
         ft_bytes_of_width (i->width) == i->constant;
}

// A value that others may see later must be seen to come from here.
static void write_value (ft_machine *m, int n, ft_value value, bool word) {
  ft_step_dependence *t = m->out->dependence + n;
  bool tainted = ft_is_symbolic (m, &value);
  t->share = tainted || ft_merge_points_pending (m);
  t->detail.op = word ? FT_OP_COPY : FT_OP_NONE;
  ft_emit_operands (m, &t->detail, &value, 1);
}

// From here on events come of the memory; so far one thread alone used it, or
// others whom it waited for, so that what it holds is what they left.
static void tell_before (ft_machine *m, const ft_instruction *i) {
  ft_step_dependence *t = m->out->dependence;
  if (t->share && ft_follows_altpaths (m) &&
      m->out->traced[0] == FT_TRACED_NONE && i->constant <= 8)
    t->detail.initial_known = ft_concrete_word (
        m, m->out->record->payload, (unsigned)i->constant, &t->detail.initial);
}

static void store (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  const ft_run_record *r = m->out->record;
  ft_value to = operand (f, i, 0), value = operand (f, i, 1);
  bool word = is_word (m, i);
  expect (m, f, to, r->payload);
  learn_address (f, i, r->payload);
  if (word)
    expect (m, f, value, ft_low_bits (r->word[0], i->width));
  if (word && !value.object) {
    value.known = true;
    value.word = ft_low_bits (r->word[0], i->width);
  }
  if (m->out->traced[0] == FT_TRACED_NONE && !ft_is_symbolic (m, &value))
    pin (m, &to);
  set_pointers (m, m->out->dependence, to);
  if (to.object) {
    ft_local_store (m, f, to, i->constant, i->width, value);
    value.symbol = 0;
  } else if (f->lost_content) // it may be one of those that are read without
                              // records
    pin (m, &value);
  write_value (m, 0, value, word);
  tell_before (m, i);
}

// What is read without its value, or whatever it is, has its recorded value.
static void pin_range (ft_machine *m, int n) {
  if (m->out->accesses[n].kind == FT_ATOMIC_RMW) // always right
    return;
  ft_value s = read_value (m, n, 0, 0);
  if (ft_is_symbolic (m, &s))
    ft_emit_concretize_after (m, s.symbol);
}

// ---- exchanges -------------------------------------------------------------

// It reads what it read, in every model.
static ft_value old_value (const ft_machine *m, const ft_instruction *i) {
  if (!m->out->accesses[0].valued || !i->width)
    return FT_VALUE_UNKNOWN;
  return ft_value_concrete (ft_low_bits (m->out->record->word[0], i->width));
}

static void rmw (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  const ft_run_record *r = m->out->record;
  ft_value to = operand (f, i, 0), x = operand (f, i, 1);
  expect (m, f, to, r->payload);
  pin (m, &to);
  pin (m, &x);
  set_pointers (m, m->out->dependence, to);
  write_value (m, 0, FT_VALUE_UNKNOWN, false);
  ft_set_result (f, i, 0, old_value (m, i));
}

// One that fails is a read that does not find what was expected.
static void cas (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  const ft_run_record *r = m->out->record;
  bool failed = r->at->kind == FT_SITE_CAS_FAILED;
  ft_value to = operand (f, i, 0);
  expect (m, f, to, r->payload);
  ft_value all[3] = {to, operand (f, i, 1), operand (f, i, 2)};
  ft_emit_concretize (m, all, 3);
  set_pointers (m, m->out->dependence, to);
  write_value (m, 0, FT_VALUE_UNKNOWN, false);
  if (failed)
    pin_range (m, 0);
  ft_set_result (f, i, 0, old_value (m, i));
  ft_set_result (f, i, 1, ft_value_concrete (!failed));
}

// ---- ranges ----------------------------------------------------------------

static void range (ft_machine *m, int n) {
  ft_step_dependence *t = m->out->dependence + n;
  t->known = true;
  t->detail.pointers_known = t->detail.operands_known = true;
  if (ft_kind_reads (m->out->accesses[n].kind))
    pin_range (m, n);
  else if (m->out->traced[n] != FT_TRACED_WHOLE && m->out->accesses[n].bytes)
    m->thread->merge_epoch++; // a write that other sides do not see
}

void ft_step_external_access (ft_machine *m) {
  for (int n = 0; n < m->out->count; n++)
    range (m, n);
}

static void copy (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  ft_value all[3] = {operand (f, i, 0), operand (f, i, 1), operand (f, i, 2)};
  ft_emit_concretize (m, all, 3);
  if (all[1].object)
    ft_local_concretize (m, f, all[1], all[2]);
  if (all[0].object) // what is read is pinned
    ft_local_copy (m, f, all[0], FT_VALUE_UNKNOWN, all[2]);
  if (all[0].object || all[1].object || !ft_libc_copy (m))
    ft_step_external_access (m);
}

static void set (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  ft_value all[3] = {operand (f, i, 0), operand (f, i, 1), operand (f, i, 2)};
  ft_emit_concretize (m, all, 3);
  if (all[0].object)
    ft_local_set (m, f, all[0], all[1], all[2]);
  ft_step_external_access (m);
}

void ft_step_access (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  switch ((unsigned)i->kind) {
  case FT_INSTRUCTION_LOAD:
    load (m, f, i);
    return;
  case FT_INSTRUCTION_STORE:
    store (m, f, i);
    return;
  case FT_INSTRUCTION_RMW:
    rmw (m, f, i);
    return;
  case FT_INSTRUCTION_CAS:
    cas (m, f, i);
    return;
  case FT_INSTRUCTION_COPY:
    copy (m, f, i);
    return;
  case FT_INSTRUCTION_SET:
    set (m, f, i);
    return;
  }
}
