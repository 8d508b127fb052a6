// Re-execution on code and records made by hand: what becomes of reads that
// threads share, as lines of text.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "symex/code/unit_code.h"
#include "symex/exec/reexecute.h"
#include "tests/unit/read_text.h"
#include "tests/unit/run_directory.h"
#include "load/open.h"

enum { X = 0x601000, Y = 0x601008 };
enum { CALLEE = 77 };          // linkage
enum { AT_CALLEE = 0x401000 }; // its address

// 'f' is what is looked at, 'g' what it may call; 'other' has no code and
// shares X and Y with them.
typedef struct program {
  run run;
  ft_unit_code code;
  uint32_t f, g, other;
  unsigned load, store, call, other_x, other_y;
} program;

// ---- code ------------------------------------------------------------------

static ft_code_operand slot (uint64_t n) {
  return (ft_code_operand){FT_OPERAND_RESULT, n};
}
static ft_code_operand number (uint64_t n) {
  return (ft_code_operand){FT_OPERAND_CONSTANT, n};
}
static ft_code_operand block (uint64_t n) {
  return (ft_code_operand){FT_OPERAND_NUMBER, n};
}

#define NOTHING ((ft_code_operand){FT_OPERAND_NONE, 0})
#define FIXED ((ft_code_operand){FT_OPERAND_UNKNOWN, 0})

static void begin_body (program *p, uint64_t linkage, uint32_t parameters) {
  ft_code_body b = {.guid = linkage,
                    .first_width = (uint32_t)p->code.widths.size,
                    .parameters = parameters,
                    .values = parameters,
                    .first_block = (uint32_t)p->code.blocks.size};
  for (uint32_t n = 0; n < parameters; n++)
    FT_PUSH (p->code.widths, 32);
  FT_PUSH (p->code.bodies, b);
}

static void begin_block (program *p) {
  FT_PUSH (p->code.blocks,
           ((ft_code_block){(uint32_t)p->code.instructions.size, 0}));
  FT_TOP (p->code.bodies).blocks++;
}

// Adds an instruction of 32 bits; its result, if it has one.
static ft_code_operand add (program *p, ft_instruction i, size_t count,
                            const ft_code_operand *operands) {
  ft_code_body *body = &FT_TOP (p->code.bodies);
  i.result = FT_NO_ID;
  i.first = (uint32_t)p->code.operands.size;
  i.count = (uint32_t)count;
  for (size_t n = 0; n < count; n++)
    FT_PUSH (p->code.operands, operands[n]);
  unsigned results = ft_code_layout_of (i.kind)->results;
  if (results)
    i.result = body->values;
  for (unsigned n = 0; n < results; n++)
    FT_PUSH (p->code.widths, ft_code_result_width (&i, n));
  body->values += results;
  FT_PUSH (p->code.instructions, i);
  FT_TOP (p->code.blocks).count++;
  return slot (i.result);
}

