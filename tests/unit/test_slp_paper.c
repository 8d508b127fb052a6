// Figures 2 and 3 of Kini, Mathur, Viswanathan 2018 with all sets that their
// Examples 3.4, 3.7 and 4.2 name, the races of both, and knowledge that takes
// several rounds of a loop to arrive.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "grammar/slp_hb.h"
#include "grammar/slp_lockset.h"
#include "trace/tables.h"

enum { X, Y, Z }; // variables
enum { LOCK = 0 };

static uint32_t add (ft_slp *slp, ft_tid t, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = t, e.kind = (uint8_t)kind, e.target = target;
  e.location = (ft_id)slp->terminals.size + 1;
  return FT_SLP_TERMINAL (ft_slp_add (slp, &e));
}

static uint32_t rule (ft_slp *slp, const uint32_t *symbols, size_t count) {
  for (size_t i = 0; i < count; i++)
    ft_slp_item (slp, symbols[i], 1);
  return FT_SLP_RULE (ft_slp_rule (slp));
}

#define RULE(slp, ...)                                                         \
  rule (slp, (const uint32_t[]){__VA_ARGS__},                                  \
        sizeof ((const uint32_t[]){__VA_ARGS__}) / sizeof (uint32_t))

static void check (ft_slp *slp) {
  ft_error error = FT_NO_ERROR;
  assert_true (ft_slp_check (slp, "paper", &error));
}

// ---- what to expect --------------------------------------------------------

enum which { AFTER, BEFORE, AF };

// A set of the paper: After or Before of an access in a rule, or AF of a
// thread.
struct set {
  enum which which;
  uint32_t rule, of; // symbols; AF: a thread
  const char *members;
};

// Threads in order, then 'l' for the lock, in either mode.
static void print_set (const ft_slp_hb *hb, const ft_rule_summary *s,
                       const uint64_t *set, char *to) {
  bool lock = false;
  for (ft_tid t = 0; t < 4; t++)
    for (size_t c = 0; c < s->objects.size; c++) {
      ft_tid thread = ft_slp_hb_thread (hb, s->objects.begin[c]);
      if (ft_bit_has (set, c) && thread == t)
        to += sprintf (to, "%u ", t);
      lock |= ft_bit_has (set, c) && thread == FT_NO_ID;
    }
  strcpy (to, lock ? "l " : "");
}

static void check_flow (const ft_slp_hb *hb, const ft_rule_summary *s,
                        const struct set *x, char *found) {
  uint64_t set[2] = {0};
  for (size_t u = 0; u < s->objects.size; u++)
    for (size_t v = 0; v < s->objects.size; v++)
      if (ft_slp_hb_thread (hb, s->objects.begin[u]) == x->of &&
          ft_bit_has (ft_matrix_column (&s->matrix, v), u))
        ft_bit_add (set, v);
  print_set (hb, s, set, found);
}

static void check_access (const ft_slp_hb *hb, const ft_rule_summary *s,
                          const struct set *x, char *found) {
  for (size_t i = 0; i < s->accesses.size; i++) {
    const struct ft_rule_summary_access *a = s->accesses.begin + i;
    if (ft_slp_hb_terminal (hb, a->access) == ft_slp_number (x->of))
      print_set (hb, s,
                 x->which == AFTER ? ft_rule_summary_after (s, a->after)
                                   : ft_rule_summary_before (s, a->before),
                 found);
  }
}

static void check_set (const ft_slp_hb *hb, const struct set *x) {
  const ft_rule_summary *s = ft_slp_hb_rule (hb, ft_slp_number (x->rule));
  char found[64] = "?";
  (x->which == AF ? check_flow : check_access) (hb, s, x, found);
  assert_string_equal (found, x->members);
}

