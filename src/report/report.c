#include "report/report.h"
#include "format/reader.h"
#include "report/harm.h"
#include "report/missing_lock.h"
#include "report/race_kind.h"

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

// A race with what it is ranked by.
typedef struct ranking {
  const ft_race *race;
  enum ft_funnel_stage stage;
  enum ft_harm harm;
} ranking;

// Impossible pairs are ranked by position alone.
static ranking ranking_of (const ft_race *race, enum ft_harm harm) {
  enum ft_funnel_stage stage = ft_funnel_stage_of (race->unordered_by);
  if (race->verdict == FT_REFUTED)
    return (ranking){race, FT_FUNNEL_HB, FT_HARM_VALUE};
  if (race->verdict == FT_CERTIFIED && race->model != FT_MODEL_MCM)
    stage = race->model == FT_MODEL_VALUE ? FT_FUNNEL_VALUE : FT_FUNNEL_PATH;
  return (ranking){race, stage, harm};
}

static int compare (const void *left, const void *right) {
  const ranking *p = left, *q = right;
  const ft_race *a = p->race, *b = q->race;
  int order = rank (a->verdict) - rank (b->verdict);
  if (!order)
    order = (int)p->stage - (int)q->stage;
  if (!order)
    order = (int)p->harm - (int)q->harm;
  if (!order)
    order = compare_ids (a->pair[0], b->pair[0]);
  if (!order)
    order = compare_ids (a->pair[1], b->pair[1]);
  return order ? order : compare_ids (a->variable, b->variable);
}

static void rank_races (ft_report *r) {
  size_t n = r->results->size;
  uint8_t *harms = FT_ARRAY (uint8_t, n);
  ranking *list = FT_ARRAY (ranking, n);
  ft_harms_find (r->trace, r->results, harms);
  for (size_t i = 0; i < n; i++)
    list[i] = ranking_of (r->results->races + i, (enum ft_harm)harms[i]);
  if (n)
    qsort (list, n, sizeof *list, compare);
  r->ranked = FT_ARRAY (const ft_race *, n + 1);
  r->harms = FT_ARRAY (uint8_t, n + 1);
  for (size_t i = 0; i < n; i++) {
    r->ranked[i] = list[i].race;
    r->harms[i] = harms[list[i].race - r->results->races];
  }
  free (list);
  free (harms);
}

// Races that were not tried, or without consequences asked for, stand between
// those with a difference and those without; uses of freed memory that were not
// tried stand right behind those that were seen.
static int consequence_rank (const ft_trace *t, const ft_race *race) {
  const ft_consequence *c = &race->consequence;
  enum ft_consequence_class class =
      c->known ? c->class : FT_CONSEQUENCE_NOT_TRIED;
  return c->known && class == FT_CONSEQUENCE_NOT_TRIED &&
                 ft_race_kind_of (t, race->pair) != FT_RACE_KIND_DATA_RACE
             ? 2 * (int)FT_CONSEQUENCE_MEMORY + 1
             : 2 * (int)class;
}

static int compare_shown (const void *left, const void *right) {
  const size_t *a = left, *b = right;
  int order = (a[0] > b[0]) - (a[0] < b[0]);
  return order ? order : (a[1] > b[1]) - (a[1] < b[1]);
}

// Certified races by consequence; the numbers stay those of the ranks, since
// other commands find them without running the program.
static void order_shown (ft_report *r) {
  size_t n = r->results->size;
  typedef size_t key[2];
  key *keys = FT_ARRAY (key, n + 1);
  r->shown = FT_ARRAY (size_t, n + 1);
  for (size_t i = 0; i < n; i++) {
    keys[i][0] = i < r->results->certified
                     ? (size_t)consequence_rank (r->trace, r->ranked[i])
                     : SIZE_MAX;
    keys[i][1] = i;
  }
  if (n)
    qsort (keys, n, sizeof *keys, compare_shown);
  for (size_t i = 0; i < n; i++)
    r->shown[i] = keys[i][1];
  free (keys);
}

static bool is_asked (const ft_report *r, const ft_consequence *c) {
  return !r->fail_on || !c->known || r->fail_on >> c->class & 1;
}

size_t ft_report_not_counted (const ft_report *r) {
  ft_report all = *r;
  size_t n = 0;
  all.fail_on = 0;
  for (size_t i = 0; i < r->results->size; i++) {
    const ft_race *race = r->results->races + i;
    n += race->consequence.known &&
         race->consequence.class == FT_CONSEQUENCE_NOT_TRIED &&
         ft_report_fails (&all, race) && !ft_report_fails (r, race);
  }
  return n;
}

bool ft_report_fails (const ft_report *r, const ft_race *race) {
  return race->verdict == FT_CERTIFIED && !race->known && !race->suppressed &&
         is_asked (r, &race->consequence);
}

bool ft_report_fails_deadlock (const ft_report *r, const ft_deadlock *d) {
  return d->verdict == FT_CERTIFIED && !d->known && !d->suppressed &&
         (!r->fail_on || r->fail_on >> FT_CONSEQUENCE_HANG & 1);
}

// What a failure does is known without continuations.
bool ft_report_fails_failure (const ft_report *r, const ft_failure *f) {
  return f->verdict == FT_CERTIFIED && !f->known && !f->suppressed &&
         (!r->fail_on || r->fail_on & ft_consequences_of_failure (f->kind));
}

void ft_report_init (ft_report *report, const ft_trace *trace,
                     const ft_results *results, const ft_check_options *options,
                     ft_read_options read) {
  *report =
      (ft_report){.trace = trace,
                  .results = results,
                  .options = options,
                  .read = read,
                  .model = ft_model_name (options->model),
                  .memory_option = ft_check_memory_option (options, trace)};
  rank_races (report);
  order_shown (report);
  ft_missing_locks_find (report);
}

void ft_report_release (ft_report *report) {
  free (report->ranked);
  free (report->harms);
  free (report->entries);
  free (report->missing_locks);
  free (report->shown);
  *report = (ft_report){0};
}

const char *ft_report_candidates (enum ft_relation relation) {
  return relation == FT_REL_FORK_JOIN ? "hybrid" : ft_relation_name (relation);
}

const char *ft_report_assume_option (const ft_report *r) {
  return r->read.independent ? " --assume-unrecorded independent" : "";
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
