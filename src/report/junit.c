#include "report/junit.h"

#include <stdlib.h>

#include "report/consequence_note.h"
#include "report/finding.h"
#include "report/iterations.h"
#include "report/race_kind.h"
#include "report/row.h"
#include "report/run_end.h"
#include "report/source_location.h"
#include "report/suppressed.h"
#include "report/xml.h"

typedef struct counts {
  size_t tests, failures, skipped;
} counts;

static bool fails (const ft_report *r, const ft_finding *f) {
  return f->race      ? ft_report_fails (r, f->race)
         : f->failure ? ft_report_fails_failure (r, f->failure)
                      : ft_report_fails_deadlock (r, f->deadlock);
}

static bool is_skipped (const ft_report *r, const ft_finding *f) {
  return f->verdict != FT_REFUTED && !fails (r, f);
}

static counts count (const ft_report *r) {
  counts n = {0};
  ft_finding f;
  for (size_t at = 0; ft_finding_next (r, &at, &f); n.tests++) {
    n.failures += fails (r, &f);
    n.skipped += is_skipped (r, &f);
  }
  for (int p = 0; p < FT_PHASE_COUNT; p++)
    if (r->results->phases.of[p].cut)
      n.tests++, n.skipped++;
  size_t lanes = r->iterations ? r->iterations->lanes.size : 0;
  n.tests += lanes;
  n.failures += lanes;
  if (ft_run_end_deadlocked (r) || ft_run_end_crashed (r))
    n.tests++, n.failures++;
  return n;
}

static void write_attribute (FILE *file, const char *name, ft_strbuf *value) {
  fprintf (file, " %s=\"", name);
  ft_xml_write (file, ft_strbuf_text (value));
  putc ('"', file);
  ft_strbuf_release (value);
}

// The names of cases have no numbers of findings, so that they are the same in
// every run and services recognise new ones.
static void write_case (FILE *file, const ft_report *r, const ft_finding *f) {
  ft_strbuf text = {0};
  fprintf (file, "  <testcase classname=\"foretrace.%s\"",
           f->race ? "race" : f->failure ? "failure" : "deadlock");
  ft_finding_name (&text, r, f);
  for (uint32_t i = 0; i < f->count; i++) {
    ft_strbuf_add (&text, i ? ", " : ": ");
    ft_source_location_add (&text, r, f->events[i], false);
  }
  write_attribute (file, "name", &text);
  fprintf (file, " time=\"%.6f\"", f->seconds);
}

static void write_failure (FILE *file, const ft_report *r,
                           const ft_index *index, const ft_finding *f) {
  ft_strbuf text = {0};
  for (uint32_t i = 0; i < f->count; i++) {
    ft_strbuf_add (&text, i ? ", " : "");
    ft_finding_event (&text, r, f, i);
  }
  if (f->race && f->race->consequence.known) {
    ft_strbuf_add (&text, "; ");
    ft_consequence_add_class (&text, &f->race->consequence);
    ft_strbuf_add (&text, ": ");
    if (ft_consequence_note (&text, r, f->race))
      ft_strbuf_add (&text, "; ");
    ft_row_name (&text, f->race->consequence.text);
  }
  fprintf (file, "   <failure type=\"%s\"",
           f->race ? ft_race_kind_name (ft_race_kind_of (r->trace, f->events))
           : f->failure ? ft_failure_name (f->failure->kind)
                        : "deadlock");
  write_attribute (file, "message", &text);
  char *body = ft_finding_text (r, index, f);
  putc ('>', file);
  ft_xml_write (file, body);
  fputs ("</failure>\n", file);
  free (body);
}

static void write_skipped (FILE *file, const ft_finding *f) {
  ft_strbuf text = {0};
  if (f->suppressed) {
    ft_strbuf_add (&text, "suppressed by ");
    ft_suppression_name (&text, f->suppressed);
  } else if (f->verdict == FT_CERTIFIED && f->known)
    ft_strbuf_add (&text, "certified, and in the baseline");
  else if (f->verdict == FT_CERTIFIED)
    ft_strbuf_add (&text, "certified, and its consequence is no failure: %s",
                   f->race ? f->race->consequence.text
                   : f->failure ? ft_failure_words (f->failure->kind)
                                : "hang");
  else {
    ft_strbuf_add (&text, "undecided: ");
    ft_row_name (&text, f->reason ? f->reason : "?");
  }
  fputs ("   <skipped", file);
  write_attribute (file, "message", &text);
  fputs ("/>\n", file);
}

