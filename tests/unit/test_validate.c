// The flags that the validator sets and the notes it leaves; which traces it
// refuses is in 'test_malformed.c', and in 'test_writer.c' against the model.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "tests/unit/read_text.h"
#include "load/open.h"

// One letter an event: '.' plain, 'n' nested, 'd' dropped, 's' spurious.
static void flags (const char *format, const char *text, const char *expected) {
  ft_trace *t = read_text (format, text);
  char found[64] = "";
  for (ft_id i = 0; i < t->size; i++)
    found[i] = t->events[i].flags & FT_DROPPED    ? 'd'
               : t->events[i].flags & FT_NESTED   ? 'n'
               : t->events[i].flags & FT_SPURIOUS ? 's'
                                                  : '.';
  assert_string_equal (found, expected);
  ft_trace_free (t);
}

static void inner_pairs_are_nested (void **state) {
  (void)state;
  flags ("std",
         "T1|acq(l)|1\nT1|acq(l)|2\nT1|acq(m)|3\nT1|acq(l)|4\nT1|rel(l)|5\n"
         "T1|rel(l)|6\nT1|rel(l)|7\nT1|rel(m)|8\nT1|acq(l)|9\n",
         ".n.nnn...");
}

#define DO(t, op, key, name)                                                   \
  "{\"thread\":\"" t "\",\"op\":\"" op "\",\"" key "\":\"" name "\"}\n"
#define ACQ(t) DO (t, "acquire", "lock", "l")
#define REL(t) DO (t, "release", "lock", "l")
#define WAIT(t)                                                                \
  "{\"thread\":\"" t "\",\"op\":\"release\",\"lock\":\"l\",\"wait\":\"c\"}\n"
#define WAKE(t) DO (t, "wake", "condition", "c")
#define SIGNAL DO ("S", "signal", "condition", "c")
#define BROADCAST DO ("S", "broadcast", "condition", "c")

static void waits_give_up_the_whole_lock (void **state) {
  (void)state;
  flags ("jsonl",
         ACQ ("A") ACQ ("A") WAIT ("A") ACQ ("B") SIGNAL REL ("B") WAKE ("A")
             ACQ ("A") REL ("A") REL ("A") ACQ ("B"),
         ".n......n..");
}

static void shared_locks_nest_as_well (void **state) {
  (void)state;
#define SHARE(t) DO (t, "acquire-shared", "lock", "l")
#define UNSHARE(t) DO (t, "release-shared", "lock", "l")
  flags ("jsonl",
         SHARE ("A") SHARE ("B") SHARE ("A") UNSHARE ("A") UNSHARE ("A")
             UNSHARE ("B") ACQ ("A"),
         "..nn...");
}

static void wakes_need_signals (void **state) {
  (void)state;
  // Each its own, whatever the order of waking.
  flags ("jsonl",
         ACQ ("A") WAIT ("A") ACQ ("B") WAIT ("B") SIGNAL SIGNAL WAKE ("B")
             WAKE ("A"),
         "........");
  // One signal for two, and one that came too early.
  flags ("jsonl",
         ACQ ("A") WAIT ("A") ACQ ("B") WAIT ("B") SIGNAL WAKE ("B") WAKE ("A"),
         "......s");
  flags ("jsonl", SIGNAL ACQ ("A") WAIT ("A") WAKE ("A"), "...s");
  flags ("jsonl",
         ACQ ("A") WAIT ("A") SIGNAL ACQ ("B") WAIT ("B") WAKE ("B") WAKE ("A"),
         ".....s.");
  // B's wake can only use the second signal, A's then takes the first.
  flags ("jsonl",
         ACQ ("A") WAIT ("A") SIGNAL ACQ ("B") WAIT ("B") SIGNAL WAKE ("B")
             WAKE ("A"),
         "........");
  flags ("jsonl",
         ACQ ("A") WAIT ("A") ACQ ("B") WAIT ("B") BROADCAST WAKE ("B")
             WAKE ("A"),
         ".......");
  flags ("jsonl",
         ACQ ("A") WAIT ("A") BROADCAST ACQ ("B") WAIT ("B") WAKE ("B")
             WAKE ("A"),
         ".....s.");
}

static void many_signals_stay_few (void **state) {
  (void)state;
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "%s", ACQ ("A") WAIT ("A"));
  for (unsigned i = 0; i < 10000; i++)
    ft_strbuf_add (&text, "%s", SIGNAL);
  ft_strbuf_add (&text, "%s", WAKE ("A") ACQ ("A") WAIT ("A") WAKE ("A"));
  ft_trace *t = read_text ("jsonl", text.text);
  assert_int_equal (t->events[10002].flags, 0);
  assert_int_equal (t->events[10005].flags, FT_SPURIOUS);
  assert_int_equal (find_note (t, "without a signal")->first, 10005);
  ft_trace_free (t);
  ft_strbuf_release (&text);
}

