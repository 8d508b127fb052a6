// The step REORDER: from the trace of a run to a schedule with accesses in
// another order that was not tried.

#include <stdlib.h>

#include "base/debug_log.h"
#include "explore/explore_run.h"
#include "explore/failure_branches.h"
#include "explore/interleavings.h"
#include "explore/run_input_inside.h"
#include "load/open.h"

static const char *place (const ft_trace *t, ft_id event) {
  return event == FT_NO_ID
             ? "-"
             : ft_trace_name (t, FT_CLASS_LOCATION, t->events[event].location);
}

static const char *thread (const ft_trace *t, ft_id event) {
  return ft_trace_name (t, FT_CLASS_THREAD, t->events[event].thread);
}

static void log_interleaving (const ft_trace *t, const ft_interleaving *r,
                              const char *what) {
  FT_DEBUG (EXPLORE, 2,
            "interleaving of cost %u, %s waits before %s, %s goes on "
            "through %s, then %s: %s",
            r->cost, thread (t, r->stop), place (t, r->stop),
            thread (t, r->run), place (t, r->run), place (t, r->then), what);
}

static bool choose (const ft_search_state *m, const ft_job *job,
                    const char *run, const ft_index *index,
                    ft_run_input *chosen, ft_event_list *events) {
  bool *decides = ft_failure_branches (index->trace, run);
  ft_interleaving_list all = {0};
  bool found = false;
  ft_interleavings_list (index, decides, &all);
  if (FT_DEBUGS (EXPLORE, 3))
    for (size_t i = 0; i < all.size; i++)
      log_interleaving (index->trace, all.begin + i, "listed");
  for (size_t i = 0; i < all.size && !found; i++) {
    bool possible = ft_interleaving_schedule (index, all.begin + i, events);
    found = possible &&
            ft_run_input_is_new (m, job, chosen,
                                 ft_improve_digest (index->trace, events));
    chosen->schedule.times_out = found && all.begin[i].fails_try;
    chosen->schedule.goes_on = found ? all.begin[i].goes_on : 0;
    log_interleaving (index->trace, all.begin + i,
                      found      ? "chosen"
                      : possible ? "tried before"
                                 : "not possible");
  }
  FT_RELEASE (all);
  free (decides);
  return found;
}

bool ft_run_input_reorder (const ft_explore_options *o,
                           const ft_search_state *m, const ft_job *job,
                           ft_run_input *chosen, ft_error *error) {
  char *run = ft_explore_run_path (o, job->parent);
  ft_event_list events = {0};
  ft_trace *trace =
      ft_trace_read (run, (ft_read_options){0}, NULL, NULL, error);
  bool found = false;
  if (trace) {
    ft_index *index = ft_index_new (trace);
    found = choose (m, job, run, index, chosen, &events);
    chosen->exhausted = !found;
    found = found && ft_run_input_plan (trace, run, &events, o->inputs,
                                        &chosen->schedule, error);
    ft_index_free (index);
    ft_trace_free (trace);
  }
  FT_RELEASE (events);
  free (run);
  return found;
}
