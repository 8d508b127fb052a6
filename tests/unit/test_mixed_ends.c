// Bad ends of some continuations, and whether they come again, with outcomes that
// are made by hand.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "replay/judge.h"
#include "replay/mixed_ends.h"

enum { RUNS = 3 };

static void add (ft_continued_list *to, unsigned round, char what) {
  ft_continued x = {.class = what == 'x'   ? FT_CONSEQUENCE_CRASH
                             : what == 'm' ? FT_CONSEQUENCE_MEMORY
                                           : FT_CONSEQUENCE_NONE,
                    .round = round};
  const char *ended = what == 'x'   ? "SIGSEGV"
                      : what == 'm' ? "used memory"
                                    : "exit status 0";
  ft_strbuf_add (&x.ended, "%s", ended);
  ft_strbuf_add (&x.status, "%s", ended);
  FT_PUSH (*to, x);
}

// A program: how the continuations of each order end when they are made again, a
// letter for each round.  In a round behind the last letter, time is over.
typedef struct program {
  const char *again[2];
  unsigned made;
} program;

static bool go_on (void *context, unsigned first, unsigned round,
                   ft_continued_list *to) {
  program *p = context;
  if (round >= strlen (p->again[first]))
    return false;
  p->made++;
  add (to, round, p->again[first][round]);
  return true;
}

typedef struct expected {
  const char *seen[2], *again[2];
  enum ft_consequence_class class;
  const char *in_both, *not_counted; // parts, or NULL
  unsigned made;
} expected;

static void check (const expected *e) {
  ft_order_outcomes o[2] = {{.tried = RUNS}, {.tried = RUNS}};
  program p = {.again = {e->again[0], e->again[1]}};
  ft_repeats repeats = {.go_on = go_on, .context = &p, .runs = RUNS};
  ft_consequence c = {0};
  for (int k = 0; k < 2; k++)
    for (unsigned i = 0; e->seen[k][i]; i++)
      add (&o[k].all, i, e->seen[k][i]);
  ft_mixed_ends_repeat (o, &repeats);
  ft_consequence_judge (&c, o, RUNS);
  assert_int_equal (c.class, e->class);
  assert_int_equal (c.in_both != NULL, e->in_both != NULL);
  assert_int_equal (c.not_counted != NULL, e->not_counted != NULL);
  if (e->in_both)
    assert_string_equal (c.in_both, e->in_both);
  if (e->not_counted)
    assert_non_null (strstr (c.not_counted, e->not_counted));
  for (int k = 0; k < 2; k++)
    assert_int_equal (c.orders[k].runs, strlen (e->seen[k]));
  assert_int_equal (p.made, e->made);
  ft_consequence_release (&c);
  ft_order_outcomes_release (o);
  ft_order_outcomes_release (o + 1);
}

static void mixed_ends_are_repeated (void **state) {
  (void)state;
  static const expected all[] = {
      // Nothing is mixed.
      {{"...", "..."}, {"", ""}, FT_CONSEQUENCE_NONE, NULL, NULL, 0},
      {{"xxx", "..."}, {"", ""}, FT_CONSEQUENCE_CRASH, NULL, NULL, 0},
      {{"xxx", "xxx"}, {"", ""}, FT_CONSEQUENCE_NONE, "SIGSEGV", NULL, 0},
      // The end comes again in its order, and never in the other one.
      {{".x.", "..."}, {".x.", "......"}, FT_CONSEQUENCE_CRASH, NULL, NULL, 5},
      {{"...", "..x"}, {"......", "..x"}, FT_CONSEQUENCE_CRASH, NULL, NULL, 5},
      // The end does not come again.
      {{".x.", "..."}, {"...", "......"}, FT_CONSEQUENCE_NONE, NULL,
       "same continuation", 1},
      // The other order has it in the same continuation, a further one, or an
      // earlier one.
      {{".x.", "..."}, {".x.", ".x...."}, FT_CONSEQUENCE_NONE, "SIGSEGV", NULL,
       2},
      {{".x.", "..."}, {".x.", "....x."}, FT_CONSEQUENCE_NONE, "SIGSEGV", NULL,
       4},
      {{".x.", "..x"}, {".x.", "......"}, FT_CONSEQUENCE_NONE, "SIGSEGV", NULL,
       0},
      // So has the other order in the same continuation, but not in another one.
      {{"xx.", "x.."}, {"xxx", "xxxxxx"}, FT_CONSEQUENCE_NONE, "SIGSEGV", NULL,
       0},
      // Time is over.
      {{".x.", "..."}, {"", "......"}, FT_CONSEQUENCE_NONE, NULL,
       "time was over", 0},
      {{".x.", "..."}, {".x.", "...."}, FT_CONSEQUENCE_NONE, NULL,
       "time was over", 3},
      // Two ends, of which one comes again.
      {{".xm", "..."}, {"..m", "......"}, FT_CONSEQUENCE_MEMORY, NULL,
       "same continuation", 6},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    check (all + i);
}

// Of two frees the second one is an error in both orders.
static void frees_are_not_repeated (void **state) {
  (void)state;
  ft_order_outcomes o[2] = {{.frees = true}, {.frees = true}};
  program p = {.again = {"", ""}};
  ft_repeats repeats = {.go_on = go_on, .context = &p, .runs = RUNS};
  add (&o[0].all, 0, 'm');
  add (&o[0].all, 1, '.');
  add (&o[1].all, 0, '.');
  ft_mixed_ends_repeat (o, &repeats);
  assert_int_equal (o[0].all.size, 2);
  assert_int_equal (o[0].discounted.size, 0);
  ft_order_outcomes_release (o);
  ft_order_outcomes_release (o + 1);
}

static bool are_equal (const char *a, const char *b) {
  ft_continued x = {0}, y = {0};
  ft_strbuf_add (&x.ended, "%s", a);
  ft_strbuf_add (&y.ended, "%s", b);
  bool equal = ft_continued_ends_equal (&x, &y);
  assert_int_equal (equal, ft_continued_ends_equal (&y, &x));
  ft_continued_release (&x);
  ft_continued_release (&y);
  return equal;
}

static void the_thread_does_not_count (void **state) {
  (void)state;
  assert_true (are_equal ("SIGABRT (Aborted) in T1", "SIGABRT (Aborted) in main"));
  assert_true (are_equal ("SIGABRT (Aborted) in T1: double free; a.c:3",
                          "SIGABRT (Aborted) in T12: double free; a.c:3"));
  assert_false (are_equal ("SIGABRT (Aborted) in T1: double free",
                           "SIGABRT (Aborted) in T1: invalid size"));
  assert_false (are_equal ("SIGABRT (Aborted) in T1", "SIGSEGV (x) in T1"));
  assert_false (are_equal ("SIGABRT (Aborted) in T1", "SIGABRT (Aborted)"));
  assert_false (are_equal ("exit status 1", "exit status 11"));
  assert_true (are_equal ("", ""));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_thread_does_not_count),
      cmocka_unit_test (mixed_ends_are_repeated),
      cmocka_unit_test (frees_are_not_repeated),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
