#include "results/shard.h"

#include <assert.h>

size_t ft_shard_deal (const ft_shard *shard, size_t *order, size_t count) {
  size_t kept = 0;
  if (!shard->of)
    return count;
  assert (shard->number && shard->number <= shard->of);
  for (size_t i = shard->number - 1; i < count; i += shard->of)
    order[kept++] = order[i];
  return kept;
}

static size_t keep_races (ft_results *x, const bool *wanted) {
  size_t kept = 0;
  for (size_t i = 0; i < x->size; i++)
    if (wanted[i])
      x->races[kept++] = x->races[i];
  return kept;
}

static size_t keep_deadlocks (ft_results *x, const bool *wanted) {
  size_t kept = 0;
  for (size_t i = 0; i < x->deadlock_count; i++)
    if (wanted[x->size + i])
      x->deadlocks[kept++] = x->deadlocks[i];
  return kept;
}

static size_t keep_failures (ft_results *x, const bool *wanted) {
  size_t kept = 0;
  for (size_t i = 0; i < x->failure_count; i++)
    if (wanted[x->size + x->deadlock_count + i])
      x->failures[kept++] = x->failures[i];
  return kept;
}

void ft_shard_keep (ft_results *x, const size_t *asked, size_t count) {
  size_t all = x->size + x->deadlock_count + x->failure_count;
  bool *wanted = FT_ARRAY (bool, all);
  for (size_t i = 0; i < count; i++) {
    assert (asked[i] < all);
    wanted[asked[i]] = true;
  }
  size_t failures = keep_failures (x, wanted);
  size_t deadlocks = keep_deadlocks (x, wanted);
  x->size = keep_races (x, wanted);
  x->candidates = x->size;
  x->deadlock_count = deadlocks;
  x->failure_count = failures;
  free (wanted);
}
