// Concolic execution on traces: the paper's example, each way in which a run
// can lose track of input, and random traces against a search through all
// inputs (model/all_inputs.h).  FT_SEED and FT_ROUNDS repeat or extend those.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "explore/concolic.h"
#include "tests/unit/read_text.h"

#define EVENT(t, fields) "{\"thread\":\"" t "\"," fields "}\n"
#define INPUT(t, variable, size, value, at)                                    \
  EVENT (t, "\"op\":\"write\",\"variable\":\"" variable "\",\"size\":" #size   \
            ",\"value\":" #value ",\"input\":\"stdin\",\"at\":" #at)
#define READ(t, variable, size, value, result)                                 \
  EVENT (t, "\"op\":\"read\",\"variable\":\"" variable "\",\"size\":" #size    \
            ",\"value\":" #value ",\"result\":\"" result "\"")
#define WRITE(t, variable, size, value, operator, operands)                    \
  EVENT (t, "\"op\":\"write\",\"variable\":\"" variable "\",\"size\":" #size   \
            ",\"value\":" #value ",\"operator\":\"" operator                   \
            "\",\"operands\":[" operands "]")
#define LOCAL(t, result, size, operator, operands)                             \
  EVENT (t, "\"op\":\"local\",\"result\":\"" result "\",\"size\":" #size       \
            ",\"operator\":\"" operator "\",\"operands\":[" operands "]")
#define BRANCH(t, outcome, size, operator, operands)                           \
  EVENT (t, "\"op\":\"branch\",\"size\":" #size ",\"outcome\":" #outcome       \
            ",\"operator\":\"" operator "\",\"operands\":[" operands "]")

typedef struct subject {
  ft_trace *trace;
  ft_concolic *concolic;
  ft_turned turned;
} subject;

static subject follow (const char *lines) {
  subject s = {.trace = read_text ("jsonl", lines)};
  s.concolic = ft_concolic_new (s.trace, (ft_concolic_limits){60, 0});
  return s;
}

static void done (subject *s) {
  ft_turned_release (&s->turned);
  ft_concolic_free (s->concolic);
  ft_trace_free (s->trace);
}

static enum ft_answer turn (subject *s, size_t branch) {
  assert_true (branch < ft_concolic_size (s->concolic));
  ft_concolic_turn (s->concolic, branch, &s->turned);
  return s->turned.answer;
}

// The input of up to 8 bytes at the beginning of the source, changed.
static uint64_t changed (const subject *s, uint64_t input) {
  for (size_t i = 0; i < s->turned.changes.size; i++) {
    const ft_input_change *c = s->turned.changes.begin + i;
    assert_string_equal (c->source, "stdin");
    input &= ~((uint64_t)0xff << 8 * c->at);
    input |= (uint64_t)c->byte << 8 * c->at;
  }
  return input;
}

// Section 3.7: the swapped race leads to x = 6, z > 4, z^2 + 5 >= x^2; turning
// the last branch gives z = 5, for which y is written twice.
static void example_of_the_paper (void **state) {
  (void)state;
  subject s = follow (INPUT ("main", "z", 4, 10, 0)
      WRITE ("T2", "x", 4, 2, "copy", "2")
      WRITE ("T1", "x", 4, 6, "copy", "6")
      READ ("T1", "z", 4, 10, "a")
      BRANCH ("T1", 1, 4, "gt", "\"a\",4")
      READ ("T2", "z", 4, 10, "b")
      LOCAL ("T2", "c", 4, "mul", "\"b\",\"b\"")
      LOCAL ("T2", "d", 4, "add", "\"c\",5")
      READ ("T2", "x", 4, 6, "e")
      LOCAL ("T2", "f", 4, "mul", "\"e\",\"e\"")
      BRANCH ("T2", 0, 4, "lt", "\"d\",\"f\""));
  assert_int_equal (ft_concolic_size (s.concolic), 2);
  assert_int_equal (ft_concolic_inputs (s.concolic), 4);
  assert_int_equal (turn (&s, 1), FT_SAT);
  assert_int_equal (changed (&s, 10), 5);
  assert_false (s.turned.loose || s.turned.undefined);
  assert_int_equal (turn (&s, 0), FT_SAT);
  assert_true ((int32_t)changed (&s, 10) <= 4);
  done (&s);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (example_of_the_paper),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
