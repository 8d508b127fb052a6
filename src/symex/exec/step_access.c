// The accesses of a record: what they depend on, and what they read.
#include "symex/exec/step_access.h"
#include "symex/altpath/execute.h"
#include "symex/altpath/other_value.h"
#include "symex/exec/address_name.h"
#include "symex/exec/compute.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/constant_table.h"
#include "symex/exec/emit_event.h"
#include "symex/exec/local.h"
#include "symex/libc/libc_call.h"

enum { MAX_DISTANCE = 64 }; // instructions searched for an address computation

static ft_value operand (const ft_exec_frame *f, const ft_instruction *i,
                         uint32_t n) {
  return ft_operand_value (f, f->unit->code.operands.begin + i->first + n);
}

static void set_pointers (ft_machine *m, ft_step_dependence *t,
                          ft_value address) {
  t->known = t->detail.pointers_known = true;
  if (ft_is_symbolic (m, &address))
    ft_emit_pointers (m, &t->detail, &address, 1);
}

static void concretize (ft_machine *m, enum ft_concretize_reason reason,
                        const ft_value *s) {
  if (ft_is_symbolic (m, s))
    ft_emit_concretize (m, reason, s, 1);
}

// The recorded address or value must be the computed one.  If it is not, there
// is a defect of re-execution or of the program (a store beyond an object), and
// nothing that was computed is trusted.
static void expect_recorded (ft_machine *m, ft_exec_frame *f, ft_value value,
                             uint64_t word) {
  if (!value.known || value.object || value.word == word)
    return;
  m->mismatches++;
  ft_emit_concretize_all (m, FT_CONCRETIZE_DIFFERS);
  ft_local_havoc (f);
}

// The record reveals an address that was unknown (say, returned by a library),
// and the base that it was computed from: a value that is not symbolic is the
// same in every schedule.
static void learn_value (ft_exec_frame *f, const ft_code_operand *o,
                         uint64_t word) {
  ft_value *s = f->values + o->word;
  if (o->kind != FT_OPERAND_RESULT || s->known || s->object)
    return;
  s->known = true;
  s->word = word;
  const ft_unit_code *code = &f->unit->code;
  uint32_t first = code->blocks.begin[f->body->first_block + f->block].first;
  for (uint32_t n = f->pc; n-- > first && f->pc - n < MAX_DISTANCE;) {
    const ft_instruction *i = code->instructions.begin + n;
    if (i->result == o->word && i->kind == FT_INSTRUCTION_ADDRESS &&
        i->count == 1)
      learn_value (f, code->operands.begin + i->first, word - i->constant);
  }
}

static void learn_address (ft_exec_frame *f, const ft_instruction *i,
                           uint64_t address) {
  learn_value (f, f->unit->code.operands.begin + i->first, address);
}

// ---- reads -----------------------------------------------------------------

// The value is a new symbol if the read is an event.  Otherwise the value is as
// recorded, since no other thread writes the memory.
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
    ft_emit_concretize_all_after (m, FT_CONCRETIZE_PARTLY_SHARED);
    return s;
  }
  s.symbol = ft_emit_symbol (m);
  t->detail.result = ft_emit_symbol_name (m, s.symbol);
  return s;
}

// A read of a constant table, which is no event of the trace.
static bool read_table (ft_machine *m, ft_exec_frame *f,
                        const ft_instruction *i, ft_value from) {
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
  expect_recorded (m, f, from, r->payload);
  learn_address (f, i, r->payload);
  ft_altpath_check_null (m, f, i, from);
  if (m->out->traced[0] == FT_TRACED_NONE && read_table (m, f, i, from))
    return;
  if (m->out->traced[0] == FT_TRACED_NONE)
    concretize (m, FT_CONCRETIZE_ADDRESS, &from);
  set_pointers (m, m->out->dependence, from);
  bool valued = m->out->accesses[0].valued && i->width;
  ft_value s = read_value (m, 0, valued ? i->width : 0, r->word[0]);
  if (from.object) // a pointer that may be to a tracked object
    s.symbol = ft_local_load (m, f, from, i->constant, i->width).symbol;
  s.is_stream = ft_is_standard_stream (f, i);
  ft_set_result (f, i, 0, s);
  ft_other_value_read (m, f, i, s);
}

// ---- writes ----------------------------------------------------------------

static bool is_word (const ft_machine *m, const ft_instruction *i) {
  return m->out->accesses[0].valued && i->width &&
         m->out->traced[0] != FT_TRACED_PARTS &&
         ft_bytes_of_width (i->width) == i->constant;
}