static void rounds_of_barriers (void **state) {
  (void)state;
#define ARRIVE(t) DO (t, "barrier-arrive", "barrier", "b")
#define LEAVE(t) DO (t, "barrier-leave", "barrier", "b")
  flags ("jsonl",
         ARRIVE ("A") ARRIVE ("B") LEAVE ("B") ARRIVE ("B") LEAVE ("A")
             ARRIVE ("A") LEAVE ("A") LEAVE ("B"),
         "........");
}

static void semaphores_without_start (void **state) {
  (void)state;
#define SEM(op) DO ("A", op, "semaphore", "s")
  flags ("jsonl", SEM ("sem-wait") SEM ("sem-post") SEM ("sem-wait"), "...");
  flags ("jsonl", SEM ("sem-init") SEM ("sem-wait"), "..");
}

static void repeated_forks_are_noted_once (void **state) {
  (void)state;
  const char *text = "T1|fork(T2)|1\nT1|fork(T2)|2\nT3|fork(T2)|3\nT2|w(x)|4\n";
  flags ("std", text, ".dd.");
  ft_trace *t = read_text ("std", text);
  const ft_note *note =
      find_note (t, "text.std:2: thread 'T2' is forked again");
  assert_non_null (note);
  assert_int_equal (note->count, 2);
  assert_int_equal (note->first, 1);
  assert_true (t->events[1].flags & FT_REPEATED);
  assert_int_equal (t->notes.list.size, 1);
  ft_trace_free (t);
}

static void open_sections_are_counted (void **state) {
  (void)state;
  ft_trace *t =
      read_text ("std", "T1|acq(l)|1\nT1|acq(l)|2\nT1|acq(m)|3\nT2|w(x)|4\n");
  const ft_note *note = find_note (t, "still holds lock 'l' at the end");
  assert_non_null (note);
  assert_int_equal (note->count, 2);
  ft_trace_free (t);
}

static void lenient_says_what_it_drops (void **state) {
  (void)state;
  const char *path = scratch_text ("bad.std", "T1|rel(l)|1\nT1|acq(l)|2\n"
                                              "T2|acq(l)|3\nT2|w(x)|4\n"
                                              "T2|rel(l)|5\nnonsense\n"
                                              "T1|rel(l)|6\nT1|rel(l)|7\n");
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read (path, (ft_read_options){.lenient = true}, NULL,
                               NULL, &error);
  assert_non_null (t);
  assert_int_equal (t->size, 7);
  static const bool dropped[] = {true, false, true, false, true, false, true};
  for (ft_id i = 0; i < 7; i++)
    assert_int_equal (!!(t->events[i].flags & FT_DROPPED), dropped[i]);
  assert_int_equal (find_note (t, "without having acquired it")->count, 2);
  assert_int_equal (find_note (t, "event 2 left out: ")->count, 1);
  assert_int_equal (find_note (t, "bad.std:6: ")->count, 1);
  ft_trace_free (t);
}

// Memory is that of the threads, not of their pairs.
static void a_hundred_thousand_threads (void **state) {
  (void)state;
  enum { threads = 100000 };
  ft_strbuf text = {0};
  for (unsigned i = 1; i <= threads; i++)
    ft_strbuf_add (&text,
                   "T0|fork(T%u)|1\nT%u|acq(l)|2\nT%u|w(x)|3\n"
                   "T%u|rel(l)|4\n",
                   i, i, i, i);
  for (unsigned i = 1; i <= threads; i++)
    ft_strbuf_add (&text, "T0|join(T%u)|5\n", i);
  ft_trace *t = read_text ("std", text.text);
  assert_int_equal (t->size, 5 * threads);
  assert_int_equal (ft_tables_count (&t->tables, FT_CLASS_THREAD), threads + 1);
  ft_trace_free (t);
  ft_strbuf_release (&text);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (inner_pairs_are_nested),
      cmocka_unit_test (waits_give_up_the_whole_lock),
      cmocka_unit_test (shared_locks_nest_as_well),
      cmocka_unit_test (wakes_need_signals),
      cmocka_unit_test (many_signals_stay_few),
      cmocka_unit_test (rounds_of_barriers),
      cmocka_unit_test (semaphores_without_start),
      cmocka_unit_test (repeated_forks_are_noted_once),
      cmocka_unit_test (open_sections_are_counted),
      cmocka_unit_test (lenient_says_what_it_drops),
      cmocka_unit_test (a_hundred_thousand_threads),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
