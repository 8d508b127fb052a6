// Enumeration itself: against the verdicts of the figures, on the trace that
// was recorded (a correct reordering of itself), and on traces whose answer
// is known by construction.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <string.h>

#include "tests/model/enumerate.h"
#include "tests/model/random_trace.h"
#include "tests/model/rules.h"
#include "load/open.h"

#define FIGURES "tests/traces/figures/"
enum { states = 1000000 };

typedef struct ft_figure {
  char name[64];
  ft_trace *trace;
  ft_enumeration *all;
} ft_figure;

// Both tables ask about the same figures; each is enumerated once.
static ft_figure figures[32];
static size_t figure_count;

static const ft_figure *find_figure (const char *name) {
  char path[256];
  ft_error error = FT_NO_ERROR;
  for (size_t i = 0; i < figure_count; i++)
    if (!strcmp (figures[i].name, name))
      return figures + i;
  assert_true (figure_count < sizeof figures / sizeof *figures);
  ft_figure *f = figures + figure_count++;
  snprintf (f->name, sizeof f->name, "%s", name);
  snprintf (path, sizeof path, FIGURES "%s", name);
  f->trace = ft_trace_read (path, (ft_read_options){.lenient = false}, NULL,
                            NULL, &error);
  if (!f->trace)
    fail_msg ("%s", error.message);
  f->all = ft_enumerate (f->trace, states);
  assert_true (f->all->complete);
  return f;
}

static int release_figures (void **state) {
  (void)state;
  for (size_t i = 0; i < figure_count; i++) {
    ft_trace_free (figures[i].trace);
    if (figures[i].all)
      ft_enumeration_free (figures[i].all);
  }
  return 0;
}

static FILE *open_table (const char *name, char *line, int size) {
  char path[256];
  snprintf (path, sizeof path, FIGURES "%s", name);
  FILE *file = fopen (path, "r");
  if (!file || !fgets (line, size, file)) // the head line
    fail_msg ("cannot read %s", path);
  return file;
}

static void agrees_on_figures (void **state) {
  (void)state;
  char line[512], name[64];
  unsigned a, b, hb, wcp, dc, mcm, rows = 0;
  size_t pairs = 0;
  FILE *file = open_table ("expected-pairs.tsv", line, sizeof line);
  while (fgets (line, sizeof line, file)) {
    assert_int_equal (sscanf (line, "%63s %u %u %u %u %u %u", name, &a, &b, &hb,
                              &wcp, &dc, &mcm),
                      7);
    const ft_enumerated *pair =
        ft_enumeration_find (find_figure (name)->all, a, b);
    if (!pair || pair->race != mcm)
      fail_msg ("%s %u %u: expected %u", name, a, b, mcm);
    rows++;
  }
  fclose (file);
  for (size_t i = 0; i < figure_count; i++)
    pairs += figures[i].all->pairs.size;
  assert_true (rows > 150);
  assert_int_equal (rows, pairs); // no pair is left out of the table
}

static void agrees_on_deadlocks (void **state) {
  (void)state;
  char line[512], name[64];
  unsigned deadlock, rows = 0, found = 0;
  FILE *file = open_table ("expected-deadlocks.tsv", line, sizeof line);
  while (fgets (line, sizeof line, file)) {
    assert_int_equal (sscanf (line, "%63s %u", name, &deadlock), 2);
    if (find_figure (name)->all->deadlock != deadlock)
      fail_msg ("%s: expected deadlock %u", name, deadlock);
    rows++;
    found += deadlock;
  }
  fclose (file);
  assert_true (rows >= 20 && found);
}

// Runs the trace as it was recorded; each wake takes the earliest signal.
static bool allows_itself (const ft_trace *trace) {
  ft_rules *r = ft_rules_new (trace);
  ft_state *s = FT_ARRAY (ft_state, r->words + 1);
  bool good = true;
  ft_rules_start (r, s);
  for (ft_id i = 0; i < trace->size && good; i++) {
    ft_id choice = 0;
    good = ft_rules_next (r, s, trace->events[i].thread) == i &&
           ft_rules_allow (r, s, i);
    if (trace->events[i].kind == FT_WAKE && !ft_rules_wakes_freely (r, s, i))
      while (choice < i && !ft_rules_wakes (r, s, i, choice))
        choice++;
    else
      choice = FT_NO_ID;
    ft_rules_do (r, s, i, choice);
  }
  for (ft_id i = 0; i < trace->size && good; i++) // every read was right
    good = !ft_kind_reads (trace->events[i].kind) || !s[r->event_words + i];
  free (s);
  ft_rules_free (r);
  return good;
}

