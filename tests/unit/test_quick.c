// What is executed quickly against its slow twin: random instructions on random
// slots.  Where the quick way takes one, the other makes the same of it and
// adds nothing to the trace.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rounds.h"
#include "symex/code/unit_code.h"
#include "symex/exec/compute.h"
#include "symex/exec/run_concrete.h"
#include "symex/exec/run_to_record.h"
#include "tests/model/rng.h"

enum { SLOTS = 6, RESULTS = 3, RESULT = SLOTS, PINNED = 10 };

typedef struct world {
  ft_machine machine;
  ft_exec_thread thread;
  ft_step_context out;
  ft_tables tables;
  ft_loaded_unit unit;
  ft_code_body body;
  ft_exec_frame frame;
  uint8_t width; // of the slots
} world;

// ---- making one ------------------------------------------------------------

static uint64_t random_64 (ft_rng *r) {
  uint64_t high = ft_rng_next (r);
  return high << 32 | ft_rng_next (r);
}

static uint64_t random_word (ft_rng *r, unsigned width) {
  static const uint64_t edges[] = {0, 1, 2, 7, UINT64_MAX, UINT64_MAX - 1};
  uint64_t word =
      ft_rng_below (r, 2) ? random_64 (r) : edges[ft_rng_below (r, 6)];
  if (width && !ft_rng_below (r, 4))
    word = UINT64_C (1) << (width - 1);
  return ft_low_bits (word, width ? width : 64);
}

static ft_value random_slot (ft_rng *r, unsigned width) {
  ft_value s = ft_value_concrete (random_word (r, width));
  switch (ft_rng_below (r, 8)) {
  case 0:
    s.symbol = PINNED + 1 + ft_rng_below (r, 3);
    break;
  case 1:
    s.symbol = ft_rng_below (r, PINNED + 1);
    break;
  case 2:
    s = FT_VALUE_UNKNOWN;
    break;
  case 3:
    s = width == 64 ? (ft_value){ft_rng_below (r, 64), 0, 1, false} : s;
    break;
  }
  return s;
}

static void add_operand (world *w, ft_rng *r, uint8_t width) {
  ft_code_operand o = {FT_OPERAND_CONSTANT, random_word (r, width)};
  if (ft_rng_below (r, 4))
    o = (ft_code_operand){FT_OPERAND_RESULT, w->unit.code.operands.size};
  else if (!ft_rng_below (r, 4))
    o = (ft_code_operand){FT_OPERAND_UNKNOWN, 0};
  w->frame.values[w->unit.code.operands.size] = random_slot (r, width);
  FT_PUSH (w->unit.code.operands, o);
}

static uint8_t random_width (ft_rng *r) {
  static const uint8_t widths[] = {1, 8, 16, 32, 64};
  return widths[ft_rng_below (r, 5)];
}

static uint8_t random_operator (ft_rng *r) {
  uint32_t op;
  do
    op = ft_rng_below (r, FT_OPERATOR_COUNT);
  while (ft_operator_arity (op) != 2);
  return (uint8_t)op;
}

static void random_address (world *w, ft_rng *r, ft_instruction *i) {
  i->width = 64;
  i->constant = ft_rng_below (r, 2) ? ft_rng_below (r, 100) : 0;
  add_operand (w, r, 64);
  for (uint32_t n = ft_rng_below (r, 3); n; n--) {
    add_operand (w, r, 64);
    FT_PUSH (w->unit.code.operands,
             ((ft_code_operand){FT_OPERAND_NUMBER, ft_rng_below (r, 9)}));
  }
}

static void random_instruction (world *w, ft_rng *r) {
  static const uint8_t kinds[] = {
      FT_INSTRUCTION_COMPUTE, FT_INSTRUCTION_ZEXT,    FT_INSTRUCTION_SEXT,
      FT_INSTRUCTION_SELECT,  FT_INSTRUCTION_ADDRESS, FT_INSTRUCTION_UNDEFINED};
  ft_instruction i = {.kind = kinds[ft_rng_below (r, 6)],
                      .width = random_width (r),
                      .from = random_width (r),
                      .result = ft_rng_below (r, 8) ? RESULT : FT_NO_ID};
  if (i.kind == FT_INSTRUCTION_ADDRESS) {
    random_address (w, r, &i);
  } else if (i.kind == FT_INSTRUCTION_COMPUTE) {
    i.op = random_operator (r);
    add_operand (w, r, i.width);
    add_operand (w, r, i.width);
  } else if (i.kind == FT_INSTRUCTION_ZEXT || i.kind == FT_INSTRUCTION_SEXT) {
    add_operand (w, r, i.from);
  } else {
    add_operand (w, r, 1);
    for (int n = 0; n < 2 && i.kind == FT_INSTRUCTION_SELECT; n++)
      add_operand (w, r, i.width);
    if (i.kind == FT_INSTRUCTION_UNDEFINED)
      i.result = FT_NO_ID;
  }
  i.count = (uint32_t)w->unit.code.operands.size;
  FT_PUSH (w->unit.code.instructions, i);
  i.kind = FT_INSTRUCTION_UNREACHABLE;
  FT_PUSH (w->unit.code.instructions, i);
}

