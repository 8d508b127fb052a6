// Which interleavings of small traces are tried first, by hand: a lost update,
// a pointer that is cleared between its check and its use, and a signal before
// its wait.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "explore/interleaving_outlook.h"
#include "explore/interleavings.h"
#include "tests/unit/read_text.h"

#define LINE(thread, rest) "{\"thread\":\"" thread "\",\"op\":" rest "}\n"
#define FORK(child) LINE ("main", "\"fork\",\"child\":\"" child "\"")
#define JOIN(child) LINE ("main", "\"join\",\"child\":\"" child "\"")
#define ACQUIRE(t) LINE (t, "\"acquire\",\"lock\":\"m\"")
#define RELEASE(t) LINE (t, "\"release\",\"lock\":\"m\"")
#define READ(t, variable, value, result)                                       \
  LINE (t, "\"read\",\"variable\":\"" variable "\",\"value\":" #value          \
           ",\"result\":\"" result "\",\"pointers\":[],\"initial\":0")
#define COMPUTE(t, op, value, result, operands)                                \
  LINE (t, "\"local\",\"value\":" #value ",\"result\":\"" result               \
           "\",\"operator\":\"" op "\",\"operands\":[" operands "]")
#define WRITE(t, variable, value, operand)                                     \
  LINE (t,                                                                     \
        "\"write\",\"variable\":\"" variable "\",\"value\":" #value            \
        ",\"operator\":\"copy\",\"operands\":[" operand "],\"pointers\":[]")
#define BRANCH(t, outcome, operand)                                            \
  LINE (t, "\"branch\",\"outcome\":" #outcome                                  \
           ",\"operator\":\"copy\",\"operands\":[" operand "]")

static const char head[] = "{\"schema\":\"foretrace-trace/1\"}\n";

// The first interleaving, and its outlook.
static enum ft_outlook first (const char *lines, ft_interleaving *r) {
  char text[8192];
  ft_event_list schedule = {0};
  ft_interleaving_list all = {0};
  strcpy (text, head);
  strcat (text, lines);
  ft_trace *t = read_text ("jsonl", text);
  ft_index *x = ft_index_new (t);
  bool *decides = FT_ARRAY (bool, t->size);
  for (ft_id e = 0; e < t->size; e++)
    decides[e] = t->events[e].kind == FT_BRANCH;
  ft_interleavings_list (x, decides, &all);
  assert_true (all.size);
  *r = all.begin[0];
  assert_true (ft_interleaving_schedule (x, r, &schedule));
  enum ft_outlook outlook = ft_interleaving_outlook (
      x, &schedule, t->events[r->stop].thread, decides);
  FT_RELEASE (schedule);
  FT_RELEASE (all);
  free (decides);
  ft_index_free (x);
  ft_trace_free (t);
  return outlook;
}

#define ADD(t, before, after)                                                  \
  ACQUIRE (t)                                                                  \
  READ (t, "x", before, "%1")                                                  \
  RELEASE (t)                                                                  \
  COMPUTE (t, "add", after, "%2", "\"%1\",1")                                  \
  ACQUIRE (t) WRITE (t, "x", after, "\"%2\"") RELEASE (t)

static void update_is_lost (void **unused) {
  (void)unused;
  ft_interleaving r;
  enum ft_outlook outlook =
      first (FORK ("T1") FORK ("T2") ADD ("T1", 0, 1) ADD ("T2", 1, 2)
                 JOIN ("T1") JOIN ("T2") READ ("main", "x", 2, "%1")
                     COMPUTE ("main", "eq", 1, "%2", "\"%1\",2")
                         BRANCH ("main", 1, "\"%2\""),
             &r);
  assert_int_equal (outlook, FT_OUTLOOK_FAILURE);
  assert_int_equal (r.stop, 5); // between the sections of T1
  assert_int_equal (r.run, 14); // the write of T2
}

static void pointer_is_cleared (void **unused) {
  (void)unused;
  ft_interleaving r;
  enum ft_outlook outlook = first (
      WRITE ("main", "p", 65536, "65536") FORK ("T1") FORK ("T2")
          READ ("T1", "p", 65536, "%1") READ ("T1", "p", 65536, "%2")
              LINE ("T1", "\"write\",\"variable\":\"q\",\"value\":1,"
                          "\"operator\":\"copy\",\"operands\":[1],"
                          "\"pointers\":[\"%2\"]") WRITE ("T2", "p", 0, "0"),
      &r);
  assert_int_equal (outlook, FT_OUTLOOK_FAILURE);
  assert_int_equal (r.stop, 4);
  assert_int_equal (r.run, 6);
}

static void signal_comes_first (void **unused) {
  (void)unused;
  ft_interleaving r;
  first (FORK ("T1") FORK ("T2") ACQUIRE ("T1")
             LINE ("T1", "\"release\",\"lock\":\"m\",\"wait\":\"c\"")
                 ACQUIRE ("T2") LINE ("T2", "\"signal\",\"condition\":\"c\"")
                     RELEASE ("T2") LINE ("T1", "\"wake\",\"condition\":\"c\"")
                         ACQUIRE ("T1") RELEASE ("T1"),
         &r);
  assert_int_equal (r.stop, 2); // before its lock
  assert_int_equal (r.run, 5);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (update_is_lost),
      cmocka_unit_test (pointer_is_cleared),
      cmocka_unit_test (signal_comes_first),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