#define PLAIN(p, KIND, ...)                                                    \
  add (p, (ft_instruction){.kind = FT_INSTRUCTION_##KIND, .width = 32},        \
       sizeof ((ft_code_operand[]){__VA_ARGS__}) / sizeof (ft_code_operand),   \
       (ft_code_operand[]){__VA_ARGS__})

static void entered (program *p) {
  add (p, (ft_instruction){.kind = FT_INSTRUCTION_ENTRY}, 0, NULL);
}

static void returns (program *p, ft_code_operand value) {
  add (p,
       (ft_instruction){.kind = FT_INSTRUCTION_RETURN,
                        .width = value.kind == FT_OPERAND_NONE ? 0 : 32},
       1, &value);
}

static ft_code_operand load_x (program *p) {
  return add (p,
              (ft_instruction){.kind = FT_INSTRUCTION_LOAD,
                               .width = 32,
                               .constant = 4,
                               .site = p->load},
              1, (ft_code_operand[]){number (X)});
}

static void store_y (program *p, ft_code_operand value) {
  add (p,
       (ft_instruction){.kind = FT_INSTRUCTION_STORE,
                        .width = 32,
                        .constant = 4,
                        .site = p->store},
       2, (ft_code_operand[]){number (Y), value});
}

static ft_code_operand compute (program *p, enum ft_operator op,
                                ft_code_operand a, ft_code_operand b) {
  return add (p,
              (ft_instruction){.kind = FT_INSTRUCTION_COMPUTE,
                               .op = (uint8_t)op,
                               .width = 32},
              2, (ft_code_operand[]){a, b});
}

static void branches (program *p, ft_code_operand c) {
  add (p, (ft_instruction){.kind = FT_INSTRUCTION_BRANCH}, 3,
       (ft_code_operand[]){c, block (1), block (2)});
}

static void jumps (program *p, uint64_t to) {
  add (p, (ft_instruction){.kind = FT_INSTRUCTION_JUMP}, 1,
       (ft_code_operand[]){block (to)});
}

static ft_code_operand calls (program *p, uint64_t linkage,
                              ft_code_operand argument) {
  return add (p,
              (ft_instruction){.kind = FT_INSTRUCTION_CALL,
                               .width = 32,
                               .site = p->call,
                               .constant = linkage},
              2, (ft_code_operand[]){NOTHING, argument});
}

// ---- programs --------------------------------------------------------------

// Its sites; 'f' has its first block and is entered.
static void begin (program *p) {
  run *r = &p->run;
  *p = (program){.run = {.state = FT_WIRE_ENDED}};
  p->f = run_function (r, "f", "/src/a.c", 10);
  p->load = run_site (r, FT_SITE_LOAD, 4, 11, 3);
  p->store = run_site (r, FT_SITE_STORE, 4, 12, 3);
  p->call = run_site (r, FT_SITE_CALL, 0, 13, 3);
  p->g = run_function (r, "g", "/src/a.c", 20);
  p->other = run_function (r, "other", "/src/a.c", 30);
  p->other_x = run_site (r, FT_SITE_STORE, 4, 31, 3);
  p->other_y = run_site (r, FT_SITE_STORE, 4, 32, 3);
  run_global (r, "x", "int", X, 4);
  run_global (r, "y", "int", Y, 4);
  begin_body (p, 11, 0);
  begin_block (p);
  entered (p);
}

// 'g' gives back its argument and one.
static void add_callee (program *p) {
  begin_body (p, CALLEE, 1);
  begin_block (p);
  entered (p);
  returns (p, compute (p, FT_OP_UADD, slot (0), number (1)));
}

static void start (program *p) {
  run *r = &p->run;
  while (p->code.bodies.size < 3)
    begin_body (p, 90 + p->code.bodies.size, 0);
  run_start (r, 0);
  run_enter (r, 0, p->f, run_stack (1) - 64);
}

static void loads (program *p, uint64_t value) {
  run_1 (&p->run, 0, p->load, X, value);
}

static void stores (program *p, uint64_t value) {
  run_1 (&p->run, 0, p->store, Y, value);
}

// ---- what comes of it ------------------------------------------------------

static void add_operands (ft_strbuf *s, const ft_trace *t, uint32_t first,
                          uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const ft_operand *o = t->tables.operands.begin + first + i;
    if (o->local == FT_NO_ID)
      ft_strbuf_add (s, " %lu", (unsigned long)o->constant);
    else
      ft_strbuf_add (s, " %s",
                     ft_tables_name (&t->tables, FT_CLASS_LOCAL, o->local));
  }
}

static void add_line (ft_strbuf *s, const ft_trace *t, const ft_event *e) {
  ft_strbuf_add (s, "%s", ft_kind_name (e->kind));
  if (e->detail == FT_NO_ID) {
    ft_strbuf_add (s, " all\n");
    return;
  }
  const ft_detail *d = t->tables.details.begin + e->detail;
  if (d->result != FT_NO_ID)
    ft_strbuf_add (
        s, " %s =", ft_tables_name (&t->tables, FT_CLASS_LOCAL, d->result));
  if (d->op != FT_OP_NONE)
    ft_strbuf_add (s, " %s", ft_operator_name (d->op));
  add_operands (s, t, d->operands, d->operand_count);
  if (e->kind == FT_BRANCH && d->op != FT_OP_NONE)
    ft_strbuf_add (s, " is %lu", (unsigned long)e->value);
  ft_strbuf_add (s, "\n");
}

// Ends the records and asks for the events of 'f', behind the mark that a trace
// begins with.
static ft_reexecution_stats counts; // of the run that was read last