static void begin (world *w, ft_rng *r) {
  memset (w, 0, sizeof *w);
  w->thread.concretized = PINNED;
  w->thread.last_symbol = PINNED + 9;
  w->out.tables = &w->tables;
  w->machine.thread = &w->thread;
  w->machine.out = &w->out;
  w->frame.unit = &w->unit;
  w->frame.body = &w->body;
  w->frame.values = FT_ARRAY (ft_value, SLOTS + RESULTS);
  w->frame.values[RESULT] = ft_value_concrete (random_64 (r));
}

static void end (world *w) {
  ft_unit_code_release (&w->unit.code);
  ft_tables_release (&w->tables);
  FT_RELEASE (w->machine.symbol_names);
  FT_RELEASE (w->thread.uninterpreted);
  FT_RELEASE (w->out.before);
  free (w->frame.values);
}

// ---- comparing -------------------------------------------------------------

static void check_same (const ft_value *a, const ft_value *b) {
  assert_int_equal (a->known, b->known);
  assert_int_equal (a->object, b->object);
  assert_int_equal (a->symbol > PINNED, b->symbol > PINNED);
  assert_true (a->word == b->word || !(a->known || a->object));
}

// Whether the quick way took the instruction.
static bool try_one (uint64_t seed) {
  world w;
  ft_rng r = ft_rng_init (seed);
  begin (&w, &r);
  random_instruction (&w, &r);
  ft_value before = w.frame.values[RESULT];
  bool taken = ft_run_concrete (&w.machine, &w.frame, 8);
  ft_value quick = w.frame.values[RESULT];
  assert_int_equal (w.frame.pc, taken);
  w.frame.values[RESULT] = before;
  ft_compute (&w.machine, &w.frame, w.unit.code.instructions.begin);
  if (taken) {
    assert_int_equal (w.out.before.size, 0);
    check_same (&quick, w.frame.values + RESULT);
  } else
    check_same (&quick, &before);
  end (&w);
  return taken;
}

static void test_instructions (void **state) {
  (void)state;
  unsigned taken = 0, left = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200000); seed++)
    if (try_one (seed))
      taken++;
    else
      left++;
  if (rounds_are_many ()) {
    assert_true (taken > 10000);
    assert_true (left > 10000);
  }
}

// ---- jumps -----------------------------------------------------------------

enum { PHIS = 3 };

// A jump to a block that begins with phis, whose values are of any sort; some
// are results of each other.
static void random_jump (world *w, ft_rng *r) {
  ft_unit_code *c = &w->unit.code;
  ft_instruction jump = {.kind = FT_INSTRUCTION_JUMP,
                         .result = FT_NO_ID,
                         .first = 4 * PHIS,
                         .count = 1};
  FT_PUSH (c->blocks, ((ft_code_block){0, 1}));
  FT_PUSH (c->blocks, ((ft_code_block){1, PHIS + 1}));
  FT_PUSH (c->instructions, jump);
  for (uint32_t n = 0; n < PHIS; n++) {
    ft_instruction phi = {.kind = FT_INSTRUCTION_PHI,
                          .width = 64,
                          .result = ft_rng_below (r, 8) ? RESULT + n : FT_NO_ID,
                          .first = 4 * n,
                          .count = 4};
    for (uint64_t block = 0; block < 2; block++) {
      uint32_t from = ft_rng_below (r, SLOTS + PHIS);
      FT_PUSH (c->operands, ((ft_code_operand){FT_OPERAND_NUMBER, block}));
      FT_PUSH (c->operands, ((ft_code_operand){FT_OPERAND_RESULT, from}));
    }
    FT_PUSH (c->instructions, phi);
  }
  FT_PUSH (c->operands, ((ft_code_operand){FT_OPERAND_NUMBER, 1}));
  FT_PUSH (c->instructions,
           ((ft_instruction){.kind = FT_INSTRUCTION_UNREACHABLE}));
  for (uint32_t n = 0; n < SLOTS + PHIS; n++)
    w->frame.values[n] = random_slot (r, 64);
  w->body.blocks = 2;
  w->frame.block = ft_rng_below (r, 2);
}

static void test_jumps (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (20000); seed++) {
    world w;
    ft_rng r = ft_rng_init (seed);
    ft_value before[SLOTS + PHIS], quick[SLOTS + PHIS];
    begin (&w, &r);
    random_jump (&w, &r);
    uint32_t block = w.frame.block;
    memcpy (before, w.frame.values, sizeof before);
    assert_int_equal (ft_run_concrete (&w.machine, &w.frame, 8), 1);
    assert_int_equal (w.frame.block, 1);
    assert_int_equal (w.frame.pc, 1 + PHIS);
    memcpy (quick, w.frame.values, sizeof quick);
    memcpy (w.frame.values, before, sizeof before);
    w.frame.block = block;
    ft_enter_block (&w.frame, 1);
    assert_int_equal (w.frame.pc, 1 + PHIS);
    for (uint32_t n = 0; n < SLOTS + PHIS; n++)
      check_same (quick + n, w.frame.values + n);
    end (&w);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (test_instructions),
                                     cmocka_unit_test (test_jumps)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
