// Routes: the schedule of a race as JSON, and what is refused as one.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "replay/route.h"

static const char sample[] =
    "[{\"thread\": \"main\", \"op\": \"fork\", \"location\": \"a.c:9:3\", \"mark\": \"7f\", \"times\": 2},"
    " {\"thread\": \"main\", \"op\": \"join\", \"location\": \"a.c:10:3\", \"mark\": \"80\", \"times\": 1,"
    "  \"joined\": \"T1\"},"
    " {\"thread\": \"T2\", \"op\": \"free\", \"location\": \"b.c:4:5\", \"mark\": \"1f2\", \"times\": 1},"
    " {\"thread\": \"main\", \"op\": \"read\", \"location\": \"a.c:12:5\", \"mark\": \"3\", \"times\": 1}]";

static json_t *sample_value (void) {
  json_t *value = json_loads (sample, 0, NULL);
  assert_non_null (value);
  return value;
}

static void reads_what_it_writes (void **state) {
  (void)state;
  ft_route r;
  json_t *value = sample_value ();
  assert_true (ft_route_read (&r, value, 0, FT_FAILURE_NONE));
  assert_int_equal (r.steps.size, 4);
  assert_int_equal (r.steps.begin[0].times, 2);
  assert_string_equal (r.steps.begin[1].joined, "T1");
  assert_int_equal (r.steps.begin[2].mark, 0x1f2);
  json_t *again = ft_route_json (&r);
  assert_true (json_equal (value, again));
  json_decref (again);
  json_decref (value);
  ft_route_release (&r);
}

// Each member of each step is needed; the next change of any is noticed, too.
static void refuses_what_lacks_a_member (void **state) {
  (void)state;
  static const char *const members[] = {"thread", "op", "location", "mark", "times"};
  for (size_t step = 0; step < 4; step++)
    for (size_t m = 0; m < sizeof members / sizeof *members; m++)
      for (int wrong = 0; wrong < 2; wrong++) {
        ft_route r;
        json_t *value = sample_value (), *s = json_array_get (value, step);
        if (wrong)
          json_object_set_new (s, members[m], json_real (1.5));
        else
          json_object_del (s, members[m]);
        assert_false (ft_route_read (&r, value, 0, FT_FAILURE_NONE));
        json_decref (value);
      }
}

static bool accepts_change (size_t step, const char *member, json_t *to) {
  ft_route r;
  json_t *value = sample_value (), *s = json_array_get (value, step);
  if (to)
    json_object_set_new (s, member, to);
  else
    json_object_del (s, member);
  bool fine = ft_route_read (&r, value, 0, FT_FAILURE_NONE);
  json_decref (value);
  ft_route_release (&r);
  return fine;
}

static void refuses_what_is_no_route (void **state) {
  (void)state;
  assert_true (accepts_change (0, "times", json_integer (996)));
  assert_false (accepts_change (0, "times", json_integer (998))); // 1001 events
  assert_false (accepts_change (0, "times", json_integer (0)));
  assert_false (accepts_change (1, "joined", NULL));
  assert_false (accepts_change (0, "joined", json_string ("T1")));
  assert_false (accepts_change (2, "op", json_string ("acquire")));
  assert_false (accepts_change (3, "mark", json_string ("0")));
  assert_false (accepts_change (3, "mark", json_string ("12345678901234567")));
  ft_route r;
  json_t *value = sample_value ();
  json_array_remove (value, 3);
  assert_false (ft_route_read (&r, value, 0, FT_FAILURE_NONE)); // ends with a join
  json_decref (value);
  assert_false (ft_route_read (&r, NULL, 0, FT_FAILURE_NONE));
}

// The finding says how its route ends.
static void knows_the_end (void **state) {
  (void)state;
  ft_route r;
  json_t *value = sample_value ();
  assert_false (ft_route_read (&r, value, 2, FT_FAILURE_NONE)); // these acquire nothing
  assert_true (ft_route_read (&r, value, 0, FT_FAILURE_DOUBLE_FREE));
  assert_int_equal (ft_route_ends (&r), 1);
  ft_route_release (&r);
  json_object_set_new (json_array_get (value, 2), "op", json_string ("acquire"));
  json_object_set_new (json_array_get (value, 3), "op", json_string ("acquire"));
  assert_false (ft_route_read (&r, value, 0, FT_FAILURE_NONE));
  assert_true (ft_route_read (&r, value, 2, FT_FAILURE_NONE));
  assert_int_equal (ft_route_ends (&r), 2);
  ft_route_release (&r);
  assert_false (ft_route_read (&r, value, 5, FT_FAILURE_NONE)); // more than there are
  json_decref (value);
}

static void has_no_json_of_other_bytes (void **state) {
  (void)state;
  ft_route r;
  json_t *value = sample_value ();
  assert_true (ft_route_read (&r, value, 0, FT_FAILURE_NONE));
  r.steps.begin[2].location[0] = (char)0xff;
  assert_null (ft_route_json (&r));
  json_decref (value);
  ft_route_release (&r);
}

static void compares_columns (void **state) {
  (void)state;
  assert_true (ft_route_same_columns ("a.c:12:3", "b.c:40:3"));
  assert_false (ft_route_same_columns ("a.c:12:3", "a.c:12:31"));
  assert_true (ft_route_same_columns ("a.cc:1:5 (x.h:9:6)", "a.cc:2:5 (x.h:7:6)"));
  assert_false (ft_route_same_columns ("a.cc:1:5 (x.h:9:6)", "a.cc:1:5 (x.h:9:7)"));
  assert_false (ft_route_same_columns ("a.cc:1:5 (x.h:9:6)", "a.cc:1:5"));
  assert_true (ft_route_same_columns ("main", "f"));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (reads_what_it_writes),
      cmocka_unit_test (refuses_what_lacks_a_member),
      cmocka_unit_test (refuses_what_is_no_route),
      cmocka_unit_test (knows_the_end),
      cmocka_unit_test (has_no_json_of_other_bytes),
      cmocka_unit_test (compares_columns),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