static void a_trace_reorders_to_itself (void **state) {
  (void)state;
  ft_random_options base = FT_RANDOM_DEFAULTS;
  base.events = 50, base.threads = 5, base.locks = 3, base.variables = 3;
  for (uint64_t seed = 0; seed < 3000; seed++) {
    ft_random_options o = ft_random_features (seed, base);
    ft_trace *trace = ft_random_trace (seed, &o);
    if (!allows_itself (trace)) {
      ft_print_trace (stderr, trace);
      fail_msg ("the trace of seed %" PRIu64 " is not its own reordering",
                seed);
    }
    ft_trace_free (trace);
  }
}

// ---- by hand

static void push (ft_trace *trace, ft_tid thread, enum ft_kind kind,
                  ft_id target, int value) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  if (value >= 0)
    e.value = (uint64_t)value, e.flags = FT_HAS_VALUE;
  ft_model_push (trace, e);
}

static bool races (ft_trace *trace, ft_id a, ft_id b) {
  ft_enumeration *all = ft_enumerate (trace, states);
  const ft_enumerated *pair = ft_enumeration_find (all, a, b);
  assert_non_null (pair);
  bool race = pair->race;
  ft_enumeration_free (all);
  return race;
}

// T0: write y; write x = 1.  T1: read x = 1; write y.  The second write of y
// needs the read only if the read has to return 1 from that write.
static ft_trace *hand_over (int first, int again, bool branches) {
  ft_trace *trace = ft_trace_new ("hand", "hand");
  push (trace, 0, FT_WRITE, 1, -1);
  push (trace, 0, FT_WRITE, 0, first);
  push (trace, 1, FT_READ, 0, again);
  push (trace, 1, FT_WRITE, 1, -1);
  if (branches)
    push (trace, 1, FT_BRANCH, FT_NO_ID, 1);
  return trace;
}

static void values_set_reads_free (void **state) {
  (void)state;
  ft_trace *trace = hand_over (-1, -1, false);
  assert_false (races (trace, 0, 3)); // same writer
  ft_trace_free (trace);
  trace = hand_over (1, 1, false);
  assert_false (races (trace, 0, 3)); // what x holds at first is not known
  push (trace, 2, FT_WRITE, 0, 1);
  assert_true (races (trace, 0, 3)); // another write leaves the value
  ft_trace_free (trace);
  trace = ft_trace_new ("hand", "hand");
  push (trace, 2, FT_READ, 0, 1); // x is 1 at first
  push (trace, 0, FT_WRITE, 1, -1);
  push (trace, 0, FT_WRITE, 0, 1);
  push (trace, 1, FT_READ, 0, 1);
  push (trace, 1, FT_WRITE, 1, -1);
  assert_true (races (trace, 1, 4));
  ft_trace_free (trace);
}

static void recorded_dependence_sets_reads_free (void **state) {
  (void)state;
  ft_trace *trace = hand_over (-1, -1, true);
  assert_false (races (trace, 0, 3)); // the address may depend on the read
  ft_detail d = FT_DETAIL_NONE;
  d.pointers_known = true;
  trace->events[3].detail = ft_model_detail (trace, d);
  assert_true (races (trace, 0, 3)); // it does not; its own value is free
  ft_trace_free (trace);
}

static void lock_modes (void **state) {
  (void)state;
  for (int shared = 0; shared < 2; shared++) {
    ft_trace *trace = ft_trace_new ("hand", "hand");
    for (ft_tid t = 0; t < 2; t++) {
      push (trace, t, shared ? FT_ACQUIRE_SHARED : FT_ACQUIRE, 0, -1);
      push (trace, t, FT_WRITE, 0, -1);
      push (trace, t, shared ? FT_RELEASE_SHARED : FT_RELEASE, 0, -1);
    }
    assert_int_equal (races (trace, 1, 4), shared);
    ft_trace_free (trace);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (values_set_reads_free),
      cmocka_unit_test (recorded_dependence_sets_reads_free),
      cmocka_unit_test (lock_modes),
      cmocka_unit_test (a_trace_reorders_to_itself),
      cmocka_unit_test (agrees_on_figures),
      cmocka_unit_test (agrees_on_deadlocks),
  };
  return cmocka_run_group_tests (tests, NULL, release_figures);
}
