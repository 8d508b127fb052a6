#include "results/stages.h"

#include <assert.h>
#include <string.h>

const char *ft_certify_stage_name (enum ft_certify_stage stage) {
  static const char *const names[] = {
#define S(NAME, text) text,
      FT_CERTIFY_STAGES (S)
#undef S
  };
  return names[stage];
}

const char *ft_cause_name (enum ft_cause cause) {
  static const char *const names[] = {
#define C(NAME, text, words) text,
      FT_CAUSES (C)
#undef C
  };
  return names[cause];
}

const char *ft_cause_words (enum ft_cause cause) {
  static const char *const all[] = {
#define C(NAME, text, words) words,
      FT_CAUSES (C)
#undef C
  };
  return all[cause];
}

void ft_cost_add (ft_cost *to, const ft_cost *cost) {
  for (int s = 0; s < FT_CERTIFY_STAGE_COUNT; s++) {
    to->seconds[s] += cost->seconds[s];
    to->tried[s] |= cost->tried[s];
  }
  to->lost += cost->lost;
}

void ft_certify_stages_release (ft_certify_stages *stages) {
  for (int s = 0; s < FT_CERTIFY_STAGE_COUNT; s++)
    FT_RELEASE (stages->stage[s].seconds);
  *stages = (ft_certify_stages){0};
}

void ft_certify_stages_add (ft_certify_stages *stages, const char *decided_by,
                            enum ft_cause cause, const ft_cost *cost) {
  double sum = cost->lost;
  for (int s = 0; s < FT_CERTIFY_STAGE_COUNT; s++) {
    struct ft_certify_stage_costs *stage = stages->stage + s;
    if (cost->tried[s])
      FT_PUSH (stage->seconds, cost->seconds[s]);
    stage->decided +=
        decided_by &&
        !strcmp (decided_by, ft_certify_stage_name ((enum ft_certify_stage)s));
    sum += cost->seconds[s];
  }
  if (decided_by)
    return;
  stages->undecided++;
  stages->causes[cause]++;
  stages->undecided_seconds += sum;
}

double ft_certify_stages_total (const ft_certify_stages *stages,
                                enum ft_certify_stage s) {
  double sum = 0;
  for (size_t i = 0; i < stages->stage[s].seconds.size; i++)
    sum += stages->stage[s].seconds.begin[i];
  return sum;
}

static int compare (const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double ft_certify_stages_quantile (const ft_certify_stages *stages,
                                   enum ft_certify_stage s, double share) {
  size_t n = stages->stage[s].seconds.size;
  assert (share >= 0 && share <= 1);
  if (!n)
    return 0;
  double *sorted = FT_ARRAY (double, n);
  memcpy (sorted, stages->stage[s].seconds.begin, n * sizeof *sorted);
  qsort (sorted, n, sizeof *sorted, compare);
  size_t rank = (size_t)(share * (double)n);
  if ((double)rank < share * (double)n)
    rank++;
  double value = sorted[rank ? rank - 1 : 0];
  free (sorted);
  return value;
}
