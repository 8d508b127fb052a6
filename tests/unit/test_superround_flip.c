// Which branch a super-round turns, on code and traces made by hand: the one
// that led away before those that lead on both ways, only of the thread of the
// next event and after what it did of the schedule; each once; what made the
// events before it come stays.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "explore/search_state.h"
#include "explore/superround.h"
#include "symex/code/unit_code.h"
#include "tests/unit/read_text.h"
#include "tests/unit/run_directory.h"

// ---- the code --------------------------------------------------------------

static void push (ft_unit_code *c, ft_instruction i, size_t count,
                  const ft_code_operand *operands) {
  i.result = FT_NO_ID;
  i.first = (uint32_t)c->operands.size;
  i.count = (uint32_t)count;
  for (size_t n = 0; n < count; n++)
    FT_PUSH (c->operands, operands[n]);
  FT_PUSH (c->instructions, i);
  FT_TOP (c->blocks).count++;
}

static void push_block (ft_unit_code *c) {
  FT_PUSH (c->blocks, ((ft_code_block){(uint32_t)c->instructions.size, 0}));
}

static void push_store (run *r, ft_unit_code *c, uint32_t line) {
  ft_code_operand to[] = {{FT_OPERAND_CONSTANT, 0x601000},
                          {FT_OPERAND_CONSTANT, 1}};
  unsigned site = run_site (r, FT_SITE_STORE, 4, line, 1);
  push (c,
        (ft_instruction){.kind = FT_INSTRUCTION_STORE,
                         .width = 32,
                         .constant = 4,
                         .site = site},
        2, to);
}

static void push_branch (run *r, ft_unit_code *c, uint32_t line, uint64_t yes,
                         uint64_t no) {
  ft_code_operand to[] = {
      {FT_OPERAND_UNKNOWN, 0}, {FT_OPERAND_NUMBER, yes}, {FT_OPERAND_NUMBER, no}};
  unsigned site = run_site (r, FT_SITE_BRANCH, 0, line, 1);
  push (c, (ft_instruction){.kind = FT_INSTRUCTION_BRANCH, .site = site}, 3,
        to);
}

static void push_jump (ft_unit_code *c, uint64_t to) {
  ft_code_operand operand = {FT_OPERAND_NUMBER, to};
  push (c, (ft_instruction){.kind = FT_INSTRUCTION_JUMP}, 1, &operand);
}

static void push_return (ft_unit_code *c) {
  ft_code_operand nothing = {FT_OPERAND_NONE, 0};
  push (c, (ft_instruction){.kind = FT_INSTRUCTION_RETURN}, 1, &nothing);
}

// if (line 1) line 2; if (line 3) line 4;
static const char *write_code (void) {
  run r = {.state = FT_WIRE_ENDED};
  ft_unit_code c = {0};
  run_function (&r, "f", "/src/a.c", 10);
  push_block (&c);
  push_branch (&r, &c, 1, 1, 2);
  push_block (&c);
  push_store (&r, &c, 2);
  push_jump (&c, 2);
  push_block (&c);
  push_branch (&r, &c, 3, 3, 4);
  push_block (&c);
  push_store (&r, &c, 4);
  push_jump (&c, 4);
  push_block (&c);
  push_return (&c);
  FT_PUSH (c.bodies, ((ft_code_body){.guid = 1, .blocks = 5}));
  run_start (&r, 0);
  ft_unit_code_pack (&c, &r.sites.code);
  const char *path = run_write (&r, "run");
  ft_unit_code_release (&c);
  run_release (&r);
  return path;
}

// ---- a run -----------------------------------------------------------------

#define EVENT(t, fields, at)                                                   \
  "{\"thread\":\"" t "\"," fields ",\"location\":\"" at "\"}\n"
#define INPUT(variable, value, place)                                          \
  EVENT ("main",                                                               \
         "\"op\":\"write\",\"variable\":\"" variable                           \
         "\",\"size\":1,\"value\":" #value                                     \
         ",\"input\":\"stdin\",\"at\":" #place,                                \
         "?")
#define READ(t, variable, value, result, at)                                   \
  EVENT (t,                                                                    \
         "\"op\":\"read\",\"variable\":\"" variable                            \
         "\",\"size\":1,\"value\":" #value ",\"result\":\"" result "\"",       \
         at)
#define BRANCH(t, operator, operands, at)                                      \
  EVENT (t,                                                                    \
         "\"op\":\"branch\",\"size\":1,\"outcome\":0,"                         \
         "\"operator\":\""                                                     \
         operator"\",\"operands\":[" operands "]",                             \
         at)
#define WRITE(t, at) EVENT (t, "\"op\":\"write\",\"variable\":\"z\"", at)

typedef struct subject {
  ft_trace *trace;
  ft_sequence schedule;
  ft_search_state state;
  ft_input_set inputs;
} subject;