// If other threads may read the value later, the write must become an event.
static void write_value (ft_machine *m, int n, ft_value value, bool word) {
  ft_step_dependence *t = m->out->dependence + n;
  if (m->out->traced[n] != FT_TRACED_NONE)
    ft_address_name_use (m, &value);
  bool symbolic = ft_is_symbolic (m, &value);
  t->share = symbolic || ft_merge_points_pending (m);
  t->detail.op = word ? FT_OP_COPY : FT_OP_NONE;
  ft_emit_operands (m, &t->detail, &value, 1);
}

// The memory becomes part of the trace with this write.  Until now its accesses
// were ordered, so that its initial value is what it holds now.
static void set_initial_value (ft_machine *m, const ft_instruction *i) {
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
  expect_recorded (m, f, to, r->payload);
  learn_address (f, i, r->payload);
  ft_altpath_check_null (m, f, i, to);
  if (word)
    expect_recorded (m, f, value, ft_low_bits (r->word[0], i->width));
  if (word && !value.object) {
    value.known = true;
    value.word = ft_low_bits (r->word[0], i->width);
  }
  if (m->out->traced[0] == FT_TRACED_NONE && !ft_is_symbolic (m, &value))
    concretize (m, FT_CONCRETIZE_ADDRESS, &to);
  set_pointers (m, m->out->dependence, to);
  if (to.object) {
    ft_local_store (m, f, to, i->constant, i->width, value);
    value.symbol = 0;
  } else if (f->lost_content) // perhaps a variable that is read without records
    concretize (m, FT_CONCRETIZE_LOCAL_CONTENT, &value);
  write_value (m, 0, value, word);
  set_initial_value (m, i);
}

// Concretizes what an access without a value has read.
static void concretize_read (ft_machine *m, enum ft_concretize_reason reason,
                             int n) {
  if (m->out->accesses[n].kind ==
      FT_ATOMIC_RMW) // must read its recorded value in every model
    return;
  ft_value s = read_value (m, n, 0, 0);
  if (ft_is_symbolic (m, &s))
    ft_emit_concretize_after (m, reason, s.symbol);
}

// ---- read-modify-write ------------------------------------------------------

static bool is_word_operand (const ft_machine *m, const ft_value *x) {
  return !x->object && (x->known || ft_is_symbolic (m, x));
}

// Whether the event can say what the operation depends on, so that it may read
// another value than it did.
static bool is_word_update (const ft_machine *m, const ft_exec_frame *f,
                            const ft_instruction *i, const ft_value *to) {
  return m->out->traced[0] == FT_TRACED_WHOLE && m->out->accesses[0].valued &&
         i->width == 8 * i->constant && !f->lost_content && !to->object;
}

// The event's operator says what is written, from its own result and the
// operand; without operator, it depends on both.
static void compute_rmw (ft_machine *m, ft_exec_frame *f,
                         const ft_instruction *i, ft_value to, ft_value x) {
  ft_step_dependence *t = m->out->dependence;
  set_pointers (m, t, to);
  ft_value old = read_value (m, 0, i->width, m->out->record->word[0]);
  ft_value two[2] = {old, x};
  bool copies = i->op == FT_OP_COPY && is_word_operand (m, &x);
  t->share = true;
  t->detail.op = i->op == FT_OP_COPY && !copies ? FT_OP_NONE : i->op;
  ft_emit_operands (m, &t->detail, copies ? &x : two, copies ? 1 : 2);
  ft_set_result (f, i, 0, old);
}

// Without an operator the operation reads its recorded value in every model.
static ft_value old_value (const ft_machine *m, const ft_instruction *i) {
  if (!m->out->accesses[0].valued || !i->width)
    return FT_VALUE_UNKNOWN;
  return ft_value_concrete (ft_low_bits (m->out->record->word[0], i->width));
}

static void rmw (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  const ft_run_record *r = m->out->record;
  ft_value to = operand (f, i, 0), x = operand (f, i, 1);
  expect_recorded (m, f, to, r->payload);
  ft_altpath_check_null (m, f, i, to);
  ft_address_name_use (m, &x);
  if (is_word_update (m, f, i, &to)) {
    compute_rmw (m, f, i, to, x);
    return;
  }
  concretize (m, FT_CONCRETIZE_ATOMIC, &to);
  concretize (m, FT_CONCRETIZE_ATOMIC, &x);
  set_pointers (m, m->out->dependence, to);
  write_value (m, 0, FT_VALUE_UNKNOWN, false);
  ft_set_result (f, i, 0, old_value (m, i));
}

// The event says what a successful compare-and-swap compares with and writes.
static void compute_cas (ft_machine *m, ft_exec_frame *f,
                         const ft_instruction *i, ft_value to,
                         const ft_value two[2]) {
  ft_step_dependence *t = m->out->dependence;
  set_pointers (m, t, to);
  ft_value old = read_value (m, 0, i->width, m->out->record->word[0]);
  t->share = true;
  t->detail.op = FT_OP_EQ;
  ft_emit_operands (m, &t->detail, two, 2);
  ft_set_result (f, i, 0, old);
  ft_set_result (f, i, 1, ft_value_concrete (1));
}

