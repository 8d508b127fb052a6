// The solver against all assignments: clauses, differences, and the graph
// that must stay acyclic; and that it gives up when told to.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/stack.h"
#include "smt/smt.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"

static enum ft_answer check_and_free (ft_smt *s) {
  enum ft_answer answer = ft_smt_check (s);
  ft_smt_free (s);
  return answer;
}

// ---- terms ---------------------------------------------------------------

static void clauses (void **state) {
  (void)state;
  ft_smt *s = ft_smt_new (0);
  ft_term a = ft_smt_bool (s, false), b = ft_smt_bool (s, true);
  ft_smt_assert (s, ft_smt_or (s, 2, (ft_term[]){a, b}));
  ft_smt_assert (s, ft_smt_not (s, b));
  assert_int_equal (ft_smt_check (s), FT_SAT);
  assert_true (ft_smt_value (s, a));
  assert_false (ft_smt_value (s, b));
  assert_true (ft_smt_value (s, ft_smt_not (s, b)));
  ft_smt_assert (s, ft_smt_not (s, a));
  assert_int_equal (check_and_free (s), FT_UNSAT);
}

static void empty_terms (void **state) {
  (void)state;
  ft_smt *s = ft_smt_new (0);
  ft_smt_assert (s, ft_smt_and (s, 0, NULL));
  ft_smt_assert (s, ft_smt_true (s));
  assert_int_equal (ft_smt_check (s), FT_SAT);
  ft_smt_assert (s, ft_smt_or (s, 0, NULL));
  assert_int_equal (check_and_free (s), FT_UNSAT);
}

// The value of a Boolean that no constraint decides.
static void preferred_values (void **state) {
  (void)state;
  for (int first = 0; first < 2; first++) {
    ft_smt *s = ft_smt_new (0);
    ft_term a[20];
    for (int i = 0; i < 20; i++)
      a[i] = ft_smt_bool (s, i % 2 == first);
    for (int i = 0; i < 20; i += 2)
      ft_smt_assert (s, ft_smt_or (s, 2, a + i));
    assert_int_equal (ft_smt_check (s), FT_SAT);
    for (int i = 0; i < 20; i++)
      assert_int_equal (ft_smt_value (s, a[i]), i % 2 == first);
    ft_smt_free (s);
  }
}

static void differences (void **state) {
  (void)state;
  ft_smt *s = ft_smt_new (0);
  ft_term x = ft_smt_int (s), y = ft_smt_int (s), z = ft_smt_int (s);
  ft_smt_assert (s, ft_smt_less (s, x, y));
  ft_smt_assert (s, ft_smt_less (s, y, z));
  assert_int_equal (ft_smt_check (s), FT_SAT);
  assert_true (ft_smt_number (s, x) < ft_smt_number (s, y));
  assert_true (ft_smt_number (s, y) < ft_smt_number (s, z));
  ft_smt_assert (s, ft_smt_not (s, ft_smt_less (s, x, z)));
  assert_int_equal (check_and_free (s), FT_UNSAT);
}

// ---- the graph -----------------------------------------------------------

static void fixed_edges (void **state) {
  (void)state;
  ft_smt *s = ft_smt_new (0);
  ft_term a = ft_smt_bool (s, true), b = ft_smt_bool (s, false);
  ft_smt_graph (s, 3);
  assert_true (ft_smt_edge (s, 0, 1));
  assert_true (ft_smt_edge (s, 2, 1));
  assert_false (ft_smt_edge (s, 1, 0));
  ft_smt_edge_if (s, a, 1, 0);
  ft_smt_edge_if (s, b, 1, 2);
  assert_int_equal (ft_smt_check (s), FT_SAT);
  assert_false (ft_smt_value (s, a));
  ft_smt_assert (s, ft_smt_or (s, 2, (ft_term[]){a, b}));
  assert_int_equal (check_and_free (s), FT_UNSAT);
}

// ---- random constraints against all assignments --------------------------

enum { MOST = 9, NODES = 5 };

struct literal {
  uint32_t variable;
  bool negated;
};

struct problem {
  ft_rng rng;
  uint32_t variables, nodes, width;
  uint32_t from[MOST], to[MOST];
  bool preferred[MOST];
  FT_STACK (struct literal) literals; // 'width' per clause
  bool fixed[NODES][NODES];
};

static bool satisfies (const struct problem *p, uint32_t assignment) {
  for (size_t i = 0; i < p->literals.size; i += p->width) {
    bool any = false;
    for (uint32_t j = 0; j < p->width; j++) {
      struct literal l = p->literals.begin[i + j];
      any |= (assignment >> l.variable & 1) != l.negated;
    }
    if (!any)
      return false;
  }
  return true;
}

