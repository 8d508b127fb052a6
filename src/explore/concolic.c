#include "explore/concolic.h"

#include <assert.h>

#include "explore/concolic_trail.h"
#include "explore/independence.h"

ft_concolic *ft_concolic_new (const ft_trace *trace,
                              ft_concolic_limits limits) {
  ft_concolic *c = FT_NEW (ft_concolic);
  c->trace = trace;
  c->limits = limits;
  c->smt = ft_smt_new_words (NULL, 0, 0);
  c->yes = ft_smt_true (c->smt);
  c->no = ft_smt_false (c->smt);
  ft_concolic_follow (c);
  return c;
}

void ft_concolic_free (ft_concolic *c) {
  if (!c)
    return;
  ft_independence_free (c->independence);
  for (size_t t = 0; t < c->threads.size; t++)
    ft_sym_store_release (c->threads.begin + t);
  FT_RELEASE (c->threads);
  ft_symbolic_memory_release (&c->bytes);
  ft_map_release (&c->input_at);
  FT_RELEASE (c->inputs);
  FT_RELEASE (c->trail);
  FT_RELEASE (c->branches);
  FT_RELEASE (c->concretized);
  ft_smt_free (c->smt);
  free (c);
}

size_t ft_concolic_size (const ft_concolic *c) {
  return c->branches.size;
}

ft_input_branch ft_concolic_branch (const ft_concolic *c, size_t i) {
  assert (i < c->branches.size);
  const ft_path_point *f = c->branches.begin + i;
  return (ft_input_branch){f->event, f->value};
}

size_t ft_concolic_from (const ft_concolic *c, ft_id event) {
  size_t low = 0, high = c->branches.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (c->branches.begin[middle].event < event)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// A flipped branch with two outcomes has the other one.
uint64_t ft_concolic_key (const ft_concolic *c, size_t i, bool flipped) {
  const ft_path_point *f = c->branches.begin + i;
  return ft_path_point_key (c, f, flipped ? !f->value : f->value);
}

uint64_t ft_concolic_concretized_key (const ft_concolic *c, size_t i,
                                      uint64_t value) {
  return ft_path_point_key (c, c->concretized.begin + i, value);
}

size_t ft_concolic_concretized_count (const ft_concolic *c) {
  return c->concretized.size;
}

ft_concretized_value ft_concolic_concretized (const ft_concolic *c, size_t i) {
  const ft_path_point *f = c->concretized.begin + i;
  return (ft_concretized_value){f->event, f->value};
}

size_t ft_concolic_inputs (const ft_concolic *c) {
  return c->inputs.size;
}