// A failed compare-and-swap is a read of another value than the expected one.
static void compute_failed_cas (ft_machine *m, ft_exec_frame *f,
                                const ft_instruction *i, ft_value to,
                                ft_value expected) {
  set_pointers (m, m->out->dependence, to);
  ft_value old = read_value (m, 0, i->width, m->out->record->word[0]);
  ft_emit_branch_after (m, FT_OP_EQ, (unsigned)i->constant, 0,
                        (ft_value[]){old, expected}, 2);
  ft_altpath_execute_swap (m, f, i, &old, true);
  ft_set_result (f, i, 0, old);
  ft_set_result (f, i, 1, ft_value_concrete (0));
}

static void cas (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  const ft_run_record *r = m->out->record;
  bool failed = r->at->kind == FT_SITE_CAS_FAILED;
  ft_value to = operand (f, i, 0);
  expect_recorded (m, f, to, r->payload);
  ft_altpath_check_null (m, f, i, to);
  ft_value all[3] = {to, operand (f, i, 1), operand (f, i, 2)};
  ft_address_name_use (m, all + 1);
  ft_address_name_use (m, all + 2);
  bool word = is_word_update (m, f, i, &to) && is_word_operand (m, all + 1);
  if (word && failed) {
    compute_failed_cas (m, f, i, to, all[1]);
    return;
  }
  if (word && is_word_operand (m, all + 2)) {
    compute_cas (m, f, i, to, all + 1);
    return;
  }
  ft_emit_concretize (m, FT_CONCRETIZE_ATOMIC, all, 3);
  set_pointers (m, m->out->dependence, to);
  write_value (m, 0, FT_VALUE_UNKNOWN, false);
  if (failed)
    concretize_read (m, FT_CONCRETIZE_ATOMIC, 0);
  ft_set_result (f, i, 0, old_value (m, i));
  ft_set_result (f, i, 1, ft_value_concrete (!failed));
}

// ---- ranges ----------------------------------------------------------------

// Whether a library function waits for what it reads, or returns because of it.
static enum ft_concretize_reason reason_of_range (const ft_machine *m, int n) {
  if (m->out->record->at)
    return FT_CONCRETIZE_RANGE;
  const ft_run_access *t = m->out->accesses + n;
  return t->kind == FT_READ || t->of_object ? FT_CONCRETIZE_LIBRARY_CALL
                                            : FT_CONCRETIZE_ATOMIC;
}

// Whether an object is made or destroyed, in which no address is stored.
static bool changes_object (const ft_machine *m) {
  unsigned code = m->out->record->code;
  return code == FT_WIRE_LOCK_INIT || code == FT_WIRE_LOCK_DESTROY ||
         code == FT_WIRE_DESCRIPTOR_OPEN || code == FT_WIRE_DESCRIPTOR_CLOSE;
}

static void range (ft_machine *m, int n) {
  ft_step_dependence *t = m->out->dependence + n;
  if (ft_kind_writes (m->out->accesses[n].kind) &&
      m->out->traced[n] != FT_TRACED_NONE && !changes_object (m))
    ft_address_name_use_all (m);
  t->known = true;
  t->detail.pointers_known = t->detail.operands_known = true;
  if (ft_kind_reads (m->out->accesses[n].kind))
    concretize_read (m, reason_of_range (m, n), n);
  else if (m->out->traced[n] != FT_TRACED_WHOLE && m->out->accesses[n].bytes)
    m->thread->merge_epoch++; // a write that is no event, or not as a whole
}

void ft_step_external_access (ft_machine *m) {
  for (int n = 0; n < m->out->count; n++)
    range (m, n);
}

static void copy (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  ft_value all[3] = {operand (f, i, 0), operand (f, i, 1), operand (f, i, 2)};
  ft_emit_concretize (m, FT_CONCRETIZE_RANGE, all, 3);
  if (all[1].object)
    ft_local_concretize (m, f, FT_CONCRETIZE_RANGE, all[1], all[2]);
  if (all[0].object) // the source is concretized
    ft_local_copy (m, f, all[0], FT_VALUE_UNKNOWN, all[2]);
  if (all[0].object || all[1].object || !ft_libc_copy (m))
    ft_step_external_access (m);
}

static void set (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  ft_value all[3] = {operand (f, i, 0), operand (f, i, 1), operand (f, i, 2)};
  ft_emit_concretize (m, FT_CONCRETIZE_RANGE, all, 3);
  if (all[0].object)
    ft_local_set (m, f, all[0], all[1], all[2]);
  ft_step_external_access (m);
}

void ft_step_access (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  ft_other_value_note (m);
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
