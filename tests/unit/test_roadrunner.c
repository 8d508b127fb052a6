// RoadRunner's text, as RAPID's parser takes it apart.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/read_text.h"

static void operations (void **state) {
  (void)state;
  ft_trace *t = read_text (
      "rr", "Hello from the program\n"
            "@    Start(0,1)\n"
            "@     AWr(1,@05[13])  Final  Functions.java:116:153\n"
            "@  Enter(1,test/Deadlock.doSomething()V)\n"
            "@ Acquire(1,@03)\n"
            "@\tRd(1,null.test/Deadlock.value_I)  Final  Deadlock.java:50:7\n"
            "@ Release(1,@03)\n"
            "@ Exit(1,test/Deadlock.doSomething()V)\n"
            "@Wr(1,x) is not one\n"
            "@ Join(0,1)\n");
  assert_int_equal (t->size, 8);
  expect_event (t, 0, "0", FT_FORK, "1", "?");
  expect_event (t, 1, "1", FT_WRITE, "@05[13]", "Functions.java:116:153");
  assert_true (ft_event_is_void (t->events + 2));
  expect_event (t, 3, "1", FT_ACQUIRE, "@03", "?");
  expect_event (t, 4, "1", FT_READ, "null.test/Deadlock.value_I",
                "Deadlock.java:50:7");
  expect_event (t, 5, "1", FT_RELEASE, "@03", "?");
  assert_true (ft_event_is_void (t->events + 6));
  expect_event (t, 7, "0", FT_JOIN, "1", "?");
  assert_true (FT_EMPTY (t->notes.list));
  ft_trace_free (t);
}

static void what_rapid_makes_of_it_is_noted (void **state) {
  (void)state;
  ft_trace *t = read_text ("rr", "@ VRd(1,x)\n@ VWr(1,x)\n@ Wait(1,x)\n"
                                 "@ NotifyAll(1,x)\n");
  assert_int_equal (t->size, 2);
  expect_event (t, 0, "1", FT_READ, "x", "?");
  expect_event (t, 1, "1", FT_WRITE, "x", "?");
  assert_int_equal (find_note (t, "plain access")->count, 2);
  const ft_note *note = find_note (t, "text.rr:3: 'Wait' is not known");
  assert_non_null (note);
  assert_int_equal (note->count, 2);
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (operations),
      cmocka_unit_test (what_rapid_makes_of_it_is_noted),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