// The run, and the schedule: T to its access in line 4 after U's.
static subject begin (const char *lines) {
  subject s = {.trace = read_text ("jsonl", lines)};
  ft_trace *meant = read_text ("jsonl", READ ("T", "x", 0, "a", "r") WRITE (
                                            "U", "u") WRITE ("T", "a.c:4:1"));
  for (ft_id i = 0; i < meant->size; i++)
    ft_sequence_add (&s.schedule, meant, &i, 1);
  ft_trace_free (meant);
  free (s.trace->path);
  s.trace->path = ft_strdup (write_code ());
  return s;
}

static void end (subject *s) {
  ft_trace_free (s->trace);
  ft_sequence_release (&s->schedule);
  ft_search_state_release (&s->state);
  ft_input_set_release (&s->inputs);
}

// What the input of two bytes is made, as a number; -1 if no branch is left.
static int turn (subject *s) {
  ft_path_key_list asked = {0};
  ft_schedule_event *events = ft_sequence_of (&s->schedule, s->trace);
  ft_schedule_prefix came =
      ft_superround_prefix (&s->schedule, NULL, events, s->trace->size);
  ft_input_set_release (&s->inputs);
  bool turned = ft_superround_flip (&s->state, &s->schedule, 1, s->trace, &came,
                                    &s->inputs, &asked);
  for (size_t i = 0; i < asked.size; i++) {
    uint32_t *known = ft_map_at (&s->state.path_keys, asked.begin[i]);
    assert_int_equal (*known, FT_NO_ID); // nothing is asked for twice
    *known = 1;
  }
  const ft_input_source *source = ft_input_set_find (&s->inputs, "stdin");
  int input = !turned            ? -1
              : source->size < 2 ? source->bytes[0]
                                 : source->bytes[0] | source->bytes[1] << 8;
  FT_RELEASE (asked);
  free (events);
  return input;
}

static void the_branch_that_led_away (void **state) {
  (void)state;
  subject s =
      begin (INPUT ("x", 7, 0) INPUT ("y", 9, 1) READ ("T", "x", 7, "a", "r")
                 READ ("T", "y", 9, "b", "q") WRITE ("U", "u")
                     BRANCH ("T", "eq", "\"b\",1", "a.c:3:1")
                         BRANCH ("T", "eq", "\"a\",2", "a.c:1:1"));
  assert_int_equal (turn (&s), 7 | 1 << 8); // line 3
  assert_int_equal (turn (&s), 2 | 9 << 8); // line 1 leads there both ways
  assert_int_equal (turn (&s), -1);
  end (&s);
}

// Those of other threads, and those before the last event that came.
static void branches_of_no_matter (void **state) {
  (void)state;
  subject s = begin (
      INPUT ("x", 7, 0) INPUT ("y", 9, 1) READ ("T", "y", 9, "b", "q")
          BRANCH ("T", "eq", "\"b\",1", "a.c:3:1") READ ("T", "x", 7, "a", "r")
              READ ("U", "y", 9, "c", "q") WRITE ("U", "u")
                  BRANCH ("U", "eq", "\"c\",1", "a.c:3:1"));
  assert_int_equal (turn (&s), -1);
  end (&s);
}

// What U asked before its event of the schedule comes out as it did.
static void others_stay_as_they_were (void **state) {
  (void)state;
  subject s = begin (
      INPUT ("x", 7, 0) INPUT ("y", 9, 1) READ ("T", "x", 7, "a", "r")
          READ ("T", "y", 9, "b", "q") BRANCH ("T", "gt", "\"b\",20", "a.c:3:1")
              READ ("U", "y", 9, "c", "q")
                  BRANCH ("U", "gt", "\"c\",21", "a.c:3:1") WRITE ("U", "u"));
  assert_int_equal (turn (&s), 7 | 21 << 8);
  end (&s);
}

// Unless there is no other way.
static void others_change (void **state) {
  (void)state;
  subject s = begin (
      INPUT ("x", 7, 0) INPUT ("y", 9, 1) READ ("T", "x", 7, "a", "r")
          READ ("T", "y", 9, "b", "q") BRANCH ("T", "gt", "\"b\",20", "a.c:3:1")
              READ ("U", "y", 9, "c", "q")
                  BRANCH ("U", "gt", "\"c\",19", "a.c:3:1") WRITE ("U", "u"));
  assert_true (turn (&s) > 20 << 8);
  end (&s);
}

// The main thread has made a flag of its input before.
static void what_rules_it_out_comes_first (void **state) {
  (void)state;
  subject s = begin (INPUT ("x", 7, 0) READ ("main", "x", 7, "m", "q")
                         BRANCH ("main", "eq", "\"m\",5", "a.c:9:1")
                             READ ("T", "x", 7, "a", "r") WRITE ("U", "u")
                                 BRANCH ("T", "eq", "\"a\",5", "a.c:3:1"));
  assert_int_equal (turn (&s) & 0xff, 5);
  end (&s);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_branch_that_led_away),
      cmocka_unit_test (branches_of_no_matter),
      cmocka_unit_test (others_stay_as_they_were),
      cmocka_unit_test (others_change),
      cmocka_unit_test (what_rules_it_out_comes_first),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