static void becomes (program *p, const char *wanted) {
  run *r = &p->run;
  run_0 (r, 0, FT_WIRE_EXIT, 0);
  run_start (r, 1);
  run_enter (r, 1, p->other, run_stack (2) - 64);
  run_1 (r, 1, p->other_x, X, 9);
  run_1 (r, 1, p->other_y, Y, 9);
  run_0 (r, 1, FT_WIRE_EXIT, 0);
  ft_unit_code_pack (&p->code, &r->sites.code);
  ft_error error = FT_NO_ERROR;
  ft_read_options options = {0};
  const char *path = run_write (r, "run");
  ft_reader *reader = ft_reader_open (path, options, &error);
  ft_trace *t = reader ? ft_trace_of_reader (reader, path, options,
                                             FT_NO_PROGRESS, &error)
                       : NULL;
  if (!t)
    fail_msg ("%s", error.message);
  counts = ft_reader_reexecuted (reader);
  ft_reader_free (reader);
  ft_strbuf lines = {0};
  for (ft_id i = 1; i < t->size; i++)
    if (t->events[i].thread == t->events[0].thread)
      add_line (&lines, t, t->events + i);
  assert_string_equal (ft_strbuf_text (&lines), wanted);
  ft_strbuf_release (&lines);
  ft_trace_free (t);
  ft_unit_code_release (&p->code);
  run_release (r);
}

static ft_reexecution_stats counted (void) {
  return counts;
}

// So many values, and so often all reads, were concretized for the reason.
static void concretized (enum ft_concretize_reason reason, unsigned values,
                         unsigned all) {
  const ft_concretize_counts *c = &counts.concretized;
  assert_int_equal (c->values[reason], values);
  assert_int_equal (c->all[reason], all);
}

static unsigned concretized_in_all (void) {
  unsigned sum = 0;
  for (int i = 0; i < FT_CONCRETIZE_REASON_COUNT; i++)
    sum += (unsigned)(counts.concretized.values[i] + counts.concretized.all[i]);
  return sum;
}

// ---- values ----------------------------------------------------------------

static void test_taint_through_a_local_variable (void **state) {
  (void)state;
  program p;
  begin (&p);
  ft_instruction made = {
      .kind = FT_INSTRUCTION_ALLOCA, .width = 64, .constant = 8, .local = true};
  ft_code_operand v = add (&p, made, 1, (ft_code_operand[]){number (1)});
  ft_instruction kept = {
      .kind = FT_INSTRUCTION_STORE, .width = 32, .constant = 4, .local = true};
  add (&p, kept, 2, (ft_code_operand[]){v, load_x (&p)});
  kept.kind = FT_INSTRUCTION_LOAD;
  ft_code_operand again = add (&p, kept, 1, &v);
  store_y (&p, compute (&p, FT_OP_UADD, again, number (5)));
  returns (&p, NOTHING);
  start (&p);
  loads (&p, 3);
  stores (&p, 8);
  becomes (&p, "read %1 =\nlocal %2 = copy %1\nlocal %3 = uadd %2 5\n"
               "write copy %3\n");
  assert_int_equal (counted ().differing, 0);
}

static void test_select_of_a_read (void **state) {
  (void)state;
  program p;
  begin (&p);
  ft_code_operand x = load_x (&p);
  ft_code_operand c = compute (&p, FT_OP_EQ, x, number (3));
  store_y (&p, PLAIN (&p, SELECT, c, number (10), number (20)));
  returns (&p, NOTHING);
  start (&p);
  loads (&p, 3);
  stores (&p, 10);
  becomes (&p, "read %1 =\nlocal %2 = eq %1 3\nlocal %3 = usub 0 %2\n"
               "local %4 = and %3 30\nlocal %5 = xor %4 20\n"
               "write copy %5\n");
  assert_int_equal (concretized_in_all (), 0);
}

static void test_undefined_behaviour_is_a_branch (void **state) {
  (void)state;
  program p;
  begin (&p);
  ft_code_operand c = compute (&p, FT_OP_UGT, load_x (&p), number (5));
  add (&p, (ft_instruction){.kind = FT_INSTRUCTION_UNDEFINED}, 1, &c);
  store_y (&p, number (1));
  returns (&p, NOTHING);
  start (&p);
  loads (&p, 3);
  stores (&p, 1);
  becomes (&p, "read %1 =\nlocal %2 = ugt %1 5\nbranch copy %2 is 0\n"
               "write copy 1\n");
}

// ---- ways ------------------------------------------------------------------

// Both sides lead to a phi, whose value is written.
static void add_sides (program *p, ft_code_operand c) {
  branches (p, c);
  begin_block (p);
  jumps (p, 3);
  begin_block (p);
  jumps (p, 3);
  begin_block (p);
  store_y (p, PLAIN (p, PHI, block (1), number (10), block (2), number (20)));
  returns (p, NOTHING);
}