static bool is_acyclic (const struct problem *p, uint32_t assignment) {
  bool reach[NODES][NODES];
  for (uint32_t i = 0; i < NODES; i++)
    for (uint32_t j = 0; j < NODES; j++)
      reach[i][j] = p->fixed[i][j];
  for (uint32_t v = 0; v < p->variables; v++)
    if (assignment >> v & 1)
      reach[p->from[v]][p->to[v]] = true;
  for (uint32_t k = 0; k < NODES; k++)
    for (uint32_t i = 0; i < NODES; i++)
      for (uint32_t j = 0; j < NODES; j++)
        reach[i][j] |= reach[i][k] && reach[k][j];
  for (uint32_t i = 0; i < NODES; i++)
    if (reach[i][i])
      return false;
  return true;
}

static void draw_clauses (struct problem *p) {
  p->width = 1 + ft_rng_below (&p->rng, 3);
  for (uint32_t n = p->width * ft_rng_below (&p->rng, 12); n; n--) {
    struct literal l = {ft_rng_below (&p->rng, p->variables),
                        ft_rng_percent (&p->rng, 30)};
    FT_PUSH (p->literals, l);
  }
}

static struct problem draw_problem (uint64_t seed) {
  struct problem p = {.rng = ft_rng_init (seed)};
  p.variables = 1 + ft_rng_below (&p.rng, MOST);
  p.nodes = 2 + ft_rng_below (&p.rng, NODES - 1);
  for (uint32_t v = 0; v < p.variables; v++) {
    p.from[v] = ft_rng_below (&p.rng, p.nodes);
    p.to[v] = ft_rng_below (&p.rng, p.nodes);
    p.preferred[v] = ft_rng_percent (&p.rng, 50);
  }
  for (uint32_t i = ft_rng_below (&p.rng, 3); i; i--) {
    uint32_t a = ft_rng_below (&p.rng, p.nodes);
    uint32_t b = ft_rng_below (&p.rng, p.nodes);
    if (a < b)
      p.fixed[a][b] = true;
  }
  draw_clauses (&p);
  return p;
}

static void assert_clauses (ft_smt *s, const struct problem *p,
                            const ft_term *terms) {
  for (size_t i = 0; i < p->literals.size; i += p->width) {
    ft_term clause[3];
    for (uint32_t j = 0; j < p->width; j++) {
      struct literal l = p->literals.begin[i + j];
      clause[j] =
          l.negated ? ft_smt_not (s, terms[l.variable]) : terms[l.variable];
    }
    ft_smt_assert (s, ft_smt_or (s, p->width, clause));
  }
}

static ft_smt *build_graph (const struct problem *p, ft_term *terms) {
  ft_smt *s = ft_smt_new (0);
  for (uint32_t v = 0; v < p->variables; v++)
    terms[v] = ft_smt_bool (s, p->preferred[v]);
  assert_clauses (s, p, terms);
  ft_smt_graph (s, p->nodes);
  for (uint32_t i = 0; i < NODES; i++)
    for (uint32_t j = 0; j < NODES; j++)
      if (p->fixed[i][j])
        ft_smt_edge (s, i, j);
  for (uint32_t v = 0; v < p->variables; v++)
    ft_smt_edge_if (s, terms[v], p->from[v], p->to[v]);
  return s;
}

static uint32_t model_of (ft_smt *s, const struct problem *p,
                          const ft_term *terms) {
  uint32_t assignment = 0;
  for (uint32_t v = 0; v < p->variables; v++)
    assignment |= (uint32_t)ft_smt_value (s, terms[v]) << v;
  return assignment;
}

static bool right_answer (ft_smt *s, const struct problem *p,
                          const ft_term *terms, unsigned *sat) {
  bool possible = false;
  for (uint32_t a = 0; a < 1u << p->variables; a++)
    possible |= satisfies (p, a) && is_acyclic (p, a);
  if (ft_smt_check (s) != (possible ? FT_SAT : FT_UNSAT))
    return false;
  *sat += possible;
  uint32_t model = possible ? model_of (s, p, terms) : 0;
  return !possible || (satisfies (p, model) && is_acyclic (p, model));
}

