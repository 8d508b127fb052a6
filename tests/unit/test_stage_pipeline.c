// The pipeline: every stage processes all items in order, after the stage
// before, and never more than the slots at once; with random stages, numbers
// of slots, threads and items.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "order/stage_pipeline.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"

enum { MOST_STAGES = 9, MOST_SLOTS = 6 };

struct board;

struct marker {
  struct board *board;
  size_t stage;
  uint64_t next;
};

// Each stage leaves its mark in the slot of an item; no lock protects them.
struct board {
  size_t stages, slots;
  uint64_t items;
  uint64_t marks[MOST_SLOTS][MOST_STAGES]; // number of the item + 1
  struct marker markers[MOST_STAGES];
  ft_pipeline_stage list[MOST_STAGES];
  uint64_t wrong, sum;
};

// Work of a random length, so that stages overtake each other.
static uint64_t dawdle (uint64_t seed) {
  uint64_t x = seed + 1;
  for (uint64_t n = seed * 2654435761u % 3000; n; n--)
    x = x * 6364136223846793005u + 1;
  return x;
}

static bool has_marks (const struct board *b, size_t stage, uint64_t item) {
  const uint64_t *marks = b->marks[item % b->slots];
  const ft_pipeline_stage *of = b->list + stage;
  bool all = of->after == FT_PIPELINE_ALL;
  size_t first = all ? 0 : of->after - of->also;
  for (size_t s = first; s < (all ? stage : of->after + 1); s++)
    if (marks[s] != item + 1)
      return false;
  return true;
}

static bool mark (void *context, uint64_t item) {
  struct marker *m = context;
  struct board *b = m->board;
  if (!m->stage && item == b->items)
    return false;
  uint64_t before = item < b->slots ? 0 : item - b->slots + 1;
  bool fine = item == m->next++ &&
              b->marks[item % b->slots][m->stage] == before &&
              (!m->stage || has_marks (b, m->stage, item));
  for (size_t s = 0; s < b->stages && !m->stage; s++)
    fine &= b->marks[item % b->slots][s] == before;
  volatile uint64_t x = dawdle (item * b->stages + m->stage);
  (void)x;
  b->marks[item % b->slots][m->stage] = item + 1;
  if (!fine)
    __atomic_fetch_add (&b->wrong, 1, __ATOMIC_RELAXED);
  return true;
}

static void run_random_pipeline (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  struct board *b = FT_NEW (struct board);
  b->stages = 1 + ft_rng_below (&rng, MOST_STAGES);
  b->slots = 1 + ft_rng_below (&rng, MOST_SLOTS);
  b->items = ft_rng_below (&rng, 200);
  for (size_t s = 0; s < b->stages; s++) {
    size_t after =
        s && ft_rng_below (&rng, 3) ? ft_rng_below (&rng, s) : FT_PIPELINE_ALL;
    b->markers[s] = (struct marker){b, s, 0};
    size_t also = after == FT_PIPELINE_ALL ? 0 : ft_rng_below (&rng, after + 1);
    b->list[s] =
        (ft_pipeline_stage){mark, b->markers + s, after, "board", "mark", also};
  }
  ft_pipeline_run (b->list, b->stages, b->slots,
                   1 + (unsigned)ft_rng_below (&rng, 7));
  for (size_t s = 0; s < b->stages; s++)
    if (b->markers[s].next != b->items || b->wrong)
      fail_msg ("seed %llu: stage %zu", (unsigned long long)seed, s);
  free (b);
}

static void stages_take_items_in_order (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (300); seed++)
    run_random_pipeline (seed);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (stages_take_items_in_order),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
