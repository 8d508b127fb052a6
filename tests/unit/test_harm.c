// The harm of races: by hand, each kind; on random traces, what the one pass
// over the trace finds against a look back from each write.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "report/harm.h"
#include "report/report.h"
#include "tests/model/random_trace.h"
#include "tests/unit/rounds.h"

#define HEAP 0x5555555552a0

static void push (ft_trace *t, ft_tid thread, enum ft_kind kind, ft_id variable,
                  uint64_t value) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread;
  e.kind = (uint8_t)kind;
  e.target = variable;
  e.mask = 0xff;
  e.value = value;
  e.flags = FT_HAS_VALUE;
  ft_model_push (t, e);
}

static ft_race race_of (ft_id first, ft_id second, ft_id variable,
                        unsigned unordered_by) {
  return (ft_race){.pair = {first, second},
                   .variable = variable,
                   .unordered_by = unordered_by,
                   .verdict = FT_CERTIFIED};
}

// Four variables: each is written by one thread, then by the other.
static ft_trace *make_trace (void) {
  static const uint64_t values[4][2] = {
      {7, 7}, {7, 8}, {HEAP + 64, HEAP}, {7, 9}};
  ft_trace *t = ft_trace_new ("by hand", "test");
  for (ft_id v = 0; v < 4; v++)
    push (t, 0, FT_WRITE, v, v == 2 ? values[v][0] : 7);
  for (ft_id v = 0; v < 4; v++)
    push (t, 0, FT_READ, v, values[v][0]);
  for (ft_id v = 0; v < 4; v++)
    push (t, 1, FT_WRITE, v, values[v][1]);
  for (ft_id v = 0; v < 4; v++)
    t->tables.variables.begin[v] = (ft_variable){true, HEAP + 8 * v, FT_NO_POS};
  return t;
}

static void each_kind (void **state) {
  (void)state;
  ft_trace *t = make_trace ();
  unsigned hybrid = 1u << FT_REL_FORK_JOIN, hb = hybrid | 1u << FT_REL_HB;
  ft_race races[] = {race_of (4, 8, 0, hybrid), race_of (5, 9, 1, hybrid),
                     race_of (6, 10, 2, hybrid), race_of (7, 11, 3, hybrid),
                     race_of (0, 8, 0, hb)};
  uint8_t harms[5];
  ft_results x = {.races = races, .size = 5, .certified = 5};
  ft_harms_find (t, &x, harms);
  assert_int_equal (harms[0], FT_HARM_SAME);
  assert_int_equal (harms[1], FT_HARM_COUNTER);
  assert_int_equal (harms[2], FT_HARM_POINTER);
  assert_int_equal (harms[3], FT_HARM_VALUE);
  assert_true (ft_harm_is_same (t, 8) && !ft_harm_is_same (t, 9));
  // The stage comes first, then the harm.
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_report r;
  ft_report_init (&r, t, &x, &options, (ft_read_options){0});
  assert_ptr_equal (r.ranked[0], races + 4);
  assert_ptr_equal (r.ranked[1], races + 2);
  assert_ptr_equal (r.ranked[2], races + 3);
  assert_ptr_equal (r.ranked[3], races + 1);
  assert_ptr_equal (r.ranked[4], races + 0);
  ft_report_release (&r);
  // What frees the memory harms most.
  t->events[4].kind = FT_FREE;
  ft_harms_find (t, &x, harms);
  assert_int_equal (harms[0], FT_HARM_FREE);
  ft_trace_free (t);
}

static bool is_write (const ft_trace *t, ft_id e) {
  return ft_kind_writes (t->events[e].kind) && t->events[e].kind != FT_FREE;
}

// Whether all writes of the pair write the value that was there, or both the
// same one.
static bool all_same (const ft_trace *t, const ft_race *race) {
  const ft_event *a = t->events + race->pair[0], *b = t->events + race->pair[1];
  bool writes = false;
  if (a->kind != FT_READ && b->kind != FT_READ && a->mask == b->mask &&
      (a->kind == FT_WRITE || a->kind == FT_ATOMIC_WRITE) &&
      (b->kind == FT_WRITE || b->kind == FT_ATOMIC_WRITE) &&
      a->flags & b->flags & FT_HAS_VALUE && a->value == b->value)
    return true;
  for (int k = 0; k < 2; k++)
    if (is_write (t, race->pair[k])) {
      writes = true;
      if (!ft_harm_is_same (t, race->pair[k]))
        return false;
    }
  return writes && t->events[race->pair[0]].kind != FT_FREE &&
         t->events[race->pair[1]].kind != FT_FREE;
}

static void one_pass_or_many (void **state) {
  (void)state;
  size_t same = 0, other = 0;
  printf ("seeds from %llu on\n", (unsigned long long)rounds_first ());
  for (uint64_t seed = rounds_first (); seed < rounds_end (300); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 60, o.variables = 2, o.values = 2;
    o.sizes = seed % 2, o.atomics = seed % 3;
    ft_trace *t = ft_random_trace (seed, &o);
    FT_STACK (ft_race) races = {0};
    for (ft_id a = 0; a < t->size; a++)
      for (ft_id b = a + 1; b < t->size; b++)
        if (ft_kind_accesses (t->events[a].kind) &&
            ft_kind_accesses (t->events[b].kind) &&
            (is_write (t, a) || is_write (t, b)))
          FT_PUSH (races, race_of (a, b, t->events[a].target, 0));
    ft_results x = {.races = races.begin, .size = races.size};
    uint8_t *harms = malloc (races.size + 1);
    ft_harms_find (t, &x, harms);
    for (size_t i = 0; i < races.size; i++) {
      bool slow = all_same (t, races.begin + i);
      if (slow != (harms[i] == FT_HARM_SAME))
        fail_msg ("seed %llu, events %u and %u: %s", (unsigned long long)seed,
                  races.begin[i].pair[0], races.begin[i].pair[1],
                  ft_harm_name ((enum ft_harm)harms[i]));
      same += slow;
      other += !slow;
    }
    free (harms);
    FT_RELEASE (races);
    ft_trace_free (t);
  }
  assert_true (!rounds_are_many () || (same > 100 && other > 100));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (each_kind),
      cmocka_unit_test (one_pass_or_many),
  };
  return cmocka_run_group_tests_name ("harm", tests, NULL, NULL);
}