// Runs happens-before and looks at each rule when it is done; the only pair of
// locations that races has the closest events at 'first' and 'second', if any.
static void check_hb (const ft_slp *slp, const struct set *sets, size_t count,
                      ft_pos first, ft_pos second) {
  ft_tables tables = {0};
  ft_location_ids places = {0};
  const char *why;
  ft_slp_hb *hb =
      ft_slp_hb_new (FT_FILTER_HB, slp, &tables, &places, UINT64_MAX, &why);
  for (uint32_t r = 0; ft_slp_hb_step (hb); r++)
    for (size_t i = 0; i < count; i++)
      if (ft_slp_number (sets[i].rule) == r)
        check_set (hb, sets + i);
  const ft_location_pairs *pairs = ft_slp_hb_pairs (hb);
  assert_int_equal (pairs->list.size, second > 0);
  if (second) {
    assert_int_equal (pairs->list.begin->closest->first.position, first);
    assert_int_equal (pairs->list.begin->closest->second.position, second);
  }
  ft_slp_hb_free (hb);
  ft_location_ids_release (&places);
}

// ---- Figure 2 --------------------------------------------------------------

struct figure2 {
  ft_slp slp;
  uint32_t e[17]; // terminals, by the numbers of the events
  uint32_t A, B, C, D, E, F, G;
};