static void test_phi_behind_a_branch (void **state) {
  (void)state;
  program p;
  begin (&p);
  add_sides (&p, compute (&p, FT_OP_EQ, load_x (&p), number (3)));
  start (&p);
  loads (&p, 4);
  stores (&p, 20);
  becomes (&p, "read %1 =\nlocal %2 = eq %1 3\nbranch copy %2 is 0\n"
               "write copy 20\n");
  assert_int_equal (counted ().desynchronised, 0);
}

static void test_lost_and_found_again (void **state) {
  (void)state;
  program p;
  begin (&p);
  load_x (&p);
  add_sides (&p, FIXED);
  start (&p);
  loads (&p, 4);
  stores (&p, 20);
  becomes (&p, "read %1 =\nbranch all\nwrite copy 20\n");
  assert_int_equal (counted ().desynchronised, 1);
  assert_int_equal (counted ().differing, 0);
  concretized (FT_CONCRETIZE_DESYNCHRONISED, 0, 1);
  assert_int_equal (concretized_in_all (), 1);
}

static void add_cases (program *p, ft_code_operand v) {
  add (p, (ft_instruction){.kind = FT_INSTRUCTION_SWITCH, .width = 32}, 6,
       (ft_code_operand[]){v, block (1), number (3), block (2), number (4),
                           block (3)});
  for (uint64_t n = 1; n < 4; n++) {
    begin_block (p);
    store_y (p, number (10 * n));
    returns (p, NOTHING);
  }
}

static void test_switch_takes_one_of_its_cases (void **state) {
  (void)state;
  program p;
  begin (&p);
  add_cases (&p, load_x (&p));
  start (&p);
  loads (&p, 4);
  stores (&p, 30);
  becomes (
      &p,
      "read %1 =\nbranch ne %1 3 is 1\nlocal %2 = eq %1 4\nlocal %3 = or %2 0\n"
      "branch copy %3 is 1\nwrite copy 30\n");
}

// All cases lead to such a record: which was taken is not known, and what is
// written is believed of none.
static void test_switch_over_what_is_not_known (void **state) {
  (void)state;
  program p;
  begin (&p);
  load_x (&p);
  add_cases (&p, FIXED);
  start (&p);
  loads (&p, 4);
  stores (&p, 30);
  becomes (&p, "read %1 =\nbranch all\nwrite copy 30\n");
  assert_int_equal (counted ().desynchronised, 1);
  assert_int_equal (counted ().differing, 0);
  concretized (FT_CONCRETIZE_DESYNCHRONISED, 0, 1);
  assert_int_equal (concretized_in_all (), 1);
}

static void test_a_record_that_differs_pins (void **state) {
  (void)state;
  program p;
  begin (&p);
  store_y (&p, compute (&p, FT_OP_UADD, load_x (&p), number (1)));
  returns (&p, NOTHING);
  start (&p);
  loads (&p, 4);
  stores (&p, 6);
  becomes (&p, "read %1 =\nlocal %2 = uadd %1 1\nbranch all\nwrite copy 6\n");
  assert_int_equal (counted ().differing, 1);
  concretized (FT_CONCRETIZE_DIFFERS, 0, 1);
  assert_int_equal (concretized_in_all (), 1);
}

// ---- calls -----------------------------------------------------------------

static void begin_call (program *p, uint64_t linkage) {
  begin (p);
  store_y (p, calls (p, linkage, load_x (p)));
  returns (p, NOTHING);
  add_callee (p);
  start (p);
  loads (p, 4);
  run_0 (&p->run, 0, p->call, 0);
}

static void test_a_call_is_bound (void **state) {
  (void)state;
  program p;
  begin_call (&p, CALLEE);
  run_enter (&p.run, 0, p.g, run_stack (1) - 128);
  run_0 (&p.run, 0, FT_WIRE_EXIT, 0);
  stores (&p, 5);
  becomes (&p, "read %1 =\nlocal %2 = uadd %1 1\nwrite copy %2\n");
}

// By an address that is not known, or of another function that calls back.
static void test_other_calls_are_not (void **state) {
  (void)state;
  for (uint64_t linkage = 0; linkage <= CALLEE + 1; linkage += CALLEE + 1) {
    program p;
    begin_call (&p, linkage);
    run_enter (&p.run, 0, p.g, run_stack (1) - 128);
    run_0 (&p.run, 0, FT_WIRE_EXIT, 0);
    stores (&p, 6);
    becomes (&p, "read %1 =\nbranch %1\nbranch all\nwrite copy 6\n");
    assert_int_equal (counted ().differing, 0);
    concretized (FT_CONCRETIZE_UNKNOWN_CALL, 1, 1);
  }
}