static void random_graphs (void **state) {
  (void)state;
  unsigned sat = 0, all = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (3000); seed++) {
    struct problem p = draw_problem (seed);
    ft_term terms[MOST];
    ft_smt *s = build_graph (&p, terms);
    if (!right_answer (s, &p, terms, &sat))
      fail_msg ("FT_SEED=%llu", (unsigned long long)seed);
    ft_smt_free (s);
    FT_RELEASE (p.literals);
    all++;
  }
  print_message ("# %u of %u satisfiable\n", sat, all);
  assert_true (sat > all / 20 && sat < all - all / 20);
}

// Two solvers with graphs at the same time do not know each other.
static void solvers_side_by_side (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200); seed++) {
    struct problem p = draw_problem (seed), q = draw_problem (seed + 1000000);
    ft_term of_p[MOST], of_q[MOST];
    ft_smt *s = build_graph (&p, of_p), *t = build_graph (&q, of_q);
    unsigned sat = 0;
    if (!right_answer (t, &q, of_q, &sat) || !right_answer (s, &p, of_p, &sat))
      fail_msg ("FT_SEED=%llu", (unsigned long long)seed);
    ft_smt_free (s);
    ft_smt_free (t);
    FT_RELEASE (p.literals);
    FT_RELEASE (q.literals);
  }
}

// The literals are "from < to" of integers; 'assignment' has a digit for each.
static bool satisfies_less (const struct problem *p, uint32_t assignment) {
  uint32_t value[NODES], meaning = 0;
  for (uint32_t i = 0; i < NODES; i++, assignment /= NODES)
    value[i] = assignment % NODES;
  for (uint32_t v = 0; v < p->variables; v++)
    meaning |= (uint32_t)(value[p->from[v]] < value[p->to[v]]) << v;
  return satisfies (p, meaning);
}

static void random_differences (void **state) {
  (void)state;
  unsigned sat = 0, all = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (1000); seed++) {
    struct problem p = draw_problem (seed);
    ft_smt *s = ft_smt_new (0);
    ft_term numbers[NODES], terms[MOST];
    for (int i = 0; i < NODES; i++)
      numbers[i] = ft_smt_int (s);
    for (uint32_t v = 0; v < p.variables; v++)
      terms[v] = ft_smt_less (s, numbers[p.from[v]], numbers[p.to[v]]);
    assert_clauses (s, &p, terms);
    bool possible = false;
    for (uint32_t a = 0; a < NODES * NODES * NODES * NODES * NODES; a++)
      possible = possible || satisfies_less (&p, a);
    enum ft_answer answer = ft_smt_check (s);
    uint32_t model = 0;
    for (uint32_t v = 0; v < p.variables && answer == FT_SAT; v++)
      model |= (uint32_t)(ft_smt_number (s, numbers[p.from[v]]) <
                          ft_smt_number (s, numbers[p.to[v]]))
               << v;
    if (answer != (possible ? FT_SAT : FT_UNSAT) ||
        (possible && !satisfies (&p, model)))
      fail_msg ("FT_SEED=%llu", (unsigned long long)seed);
    sat += possible;
    all++;
    ft_smt_free (s);
    FT_RELEASE (p.literals);
  }
  assert_true (sat > 0 && sat < all);
}

// ---- giving up -----------------------------------------------------------

// One more pigeon than there are holes.
static void put_pigeons (ft_smt *s, int holes) {
  ft_term in[20][20];
  for (int p = 0; p <= holes; p++) {
    for (int h = 0; h < holes; h++)
      in[p][h] = ft_smt_bool (s, false);
    ft_smt_assert (s, ft_smt_or (s, (size_t)holes, in[p]));
  }
  for (int h = 0; h < holes; h++)
    for (int p = 0; p <= holes; p++)
      for (int q = 0; q < p; q++) {
        ft_term apart[2] = {ft_smt_not (s, in[p][h]), ft_smt_not (s, in[q][h])};
        ft_smt_assert (s, ft_smt_or (s, 2, apart));
      }
}

static void a_timeout (void **state) {
  (void)state;
  ft_smt *s = ft_smt_new (0.05);
  put_pigeons (s, 14);
  assert_int_equal (ft_smt_check (s), FT_UNKNOWN);
  assert_true (ft_smt_reason (s)[0] != 0);
  ft_smt_free (s);
  s = ft_smt_new (0);
  put_pigeons (s, 4);
  assert_int_equal (check_and_free (s), FT_UNSAT);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (clauses),
      cmocka_unit_test (empty_terms),
      cmocka_unit_test (preferred_values),
      cmocka_unit_test (differences),
      cmocka_unit_test (fixed_edges),
      cmocka_unit_test (random_graphs),
      cmocka_unit_test (solvers_side_by_side),
      cmocka_unit_test (random_differences),
      cmocka_unit_test (a_timeout),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
