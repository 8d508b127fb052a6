#include "report/perfetto.h"

#include "report/finding.h"
#include "report/json_value.h"
#include "report/perfetto_track.h"

// Numbers of events that viewers open within seconds.
enum { MOST_OF_RUN = 200000, MOST_STEPS = 20000, MOST_IN_ALL = 1000000 };

typedef struct left_out {
  size_t events, steps, findings;
} left_out;

// ---- the run ---------------------------------------------------------------

// The end of the shown part: the last event of a finding, or of the run if
// there is no finding.
static ft_id end_of_run (const ft_report *r) {
  ft_id end = 0;
  ft_finding f;
  for (size_t at = 0; ft_finding_next (r, &at, &f);)
    for (uint32_t i = 0; f.verdict == FT_CERTIFIED && i < f.count; i++)
      if (f.events[i] >= end)
        end = f.events[i] + 1;
  return end ? end : r->trace->size;
}

static void name_finding (char id[32], const ft_finding *f) {
  snprintf (id, 32, "%c%zu", f->letter, f->number);
}

static void write_pairs (ft_tracks *l, const ft_report *r, ft_id begin) {
  ft_finding f;
  char id[32];
  for (size_t at = 0; ft_finding_next (r, &at, &f);)
    if (f.race && f.verdict == FT_CERTIFIED && f.events[0] >= begin) {
      name_finding (id, &f);
      ft_tracks_arrow (l, id, f.events[0], f.events[0], f.events[1],
                       f.events[1]);
    }
}

static void write_run (ft_slices *out, const ft_report *r, left_out *left) {
  ft_id end = end_of_run (r);
  ft_id begin = end > MOST_OF_RUN ? end - MOST_OF_RUN : 0;
  ft_tracks *l = ft_tracks_new (out, 1, "recorded run");
  for (ft_id i = begin; i < end; i++)
    ft_tracks_event (l, i, i, NULL);
  write_pairs (l, r, begin);
  ft_tracks_end (l, end);
  left->events = begin + (r->trace->size - end);
}

// ---- schedules -------------------------------------------------------------

// Under c11 the accesses are in the schedule.
static bool is_among (const ft_finding *f, ft_id event) {
  return f->race && (event == f->events[0] || event == f->events[1]);
}

static void write_schedule (ft_slices *out, const ft_report *r, unsigned pid,
                            const ft_finding *f, left_out *left) {
  ft_strbuf name = {0};
  char id[32];
  size_t n = f->witness->schedule.size;
  size_t begin = n > MOST_STEPS ? n - MOST_STEPS : 0;
  name_finding (id, f);
  ft_strbuf_add (&name, "%s: ", id);
  ft_finding_title (&name, r, f);
  ft_tracks *l = ft_tracks_new (out, pid, ft_strbuf_text (&name));
  for (size_t i = begin; i < n; i++)
    ft_tracks_event (l, i, f->witness->schedule.begin[i],
                     is_among (f, f->witness->schedule.begin[i]) ? id : NULL);
  for (uint32_t i = 0; f->witness->memory == FT_MEMORY_SC && i < f->count; i++)
    ft_tracks_event (l, n, f->events[i], id);
  ft_tracks_end (l, n + 1);
  left->steps += begin;
  ft_strbuf_release (&name);
}

static void write_schedules (ft_slices *out, const ft_report *r,
                             left_out *left) {
  ft_finding f;
  unsigned pid = 2;
  for (size_t at = 0; ft_finding_next (r, &at, &f);)
    if (f.verdict != FT_CERTIFIED)
      continue;
    else if (out->written > MOST_IN_ALL)
      left->findings++;
    else
      write_schedule (out, r, pid++, &f, left);
}

void ft_report_perfetto (FILE *file, const ft_report *r) {
  ft_slices out = {.file = file, .trace = r->trace};
  left_out left = {0};
  fputs ("{\n \"displayTimeUnit\": \"ns\",\n \"traceEvents\": [", file);
  write_run (&out, r, &left);
  write_schedules (&out, r, &left);
  fputs ("\n ],\n \"otherData\": ", file);
  ft_json_write (file,
                 json_pack ("{s:s, s:s, s:o, s:s, s:I, s:I, s:I}", "tool",
                            "foretrace", "version", FT_VERSION, "trace",
                            ft_json_text (r->trace->path), "time",
                            "one event is one microsecond", "events_left_out",
                            (json_int_t)left.events, "steps_left_out",
                            (json_int_t)left.steps, "findings_left_out",
                            (json_int_t)left.findings));
  fputs ("\n}\n", file);
}