// Calls what an address says, which is known to be that of 'g'; or what was
// read there, which depends on the schedule.
static void begin_call_by_address (program *p, ft_code_operand at,
                                   uint8_t width) {
  begin (p);
  ft_global g = {.kind = FT_GLOBAL_FUNCTION, .linkage = CALLEE};
  FT_PUSH (p->run.sites.globals, g);
  FT_PUSH (p->run.globals, AT_CALLEE);
  ft_code_operand x = load_x (p);
  ft_instruction call = {
      .kind = FT_INSTRUCTION_CALL, .width = 32, .site = p->call};
  ft_code_operand given = x;
  if (width != 32)
    given = add (p,
                 (ft_instruction){
                     .kind = FT_INSTRUCTION_ZEXT, .from = 32, .width = width},
                 1, &x);
  ft_code_operand result = add (p, call, 2, (ft_code_operand[]){at, given});
  store_y (p, result);
  returns (p, NOTHING);
  add_callee (p);
  start (p);
  loads (p, 4);
  run_0 (&p->run, 0, p->call, 0);
  run_enter (&p->run, 0, p->g, run_stack (1) - 128);
  run_0 (&p->run, 0, FT_WIRE_EXIT, 0);
  stores (p, 5);
}

static void test_a_call_by_address_is_bound (void **state) {
  (void)state;
  program p;
  begin_call_by_address (&p, number (AT_CALLEE), 32);
  becomes (&p, "read %1 =\nlocal %2 = uadd %1 1\nwrite copy %2\n");
  assert_int_equal (counted ().differing, 0);
}

// The address is not known, or is that of nothing.
static void test_a_call_of_another_address_is_not (void **state) {
  (void)state;
  ft_code_operand others[] = {FIXED, number (AT_CALLEE + 1), number (0)};
  for (size_t n = 0; n < 3; n++) {
    program p;
    begin_call_by_address (&p, others[n], 32);
    becomes (&p, "read %1 =\nbranch %1\nbranch all\nwrite copy 5\n");
  }
}

static void test_an_argument_of_another_width_is_pinned (void **state) {
  (void)state;
  program p;
  begin_call_by_address (&p, number (AT_CALLEE), 64);
  becomes (&p, "read %1 =\nbranch %1\nwrite copy 5\n");
  concretized (FT_CONCRETIZE_ARGUMENT_WIDTH, 1, 0);
}

static void test_a_library_pins (void **state) {
  (void)state;
  program p;
  begin_call (&p, CALLEE + 1);
  stores (&p, 6);
  becomes (&p, "read %1 =\natomic-write\natomic-rmw %assumed =\n"
               "branch %assumed\nbranch %1\nbranch all\nwrite copy 6\natomic-write\n");
  concretized (FT_CONCRETIZE_UNKNOWN_CALL, 1, 1);
}

static void test_a_known_library_pins_its_arguments (void **state) {
  (void)state;
  program p;
  begin_call (&p, ft_guid ("abs", 3));
  stores (&p, 4);
  // By the site alone others may be calls that read what comes before them.
  becomes (&p, "read %1 =\nbranch %1\nwrite copy 4\natomic-write\n");
  concretized (FT_CONCRETIZE_LIBRARY_CALL, 1, 0);
  assert_int_equal (concretized_in_all (), 1);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_taint_through_a_local_variable),
      cmocka_unit_test (test_select_of_a_read),
      cmocka_unit_test (test_undefined_behaviour_is_a_branch),
      cmocka_unit_test (test_phi_behind_a_branch),
      cmocka_unit_test (test_lost_and_found_again),
      cmocka_unit_test (test_switch_takes_one_of_its_cases),
      cmocka_unit_test (test_switch_over_what_is_not_known),
      cmocka_unit_test (test_a_record_that_differs_pins),
      cmocka_unit_test (test_a_call_is_bound),
      cmocka_unit_test (test_other_calls_are_not),
      cmocka_unit_test (test_a_call_by_address_is_bound),
      cmocka_unit_test (test_a_call_of_another_address_is_not),
      cmocka_unit_test (test_an_argument_of_another_width_is_pinned),
      cmocka_unit_test (test_a_library_pins),
      cmocka_unit_test (test_a_known_library_pins_its_arguments),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
