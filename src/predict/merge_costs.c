// The costs in a results document, for 'predict/merge.h'.  A shard has the cost
// of each candidate ("shard": "seconds"); the results of a whole check have
// only sums and quantiles, of which the sum is used.

#include "predict/merge_part.h"

#include <string.h>

static bool refuse (ft_merge_part *p, const char *what) {
  ft_error_set (p->error, FT_EXIT_BAD_INPUT, "%s: expected %s", p->path, what);
  return false;
}

static bool read_count (const json_t *object, const char *name, size_t *to) {
  const json_t *value = json_object_get (object, name);
  if (!json_is_integer (value) || json_integer_value (value) < 0)
    return false;
  *to += (size_t)json_integer_value (value);
  return true;
}

// ---- stages ----------------------------------------------------------------

// Without a list the first candidate gets the sum, the others get zero.
static void spread_sum (struct ft_certify_stage_costs *stage,
                        const json_t *value, size_t tried) {
  double sum = json_number_value (json_object_get (value, "seconds"));
  for (size_t i = 0; i < tried; i++)
    FT_PUSH (stage->seconds, i ? 0 : sum);
}

static bool read_stage (struct ft_certify_stage_costs *stage,
                        const json_t *value, const json_t *list) {
  size_t tried = 0;
  if (!read_count (value, "decided", &stage->decided) ||
      !read_count (value, "tried", &tried))
    return false;
  if (list && json_array_size (list) != tried)
    return false;
  for (size_t i = 0; list && i < tried; i++)
    FT_PUSH (stage->seconds, json_number_value (json_array_get (list, i)));
  if (!list && tried <= 1u << 24)
    spread_sum (stage, value, tried);
  return true;
}

static bool read_causes (ft_certify_stages *x, const json_t *undecided) {
  const json_t *causes = json_object_get (undecided, "causes");
  for (int c = 0; c < FT_CAUSE_COUNT; c++) {
    const char *name = ft_cause_name ((enum ft_cause)c);
    if (json_object_get (causes, name) &&
        !read_count (causes, name, x->causes + c))
      return false;
  }
  x->undecided_seconds +=
      json_number_value (json_object_get (undecided, "seconds"));
  return read_count (undecided, "candidates", &x->undecided);
}

static bool read_stages (ft_certify_stages *x, const json_t *summary,
                         const json_t *lists) {
  const json_t *stages = json_object_get (summary, "stages");
  for (int s = 0; s < FT_CERTIFY_STAGE_COUNT; s++) {
    const char *name = ft_certify_stage_name ((enum ft_certify_stage)s);
    if (!read_stage (x->stage + s, json_object_get (stages, name),
                     json_object_get (lists, name)))
      return false;
  }
  return read_causes (x, json_object_get (stages, "undecided"));
}

// ---- phases ----------------------------------------------------------------

static int phase_of (const char *name) {
  for (int p = 0; name && p < FT_PHASE_COUNT; p++)
    if (!strcmp (name, ft_phase_name ((enum ft_phase)p)))
      return p;
  return -1;
}

static enum ft_truncation truncation_of (const char *name) {
  static const enum ft_truncation all[] = {
      FT_TRUNCATION_LIMIT, FT_TRUNCATION_CLASSES, FT_TRUNCATION_TIME,
      FT_TRUNCATION_SHARE, FT_TRUNCATION_INTERRUPT};
  for (size_t i = 0; name && i < sizeof all / sizeof *all; i++)
    if (!strcmp (name, ft_truncation_name (all[i])))
      return all[i];
  return FT_TRUNCATION_NONE;
}

// Adds the end of a phase.  Each shard certifies its own candidates and failures,
// whose numbers are added up.  All shards do the other phases alike, so that the
// shard that got least far counts.
static bool read_phase (ft_phase_ends *ends, const json_t *value) {
  int phase = phase_of (json_string_value (json_object_get (value, "phase")));
  enum ft_truncation cut =
      truncation_of (json_string_value (json_object_get (value, "by")));
  size_t done = 0;
  json_int_t total = json_integer_value (json_object_get (value, "total"));
  if (phase < 0 || !cut || !read_count (value, "done", &done) || total < 0)
    return false;
  ft_phase_end *end = ends->of + phase;
  if (end->cut && (phase == FT_PHASE_CERTIFYING || cut == FT_TRUNCATION_SHARE))
    *end = (ft_phase_end){cut, end->done + done, end->total + (uint64_t)total};
  else if (!end->cut || done < end->done)
    *end = (ft_phase_end){cut, done, (uint64_t)total};
  return true;
}

static bool read_phases (ft_phase_ends *ends, const json_t *summary) {
  const json_t *list = json_object_get (summary, "unfinished");
  for (size_t i = 0; i < json_array_size (list); i++)
    if (!read_phase (ends, json_array_get (list, i)))
      return false;
  return json_is_array (list);
}

static bool read_funnel_row (ft_funnel_row *row, const json_t *value) {
  const char *state = json_string_value (json_object_get (value, "state"));
  int s = 0;
  while (state && s < FT_FUNNEL_STATE_COUNT &&
         strcmp (state, ft_funnel_state_name ((enum ft_funnel_state)s)))
    s++;
  if (!state || s == FT_FUNNEL_STATE_COUNT)
    return false;
  if (s > (int)row->state)
    row->state = (enum ft_funnel_state)s;
  row->seconds += json_number_value (json_object_get (value, "seconds"));
  row->left += json_number_value (json_object_get (value, "left"));
  return read_count (value, "candidates", &row->candidates) &&
         read_count (value, "decided", &row->decided) &&
         read_count (value, "certified", &row->certified);
}

// Documents from before there was a funnel have none.
static bool read_funnel (ft_results *x, const json_t *summary) {
  const json_t *list = json_object_get (summary, "funnel");
  bool fine = !list || json_array_size (list) == FT_FUNNEL_COUNT;
  for (size_t s = 0; fine && list && s < FT_FUNNEL_COUNT; s++)
    fine = read_funnel_row (x->funnel + s, json_array_get (list, s));
  return fine;
}

bool ft_merge_part_costs (ft_merge_part *p, const json_t *root) {
  const json_t *summary = json_object_get (root, "summary");
  const json_t *lists =
      json_object_get (json_object_get (root, "shard"), "seconds");
  p->results->seconds +=
      json_number_value (json_object_get (summary, "seconds"));
  if (!read_stages (&p->results->stages, summary, lists))
    return refuse (p, "what the stages of certification cost, as 'stages'");
  if (!read_funnel (p->results, summary))
    return refuse (p, "the stages of the check as 'funnel'");
  return read_phases (&p->results->phases, summary) ||
         refuse (p, "a list of phases as 'unfinished'");
}
