// Powers of boolean matrices against products one by one, and the closure that
// a loop comes to.
//
// TRACES=n in the environment runs n random matrices.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "grammar/slp_matrix.h"
#include "tests/model/rng.h"

static bool flows (const ft_matrix *m, size_t u, size_t v) {
  return ft_bit_has (ft_matrix_column (m, v), u);
}

// By the definition: from u to v in the one and then the other.
static ft_matrix times (const ft_matrix *a, const ft_matrix *b) {
  ft_matrix m = ft_matrix_zero (a->size);
  for (size_t u = 0; u < a->size; u++)
    for (size_t v = 0; v < a->size; v++)
      for (size_t w = 0; w < a->size; w++)
        if (flows (a, u, w) && flows (b, w, v))
          ft_bit_add (ft_matrix_column (&m, v), u);
  return m;
}

static ft_matrix random_matrix (ft_rng *rng) {
  ft_matrix m = ft_matrix_zero (1 + ft_rng_below (rng, 90));
  unsigned own = ft_rng_below (rng, 101);
  for (size_t v = 0; v < m.size; v++) {
    if (ft_rng_percent (rng, own))
      ft_bit_add (ft_matrix_column (&m, v), v);
    for (uint32_t n = ft_rng_below (rng, 3); n; n--)
      ft_bit_add (ft_matrix_column (&m, v),
                  ft_rng_below (rng, (uint32_t)m.size));
  }
  return m;
}

static void powers_are_products (void **state) {
  (void)state;
  uint64_t n = getenv ("TRACES") ? strtoull (getenv ("TRACES"), NULL, 10) : 30;
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_matrix m = random_matrix (&rng), expected = ft_matrix_power (&m, 1);
    for (uint64_t k = 1; k < 20; k++) {
      ft_matrix power = ft_matrix_power (&m, k), next;
      if (memcmp (power.bits, expected.bits, m.size * m.words * 8))
        fail_msg ("seed %llu: power %llu", (unsigned long long)seed,
                  (unsigned long long)k);
      next = times (&expected, &m);
      ft_matrix_release (&expected);
      ft_matrix_release (&power);
      expected = next;
    }
    ft_matrix_release (&expected);
    ft_matrix_release (&m);
  }
}

// A ring hands on one step each time: after 99 times everything is known, and
// 10^18 times are no more work.
static void a_long_loop_comes_to_its_closure (void **state) {
  (void)state;
  ft_matrix m = ft_matrix_zero (100);
  for (size_t v = 0; v < m.size; v++) {
    ft_bit_add (ft_matrix_column (&m, v), v);
    ft_bit_add (ft_matrix_column (&m, (v + 1) % m.size), v);
  }
  ft_matrix few = ft_matrix_power (&m, 98), all = ft_matrix_power (&m, 99);
  ft_matrix many = ft_matrix_power (&m, UINT64_MAX / 3);
  for (size_t u = 0; u < m.size; u++)
    for (size_t v = 0; v < m.size; v++) {
      assert_int_equal (flows (&few, u, v), (u + m.size - 1) % m.size != v);
      assert_true (flows (&all, u, v) && flows (&many, u, v));
    }
  ft_matrix_release (&few);
  ft_matrix_release (&all);
  ft_matrix_release (&many);
  ft_matrix_release (&m);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (powers_are_products),
      cmocka_unit_test (a_long_loop_comes_to_its_closure),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
