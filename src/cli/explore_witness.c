#include "cli/explore_witness.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "format/whole.h"
#include "load/open.h"
#include "predict/check.h"
#include "report/report.h"
#include "report/sources.h"
#include "report/svcomp.h"
#include "results/fingerprint.h"

static const ft_found_race *confirmed (const ft_search_state *m) {
  for (size_t i = 0; i < m->races.size; i++)
    if (m->races.begin[i].reached)
      return m->races.begin + i;
  return NULL;
}

bool ft_explore_witness_has_race (const ft_explore_report *r) {
  return confirmed (r->state);
}

// The results of a check that found this race alone.
static void make_results (ft_results *results, const ft_trace *trace,
                          ft_witness *witness) {
  ft_race *race = ft_calloc (1, sizeof *race);
  ft_id a = witness->pair[0], b = witness->pair[1];
  *race = (ft_race){.pair = {a < b ? a : b, a < b ? b : a},
                    .variable = trace->events[a].target,
                    .instances = 1,
                    .verdict = FT_CERTIFIED,
                    .model = witness->model,
                    .witness = *witness};
  *witness = (ft_witness){0};
  *results =
      (ft_results){.races = race, .size = 1, .candidates = 1, .certified = 1};
  ft_fingerprint_all (trace, results);
}

static void write_race (FILE *file, const ft_trace *trace,
                        ft_witness *witness) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_results results;
  ft_report report;
  options.memory_model = witness->memory;
  make_results (&results, trace, witness);
  ft_report_init (&report, trace, &results, &options, (ft_read_options){0});
  report.steps = FT_SVCOMP_STEPS;
  ft_sources *sources = ft_sources_new (&report, false);
  report.sources = sources;
  ft_report_svcomp (file, &report);
  ft_report_release (&report);
  ft_sources_free (sources);
  ft_results_release (&results);
}

static bool write_witness (FILE *file, const ft_explore_report *r,
                           const ft_found_race *race, ft_error *error) {
  ft_strbuf run = {0}, path = {0};
  ft_witness *witnesses = NULL;
  ft_strbuf_add (&run, "%s/runs/%" PRIu32, r->directory, race->run);
  ft_strbuf_add (&path, "%s/races/%s.json", r->directory, race->file);
  ft_trace *trace = ft_trace_read (ft_strbuf_text (&run), (ft_read_options){0},
                                   NULL, NULL, error);
  int n = trace ? ft_witness_read (ft_strbuf_text (&path), trace, NULL,
                                   &witnesses, error)
                : -1;
  if (n > 0)
    write_race (file, trace, witnesses);
  for (int i = 0; i < n; i++)
    ft_witness_release (witnesses + i);
  free (witnesses);
  if (trace)
    ft_trace_free (trace);
  ft_strbuf_release (&run);
  ft_strbuf_release (&path);
  return n >= 0;
}

bool ft_explore_witness_write (FILE *file, const ft_explore_report *r,
                               ft_error *error) {
  const ft_found_race *race = confirmed (r->state);
  fprintf (file, "# verdict: %s\n", race ? "false(no-data-race)" : "unknown");
  if (race)
    return write_witness (file, r, race, error);
  fputs ("[]\n", file);
  return true;
}
