// The order of accesses of two iterations of a simd loop (candidate/lane_order.h)
// against its definition: random bodies whose statements two lanes execute together,
// each statement, and each round of a loop, before the next one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "candidate/lane_order.h"
#include "tests/unit/rounds.h"

enum { LANES = 2, MOST_INNER = 3, MOST_STEPS = 3, MOST_NODES = 500, MOST = 20000 };

// ---- bodies ----------------------------------------------------------------

typedef struct node {
  enum { ACCESS, CALL, PART, LOOP } kind;
  ft_id site;
  bool of[LANES];         // PART: whether the lane executes it
  unsigned rounds[LANES]; // LOOP
  bool tests;             // LOOP: a round begins with a test, which the last one fails
  unsigned steps[LANES];  // CALL: accesses
  ft_id own[LANES][MOST_STEPS];
  unsigned inner;
  struct node *begin[MOST_INNER];
} node;

static node nodes[MOST_NODES];
static unsigned used;

static unsigned below (unsigned n) {
  return (unsigned)rand () % n;
}

static node *make (unsigned depth) {
  node *n = nodes + used++;
  *n = (node){.kind = depth < 4 ? below (4) : below (2), .site = used};
  for (unsigned lane = 0; lane < LANES; lane++) {
    n->of[lane] = below (2);
    n->rounds[lane] = below (4);
    n->steps[lane] = below (MOST_STEPS + 1);
    for (unsigned k = 0; k < MOST_STEPS; k++)
      n->own[lane][k] = 1000 + below (2);
  }
  n->tests = below (2);
  n->inner = n->kind < PART ? 0 : 1 + below (MOST_INNER);
  for (unsigned k = 0; k < n->inner; k++)
    n->begin[k] = make (depth + 1);
  return n;
}

// ---- two lanes together ----------------------------------------------------

typedef struct access {
  unsigned time;
  const node *call; // or NULL
  unsigned step;
  ft_lane_place place;
} access;

static struct lane {
  access all[MOST];
  unsigned count;
} lanes[LANES];
static unsigned now;

static void make_access (unsigned lane, access a) {
  assert_true (lanes[lane].count < MOST);
  lanes[lane].all[lanes[lane].count++] = a;
}

static void execute (const node *n, const bool *of);

static void execute_inner (const node *n, const bool *of) {
  for (unsigned k = 0; k < n->inner; k++)
    execute (n->begin[k], of);
}

static void execute_loop (const node *n, const bool *of) {
  for (unsigned k = 0; k < 4; k++) {
    bool go_on[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
      go_on[lane] = of[lane] && k < n->rounds[lane];
    execute_inner (n, go_on);
  }
}

static void execute (const node *n, const bool *of) {
  bool part[LANES];
  now++;
  for (unsigned lane = 0; lane < LANES; lane++) {
    part[lane] = of[lane] && n->of[lane];
    if (of[lane] && n->kind == ACCESS)
      make_access (lane, (access){.time = now});
    for (unsigned k = 0; of[lane] && n->kind == CALL && k < n->steps[lane]; k++)
      make_access (lane, (access){.time = now, .call = n, .step = k});
  }
  if (n->kind == PART)
    execute_inner (n, part);
  if (n->kind == LOOP)
    execute_loop (n, of);
}

// Whether the accesses of a call up to the second lane's are the first lane's, too.
static bool went_alike (const access *a, const access *b) {
  for (unsigned k = 0; a->call && k <= b->step; k++)
    if (k > a->step || a->call->own[0][k] != a->call->own[1][k])
      return false;
  return true;
}

// ---- one after the other, with marks ---------------------------------------

static void follow (ft_lane_order *o, const node *n, unsigned lane,
                    unsigned depth);

static void follow_inner (ft_lane_order *o, const node *n, unsigned lane,
                          unsigned depth) {
  for (unsigned k = 0; k < n->inner; k++)
    follow (o, n->begin[k], lane, depth);
}

static void follow_loop (ft_lane_order *o, const node *n, unsigned lane,
                         unsigned depth) {
  uint64_t mark = (uint64_t)n->site << 8 | (depth + 1);
  for (unsigned k = 0; k < n->rounds[lane]; k++) {
    ft_lane_order_round (o, mark, n->site);
    follow_inner (o, n, lane, depth + 1);
  }
  if (n->tests)
    ft_lane_order_round (o, mark, n->site);
  if (n->tests || n->rounds[lane])
    ft_lane_order_round (o, depth, n->site);
}

static void follow (ft_lane_order *o, const node *n, unsigned lane,
                    unsigned depth) {
  struct lane *l = lanes + lane;
  if (n->kind == ACCESS)
    l->all[l->count++].place = ft_lane_order_add (o, n->site, n->site);
  for (unsigned k = 0; n->kind == CALL && k < n->steps[lane]; k++)
    l->all[l->count++].place = ft_lane_order_add (o, n->site, n->own[lane][k]);
  if (n->kind == PART && n->of[lane])
    follow_inner (o, n, lane, depth);
  if (n->kind == LOOP)
    follow_loop (o, n, lane, depth);
}

// ---- the comparison --------------------------------------------------------

static void compare (const ft_lane_order *o, unsigned seed) {
  for (unsigned i = 0; i < lanes[0].count && i < 200; i++)
    for (unsigned k = 0; k < lanes[1].count && k < 200; k++) {
      const access *a = lanes[0].all + i, *b = lanes[1].all + k;
      bool expected =
          b->time < a->time || (b->time == a->time && went_alike (a, b));
      if (ft_lane_order_reverses (o, &a->place, &b->place) != expected)
        fail_msg ("FT_SEED=%u: access %u of the first lane, %u of the second one",
                  seed, i, k);
    }
}

static void places_are_in_the_order_of_lanes (void **state) {
  (void)state;
  unsigned accesses = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (1000); seed++) {
    srand ((unsigned)seed);
    used = now = lanes[0].count = lanes[1].count = 0;
    ft_lane_order o = {0};
    const node *body = make (0);
    execute (body, (bool[LANES]){true, true});
    for (unsigned lane = 0; lane < LANES; lane++) {
      lanes[lane].count = 0;
      ft_lane_order_iteration (&o);
      follow (&o, body, lane, 0);
      accesses += lanes[lane].count;
    }
    assert_false (o.broken);
    compare (&o, (unsigned)seed);
    ft_lane_order_release (&o);
  }
  assert_true (accesses || !rounds_are_many ());
}

// Sites of one round that are not in the order of the code.
static void another_order_compares_nothing (void **state) {
  (void)state;
  ft_lane_order o = {0};
  ft_lane_order_iteration (&o);
  ft_lane_place a = ft_lane_order_add (&o, 3, 3);
  ft_lane_order_iteration (&o);
  ft_lane_place b = ft_lane_order_add (&o, 2, 2);
  assert_true (ft_lane_order_reverses (&o, &a, &b));
  ft_lane_order_add (&o, 1, 1);
  assert_false (ft_lane_order_reverses (&o, &a, &b));
  ft_lane_order_release (&o);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (places_are_in_the_order_of_lanes),
      cmocka_unit_test (another_order_compares_nothing)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
