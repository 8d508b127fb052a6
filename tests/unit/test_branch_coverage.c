// Names for sides of branches: those of one call of a library function are told
// from each other, and each is what it was in the next call.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explore/branch_coverage.h"
#include "tests/unit/read_text.h"

#define EVENT(t, fields, at)                                                   \
  "{\"thread\":\"" t "\"," fields ",\"location\":\"" at "\"}\n"
#define READ(t, result, at)                                                    \
  EVENT (t,                                                                    \
         "\"op\":\"read\",\"variable\":\"x\",\"size\":1,\"value\":0,"          \
         "\"result\":\"" result "\"",                                          \
         at)
#define BRANCH(t, operand, at)                                                 \
  EVENT (t,                                                                    \
         "\"op\":\"branch\",\"size\":1,\"outcome\":1,\"operator\":\"eq\","     \
         "\"operands\":[\"" operand "\",0]",                                   \
         at)

static void says (const ft_trace *t, ft_id branch, uint64_t outcome,
                  const char *wanted) {
  ft_strbuf name = {0};
  ft_branch_coverage_name (t, branch, outcome, &name);
  assert_string_equal (ft_strbuf_text (&name), wanted);
  ft_strbuf_release (&name);
}

static void test_branches_of_a_call (void **state) {
  (void)state;
  ft_trace *t = read_text (
      "jsonl",
      READ ("main", "a", "p.c:1:1") BRANCH ("main", "%a", "p.c:1:1")   // 0, 1
      READ ("T", "u", "p.c:9:9")                                       // 2
      BRANCH ("main", "%a", "p.c:1:1") BRANCH ("T", "%u", "p.c:1:1")   // 3, 4
      READ ("main", "b", "p.c:2:2") BRANCH ("main", "%b", "p.c:1:1")); // 5, 6
  says (t, 1, 1, "p.c:1:1 1");
  says (t, 1, 0, "p.c:1:1 0");
  says (t, 3, 0, "p.c:1:1 0 #1");
  says (t, 4, 1, "p.c:1:1 1");
  says (t, 6, 1, "p.c:1:1 1");
  ft_trace_free (t);
}

// Those of a long text are not told from each other without end.
static void test_many (void **state) {
  (void)state;
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "%s", READ ("main", "a", "p.c:1:1"));
  for (int i = 0; i < 100; i++)
    ft_strbuf_add (&text, "%s", BRANCH ("main", "%a", "p.c:1:1"));
  ft_trace *t = read_text ("jsonl", ft_strbuf_text (&text));
  says (t, 64, 1, "p.c:1:1 1 #63");
  says (t, 65, 1, "p.c:1:1 1 #64");
  says (t, 100, 1, "p.c:1:1 1 #64");
  ft_trace_free (t);
  ft_strbuf_release (&text);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_branches_of_a_call),
      cmocka_unit_test (test_many),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
