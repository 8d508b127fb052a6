#include "explore/line.h"

static json_t *names (const ft_search_state *m, ft_event_pair pair) {
  return json_pack ("[s, s]", ft_search_state_label (m, pair.first),
                    ft_search_state_label (m, pair.second));
}

json_t *ft_journal_entry_new (const ft_search_state *m, const ft_job *job) {
  json_t *line = json_pack ("{s:i, s:s}", "run", (int)job->run, "step",
                            ft_job_step_names[job->step]);
  if (job->step == FT_JOB_IMPROVE)
    json_object_update_new (
        line, json_pack ("{s:o, s:i}", "pair",
                         names (m, m->pairs.begin[job->candidate].pair),
                         "parent", (int)job->parent));
  if (job->step == FT_JOB_SWAP)
    json_object_update_new (
        line, json_pack ("{s:o, s:b}", "pair",
                         names (m, m->races.begin[job->race].pair), "swapped",
                         (int)job->swapped));
  if (job->step == FT_JOB_SHRINK)
    json_object_update_new (
        line, json_pack ("{s:o, s:i}", "pair",
                         names (m, m->races.begin[job->race].pair), "attempt",
                         (int)job->attempt));
  if (job->step == FT_JOB_CONCOLIC)
    json_object_update_new (line,
                            json_pack ("{s:i, s:i}", "parent", (int)job->parent,
                                       "level", job->level));
  if (job->step == FT_JOB_ROUND)
    json_object_update_new (line,
                            json_pack ("{s:i, s:i}", "parent", (int)job->parent,
                                       "under", (int)job->schedule));
  if (job->step == FT_JOB_GROW)
    json_object_set_new (line, "attempt", json_integer (job->attempt));
  if (job->step == FT_JOB_SEED)
    json_object_set_new (line, "seed", json_integer ((json_int_t)job->seed));
  return line;
}

json_t *ft_journal_entry_failed (const ft_search_state *m, const ft_job *job,
                         const char *what) {
  json_t *line = ft_journal_entry_new (m, job);
  json_object_update_new (line, json_pack ("{s:b, s:b, s:b}", "none", 1, "died",
                                           1, "exhausted", 1));
  if (what)
    json_object_set_new (line, "crash", json_string (what));
  return line;
}
