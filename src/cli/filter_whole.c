// Sync-preserving races, which need the whole trace in memory.

#include "base/memory_usage.h"
#include "certify/syncp.h"
#include "cli/filter_session.h"
#include "load/open.h"

static void add_pairs (ft_filter_session *f, const ft_trace *trace,
                       ft_location_ids *locations, ft_id e,
                       const ft_pos *partners, size_t n) {
  ft_racy_finding *found = f->report.findings;
  for (size_t i = 0; i < n; i++) {
    ft_id other = (ft_id)partners[i], variable = FT_NO_ID;
    const ft_event *a = trace->events + other, *b = trace->events + e;
    if (f->report.pairs == FT_PAIRS_ALL)
      FT_PUSH (found->all, ((struct ft_racy_pair){partners[i], e}));
    if (f->report.pairs != FT_PAIRS_LOCATIONS)
      continue;
    ft_trace_conflict (trace, other, e, &variable);
    ft_location_pair *pair = ft_location_pairs_at (
        &found->pairs, ft_location_id_of (locations, a, variable),
        ft_location_id_of (locations, b, variable));
    ft_race_instance m = {{other, a->thread, a->location, a->kind},
                          {e, b->thread, b->location, b->kind},
                          variable};
    pair->instances++;
    ft_location_pair_keep (pair, f->instances, &m);
  }
}

static void find_races (ft_filter_session *f, const ft_trace *trace) {
  ft_location_ids locations = {0};
  ft_facts *facts = ft_facts_new (trace);
  ft_syncp *syncp = ft_syncp_new (facts, f->report.pairs != FT_PAIRS_NONE);
  for (ft_id e = 0; e < trace->size && !f->report.stopped; e++) {
    size_t n;
    bool racy = ft_syncp_step (syncp);
    const ft_pos *partners = ft_syncp_partners (syncp, &n);
    if (racy) {
      ft_racy_add (&f->report, 1, &trace->tables, trace->events + e, e);
      add_pairs (f, trace, &locations, e, partners, n);
    }
    f->report.events = f->report.stopped_at = e + 1;
    f->report.stopped = ft_stop_condition_check (&f->stop);
    if (!(e & 0xfff))
      ft_progress_bar_show (&f->progress, "filtering", (double)e / trace->size,
                            e, "events", NULL);
  }
  ft_syncp_free (syncp);
  ft_facts_free (facts);
  ft_location_ids_release (&locations);
}

static void filter_trace (ft_filter_session *f, const ft_trace *trace) {
  ft_racy_report *r = &f->report;
  r->tables = &trace->tables;
  r->notes = &trace->notes;
  r->findings->pairs.limit = f->instances;
  r->stopped_pass = 1;
  find_races (f, trace);
  ft_location_pairs_sort (&r->findings->pairs);
  r->paired = r->pairs == FT_PAIRS_LOCATIONS;
  r->peak = ft_memory_usage_peak ();
}

int ft_filter_session_whole (ft_filter_session *f) {
  ft_error error = FT_NO_ERROR;
  double begin = ft_seconds_now ();
  ft_progress_bar_measure (&f->progress, f->trace);
  ft_trace *trace =
      ft_trace_read (f->trace, f->read, ft_show_reading, &f->progress, &error);
  if (trace)
    filter_trace (f, trace);
  ft_progress_bar_clear (&f->progress);
  if (!trace)
    return ft_subcommand_fail (&error);
  if (!f->quiet)
    ft_subcommand_warn (&trace->notes);
  f->report.seconds = ft_seconds_now () - begin;
  int code = f->write (f, f->context);
  ft_trace_free (trace);
  return code;
}
