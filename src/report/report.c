#include "report/report.h"
#include "format/reader.h"

#include <stdlib.h>

static int rank (enum ft_verdict verdict) {
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

static int compare_ids (ft_id a, ft_id b) {
  return (a > b) - (a < b);
}

static int compare (const void *left, const void *right) {
  const ft_race *a = *(const ft_race *const *)left;
  const ft_race *b = *(const ft_race *const *)right;
  int order = rank (a->verdict) - rank (b->verdict);
  if (!order)
    order = compare_ids (a->pair[0], b->pair[0]);
  if (!order)
    order = compare_ids (a->pair[1], b->pair[1]);
  return order ? order : compare_ids (a->variable, b->variable);
}

void ft_report_init (ft_report *report, const ft_trace *trace,
                     const ft_results *results, const ft_check_options *options,
                     ft_read_options read) {
  *report = (ft_report){.trace = trace,
                        .results = results,
                        .options = options,
                        .read = read,
                        .model = ft_model_name (options->model)};
  report->ranked = FT_ARRAY (const ft_race *, results->size + 1);
  for (size_t i = 0; i < results->size; i++)
    report->ranked[i] = results->races + i;
  qsort (report->ranked, results->size, sizeof *report->ranked, compare);
}

void ft_report_release (ft_report *report) {
  free (report->ranked);
  *report = (ft_report){0};
}

const char *ft_report_candidates (enum ft_relation relation) {
  return relation == FT_REL_FORK_JOIN ? "hybrid" : ft_relation_name (relation);
}

int ft_report_unordered_by (const ft_race *race,
                            const char *names[FT_REPORT_RELATIONS]) {
  static const enum ft_relation weakest_first[FT_REPORT_RELATIONS] = {
      FT_REL_FORK_JOIN, FT_REL_DC, FT_REL_WCP, FT_REL_HB, FT_REL_SHB};
  int n = 0;
  for (int i = 0; i < FT_REPORT_RELATIONS; i++)
    if (race->unordered_by >> weakest_first[i] & 1)
      names[n++] = ft_report_candidates (weakest_first[i]);
  return n;
}