static void write_finding (FILE *file, const ft_report *r,
                           const ft_index *index, const ft_finding *f) {
  write_case (file, r, f);
  if (!fails (r, f) && !is_skipped (r, f)) {
    fputs ("/>\n", file);
    return;
  }
  fputs (">\n", file);
  if (fails (r, f))
    write_failure (file, r, index, f);
  else
    write_skipped (file, f);
  fputs ("  </testcase>\n", file);
}

// Reports phases that were cut short as skipped cases, so that a suite that
// passes does not hide them.
static void write_cuts (FILE *file, const ft_phase_ends *ends) {
  for (int p = 0; p < FT_PHASE_COUNT; p++) {
    ft_strbuf text = {0};
    if (!ends->of[p].cut)
      continue;
    ft_phase_describe (&text, (enum ft_phase)p, ends->of + p);
    fprintf (file,
             "  <testcase classname=\"foretrace.trace\" name=\"not everything "
             "was looked at: %s\">\n   <skipped",
             ft_phase_name ((enum ft_phase)p));
    write_attribute (file, "message", &text);
    fputs ("/>\n  </testcase>\n", file);
  }
}

// Reports iterations of simd loops that depend on each other as cases that fail.
static void write_lanes (FILE *file, const ft_report *r) {
  for (size_t i = 0; r->iterations && i < r->iterations->lanes.size; i++) {
    const ft_lane_pair *p = r->iterations->lanes.begin + i;
    ft_strbuf name = {0}, text = {0};
    for (int k = 0; k < 2; k++) {
      ft_row_name (&name, p->location[k]);
      ft_strbuf_add (&name, k ? "" : ", ");
    }
    ft_lanes_add (&text, p, "race of lanes, ");
    fputs ("  <testcase classname=\"foretrace.lanes\"", file);
    write_attribute (file, "name", &name);
    fputs (">\n   <failure type=\"lane-race\"", file);
    write_attribute (file, "message", &text);
    fputs ("/>\n  </testcase>\n", file);
  }
}

// Reports the deadlock that the recorded run ended in as a case that fails.
static void write_run_end (FILE *file, const ft_report *r) {
  ft_strbuf text = {0};
  for (size_t i = 0; i < r->sources->deadlock.threads.size; i++) {
    ft_strbuf_add (&text, i ? ", " : "");
    ft_run_end_add (&text, r->sources->deadlock.threads.begin + i);
  }
  fprintf (file,
           "  <testcase classname=\"foretrace.run\" name=\"%s\">\n"
           "   <failure type=\"deadlock\"",
           ft_run_end_headline);
  write_attribute (file, "message", &text);
  fputs ("/>\n  </testcase>\n", file);
}

// Reports the crash that ended the recorded run as a case that fails.
static void write_crash (FILE *file, const ft_report *r) {
  const ft_run_ending *x = &r->sources->ending;
  ft_strbuf text = {0};
  ft_run_end_add_crash (&text, r);
  for (size_t i = 0; i < x->stack.size; i++)
    ft_strbuf_add (&text, "%s%s at %s", i ? ", called by " : ": ",
                   x->stack.begin[i].function, x->stack.begin[i].location);
  fputs ("  <testcase classname=\"foretrace.run\" name=\"the recorded run "
         "crashed\">\n   <failure type=\"crash\"",
         file);
  write_attribute (file, "message", &text);
  fputs ("/>\n  </testcase>\n", file);
}

// Writes a case that passes, since services take a suite without cases for a
// mistake.
static void write_nothing (FILE *file) {
  fputs ("  <testcase classname=\"foretrace.trace\" name=\"nothing predicted "
         "from this trace\"/>\n",
         file);
}

void ft_report_junit (FILE *file, const ft_report *r, const ft_index *index) {
  counts n = count (r);
  ft_strbuf text = {0};
  ft_finding f;
  fprintf (file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<testsuites name=\"foretrace\">\n <testsuite");
  ft_row_name (&text, r->trace->path);
  write_attribute (file, "name", &text);
  fprintf (file,
           " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\" "
           "time=\"%.6f\">\n",
           n.tests ? n.tests : 1, n.failures, n.skipped, r->results->seconds);
  if (ft_run_end_deadlocked (r))
    write_run_end (file, r);
  else if (ft_run_end_crashed (r))
    write_crash (file, r);
  for (size_t at = 0; ft_finding_next (r, &at, &f);)
    write_finding (file, r, index, &f);
  write_lanes (file, r);
  write_cuts (file, &r->results->phases);
  if (!n.tests)
    write_nothing (file);
  fputs (" </testsuite>\n</testsuites>\n", file);
}