static struct figure2 figure2 (void) {
  struct figure2 f = {.slp = {{0}}};
  ft_slp *s = &f.slp;
  const struct {
    int event;
    ft_tid thread;
    enum ft_kind kind;
    ft_id target;
  } rows[] = {{1, 1, FT_WRITE, X},      {2, 1, FT_FORK, 2},
              {3, 2, FT_READ, X},       {4, 2, FT_ACQUIRE, LOCK},
              {5, 2, FT_WRITE, Y},      {6, 2, FT_RELEASE, LOCK},
              {7, 1, FT_READ, X},       {8, 1, FT_ACQUIRE, LOCK},
              {9, 1, FT_RELEASE, LOCK}, {10, 1, FT_WRITE, Y},
              {15, 1, FT_JOIN, 2},      {16, 1, FT_WRITE, Y}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    f.e[rows[i].event] = add (s, rows[i].thread, rows[i].kind, rows[i].target);
  f.E = RULE (s, f.e[1], f.e[2]);
  f.F = RULE (s, f.e[3], f.e[4], f.e[5], f.e[6]);
  f.D = RULE (s, f.e[7], f.e[8], f.e[9], f.e[10]);
  f.G = RULE (s, f.e[15], f.e[16]);
  f.C = RULE (s, f.E, f.F);
  f.A = RULE (s, f.C, f.D);
  f.B = RULE (s, f.F, f.G);
  RULE (s, f.A, f.B);
  check (s);
  return f;
}

static void figure_2_has_its_sets (void **state) {
  (void)state;
  struct figure2 f = figure2 ();
  const struct set sets[] = {
      {AFTER, f.E, f.e[1], "1 2 "},
      {AFTER, f.C, f.e[1], "1 2 l "},
      {BEFORE, f.G, f.e[16], "1 2 "},
      {BEFORE, f.B, f.e[16], "1 2 l "},
      {BEFORE, f.F, f.e[3], "2 "},
      {AFTER, f.F, f.e[5], "2 l "},
      {BEFORE, f.D, f.e[10], "1 l "},
      {AFTER, f.F, f.e[3], "2 l "},
      {BEFORE, f.D, f.e[7], "1 "},
      {AFTER, f.A, f.e[10], "1 "},
      {BEFORE, f.B, f.e[5], "2 l "},
      {BEFORE, f.F, f.e[5], "2 l "},
      {AF, f.F, 1, ""},
      {AF, f.F, 2, "2 l "},
  };
  check_hb (&f.slp, sets, sizeof sets / sizeof *sets, 9, 12);
  ft_slp_release (&f.slp);
}

// Violated on x and on y, where happens-before has no race on x.
static void figure_2_violates_the_lockset_discipline (void **state) {
  (void)state;
  struct figure2 f = figure2 ();
  ft_tables tables = {0};
  ft_location_ids places = {0};
  ft_slp_lockset *l = ft_slp_lockset_new (&f.slp, &tables, &places);
  while (ft_slp_lockset_step (l))
    ;
  const ft_location_pairs *pairs = ft_slp_lockset_pairs (l, UINT64_MAX);
  bool violated[3] = {false};
  for (size_t i = 0; i < pairs->list.size; i++)
    violated[pairs->list.begin[i].closest->variable] = true;
  assert_true (violated[X] && violated[Y] && !violated[Z]);
  ft_slp_lockset_free (l);
  ft_location_ids_release (&places);
  ft_slp_release (&f.slp);
}

// ---- Figure 3 --------------------------------------------------------------

struct figure3 {
  ft_slp slp;
  uint32_t e[11];
  uint32_t U, V, W, X, Y, Z;
};

static struct figure3 figure3 (void) {
  struct figure3 f = {.slp = {{0}}};
  ft_slp *s = &f.slp;
  f.e[1] = add (s, 1, FT_READ, X), f.e[2] = add (s, 1, FT_ACQUIRE, LOCK);
  f.e[3] = add (s, 1, FT_WRITE, Y), f.e[4] = add (s, 1, FT_RELEASE, LOCK);
  f.e[5] = add (s, 2, FT_ACQUIRE, LOCK), f.e[6] = add (s, 2, FT_READ, X);
  f.e[7] = add (s, 2, FT_WRITE, Y), f.e[8] = add (s, 2, FT_RELEASE, LOCK);
  f.e[9] = add (s, 2, FT_READ, X), f.e[10] = add (s, 1, FT_WRITE, Z);
  f.W = RULE (s, f.e[1], f.e[2]);
  f.X = RULE (s, f.e[3], f.e[4], f.e[5]);
  f.Y = RULE (s, f.e[6], f.e[7]);
  f.Z = RULE (s, f.e[8], f.e[9], f.e[10]);
  f.U = RULE (s, f.W, f.X);
  f.V = RULE (s, f.Y, f.Z);
  RULE (s, f.U, f.V);
  check (s);
  return f;
}

static void figure_3_has_its_sets (void **state) {
  (void)state;
  struct figure3 f = figure3 ();
  const struct set sets[] = {{AFTER, f.W, f.e[1], "1 "},
                             {AFTER, f.U, f.e[1], "1 2 l "},
                             {BEFORE, f.X, f.e[3], "1 "},
                             {BEFORE, f.U, f.e[3], "1 l "}};
  check_hb (&f.slp, sets, sizeof sets / sizeof *sets, 0, 0);
  ft_slp_release (&f.slp);
}

// OpenAcq (then 'acquired') or OpenRel of a thread in a rule.
static uint64_t count_open (const ft_slp_lockset *l, uint32_t r, ft_tid t,
                            bool acquired) {
  const ft_slp_locks *locks = ft_slp_lockset_rule (l, ft_slp_number (r));
  for (size_t i = 0; i < locks->open.size; i++)
    if (locks->open.begin[i].thread == t)
      return acquired ? locks->open.begin[i].acquired
                      : locks->open.begin[i].released;
  return 0;
}

// Whether the lock is in the lockset of an access, in a rule.
static bool is_held (const ft_slp_lockset *l, uint32_t r, uint32_t terminal) {
  const ft_slp_locks *locks = ft_slp_lockset_rule (l, ft_slp_number (r));
  uint32_t n = 0;
  for (size_t i = 0; i < locks->held.size; i++)
    if (locks->held.begin[i].terminal == ft_slp_number (terminal))
      ft_lock_set_elements (ft_slp_lockset_sets (l), locks->held.begin[i].held,
                            &n);
  return n;
}

static void check_open (const ft_slp_lockset *l, const struct figure3 *f,
                        uint32_t r) {
  for (ft_tid t = 1; t <= 2; t++) {
    bool acquires =
        (r == f->W && t == 1) || (r == f->X && t == 2) || (r == f->U && t == 2);
    bool releases =
        (r == f->X && t == 1) || (r == f->Z && t == 2) || (r == f->V && t == 2);
    assert_int_equal (count_open (l, r, t, true), acquires);
    assert_int_equal (count_open (l, r, t, false), releases);
  }
}

static void check_held (const ft_slp_lockset *l, const struct figure3 *f,
                        uint32_t r) {
  if (r == f->W || r == f->U)
    assert_false (is_held (l, r, f->e[1]));
  if (r == f->X || r == f->U)
    assert_true (is_held (l, r, f->e[3]));
  if (r == f->Y)
    assert_false (is_held (l, r, f->e[6]) || is_held (l, r, f->e[7]));
  if (r == f->V)
    assert_true (is_held (l, r, f->e[7]) && !is_held (l, r, f->e[9]));
}

static void example_4_2_has_its_counts_and_locksets (void **state) {
  (void)state;
  struct figure3 f = figure3 ();
  ft_tables tables = {0};
  ft_location_ids places = {0};
  ft_slp_lockset *l = ft_slp_lockset_new (&f.slp, &tables, &places);
  for (uint32_t r = 0; ft_slp_lockset_step (l) && r < 6; r++) {
    check_open (l, &f, FT_SLP_RULE (r));
    check_held (l, &f, FT_SLP_RULE (r));
  }
  assert_int_equal (ft_slp_lockset_pairs (l, UINT64_MAX)->list.size, 0);
  ft_slp_lockset_free (l);
  ft_location_ids_release (&places);
  ft_slp_release (&f.slp);
}

// ---- loops -----------------------------------------------------------------

// Thread 1 writes x and gives lock 1 back.  Each round, from the last thread
// to the first one, thread t takes lock t-1 and gives lock t back, so that
// after k rounds threads up to k+1 know of the write.  Then thread 5 writes x.
static void check_chain (uint64_t rounds, bool races) {
  enum { LAST = 5 };
  ft_slp slp = {0};
  uint32_t w = add (&slp, 1, FT_WRITE, X);
  uint32_t lock[] = {add (&slp, 1, FT_ACQUIRE, 1),
                     add (&slp, 1, FT_RELEASE, 1)};
  for (ft_tid t = LAST; t > 1; t--)
    for (ft_id l = t - 1; l <= t; l++) {
      ft_slp_item (&slp, add (&slp, t, FT_ACQUIRE, l), 1);
      ft_slp_item (&slp, add (&slp, t, FT_RELEASE, l), 1);
    }
  uint32_t body = FT_SLP_RULE (ft_slp_rule (&slp));
  uint32_t last = add (&slp, LAST, FT_WRITE, X);
  ft_slp_item (&slp, w, 1);
  ft_slp_item (&slp, lock[0], 1);
  ft_slp_item (&slp, lock[1], 1);
  ft_slp_item (&slp, body, rounds);
  ft_slp_item (&slp, last, 1);
  ft_slp_rule (&slp);
  check (&slp);
  check_hb (&slp, NULL, 0, 0, races ? ft_slp_length (&slp) - 1 : 0);
  ft_slp_release (&slp);
}

static void knowledge_takes_its_rounds (void **state) {
  (void)state;
  for (uint64_t rounds = 1; rounds < 10; rounds++)
    check_chain (rounds, rounds < 4);
  check_chain (UINT64_C (1000000000000000), false);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (figure_2_has_its_sets),
      cmocka_unit_test (figure_2_violates_the_lockset_discipline),
      cmocka_unit_test (figure_3_has_its_sets),
      cmocka_unit_test (example_4_2_has_its_counts_and_locksets),
      cmocka_unit_test (knowledge_takes_its_rounds),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
