#include "results/results.h"

#include <string.h>

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

int ft_verdict_rank (enum ft_verdict verdict) {
  switch (verdict) {
  case FT_CERTIFIED:
    return 0;
  case FT_UNDECIDED:
    return 1;
  case FT_REFUTED:
    return 2;
  }
  return 3;
}

const char *ft_replay_failure_name (enum ft_replay_failure miss) {
  static const char *const names[] = {
#define M(NAME, text) text,
      FT_REPLAY_FAILURES (M)
#undef M
  };
  return names[miss];
}

size_t ft_results_left_open (const ft_results *x, size_t by[FT_CAUSE_COUNT]) {
  size_t n = 0;
  memset (by, 0, FT_CAUSE_COUNT * sizeof *by);
  for (size_t i = 0; i < x->size; i++)
    if (x->races[i].verdict == FT_REFUTED && x->races[i].left_open) {
      by[x->races[i].open_cause]++;
      n++;
    }
  return n;
}

void ft_results_set_truncated (ft_results *x) {
  x->truncated = ft_phases_miss_races (&x->phases);
  x->deadlocks_truncated = ft_phases_miss_deadlocks (&x->phases);
  x->interrupted = ft_phases_cut_by (&x->phases, FT_TRUNCATION_INTERRUPT);
  x->out_of_budget = ft_phases_cut_by (&x->phases, FT_TRUNCATION_TIME);
}

void ft_results_release (ft_results *results) {
  for (size_t i = 0; i < results->size; i++) {
    free (results->races[i].reason);
    free (results->races[i].replayed.why);
    ft_consequence_release (&results->races[i].consequence);
    ft_witness_release (&results->races[i].witness);
  }
  for (size_t i = 0; i < results->deadlock_count; i++) {
    free (results->deadlocks[i].reason);
    free (results->deadlocks[i].replayed.why);
    ft_witness_release (&results->deadlocks[i].witness);
  }
  for (size_t i = 0; i < results->failure_count; i++) {
    free (results->failures[i].reason);
    free (results->failures[i].seen);
    free (results->failures[i].replayed.why);
    ft_witness_release (&results->failures[i].witness);
  }
  free (results->failures);
  free (results->races);
  ft_certify_stages_release (&results->stages);
  free (results->deadlocks);
  *results = (ft_results){0};
}

const char *ft_failure_said (const ft_trace *t, enum ft_failure_kind kind,
                             ft_id fails) {
  const ft_event *e = t->events + fails;
  enum ft_mark mark = ft_event_fails (e) ? (enum ft_mark)e->value : FT_MARK_SKIP;
  return mark == FT_MARK_EXIT       ? "exit with a status that is not 0"
         : mark == FT_MARK_THROW    ? "uncaught exception"
         : mark == FT_MARK_OVERFLOW ? "trap of an overflow"
                                    : ft_failure_words (kind);
}
