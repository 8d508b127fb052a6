#include "predict/results.h"

const char *ft_verdict_name (enum ft_verdict verdict) {
  switch (verdict) {
  case FT_UNDECIDED:
    return "undecided";
  case FT_CERTIFIED:
    return "certified";
  case FT_REFUTED:
    return "refuted";
  }
  return "?";
}

void ft_results_release (ft_results *results) {
  for (size_t i = 0; i < results->size; i++) {
    free (results->races[i].reason);
    ft_witness_release (&results->races[i].witness);
  }
  for (size_t i = 0; i < results->deadlock_count; i++) {
    free (results->deadlocks[i].reason);
    ft_witness_release (&results->deadlocks[i].witness);
  }
  free (results->races);
  ft_stages_release (&results->stages);
  free (results->deadlocks);
  *results = (ft_results){0};
}

// FNV-1a over strings, each with its NUL.
static uint64_t hash_string (uint64_t hash, const char *s) {
  do
    hash = (hash ^ (unsigned char)*s) * 0x100000001b3ull;
  while (*s++);
  return hash;
}

static uint64_t hash_side (const ft_trace *trace, ft_id event) {
  const ft_event *e = trace->events + event;
  uint64_t hash = hash_string (0xcbf29ce484222325ull, ft_kind_name (e->kind));
  return hash_string (hash,
                      ft_trace_name (trace, FT_CLASS_LOCATION, e->location));
}

// The sides are added, so that it does not matter which came first.
uint64_t ft_race_fingerprint (const ft_trace *trace, const ft_race *race) {
  uint64_t sides =
      hash_side (trace, race->pair[0]) + hash_side (trace, race->pair[1]);
  return hash_string (sides,
                      ft_trace_name (trace, FT_CLASS_VARIABLE, race->variable));
}

uint64_t ft_deadlock_fingerprint (const ft_trace *trace, const ft_deadlock *d) {
  uint64_t sum = d->length;
  for (uint32_t i = 0; i < d->length; i++) {
    const ft_event *e = trace->events + d->acquires[i];
    sum += hash_string (hash_side (trace, d->acquires[i]),
                        ft_trace_name (trace, FT_CLASS_LOCK, e->target));
  }
  return hash_string (sum, "deadlock");
}
