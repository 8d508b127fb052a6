#include "report/suppressed.h"

#include <string.h>

#include "report/excerpt.h"
#include "report/json_value.h"
#include "report/row.h"
#include "report/source_location.h"

// ---- names of a finding ----

static const char *keep (ft_suppressible_memory *m, const char *text) {
  FT_PUSH (*m, ft_strdup (text));
  return FT_TOP (*m);
}

static void add_stack (ft_suppressible *x, ft_suppressible_memory *m,
                       const ft_backtrace *b) {
  for (size_t i = 0; i < b->size; i++) {
    const ft_frame *f = b->frames + i;
    ft_suppressible_add (x, FT_SUPPRESS_FUNCTION, f->function);
    ft_suppressible_add (x, FT_SUPPRESS_FILE, f->file);
    if (*f->file) // also in the form of reports
      ft_suppressible_add (x, FT_SUPPRESS_FILE,
                           keep (m, ft_excerpt_path (f->file)));
  }
}

// Adds the location of an event that only the trace knows.
static void add_location (ft_suppressible *x, ft_suppressible_memory *m,
                          const ft_report *r, ft_id event) {
  ft_source_location place = ft_source_location_at (r, event);
  if (place.file)
    ft_suppressible_add (x, FT_SUPPRESS_FILE, keep (m, place.file));
  ft_source_location_release (&place);
}

static void add_event (ft_suppressible *x, ft_suppressible_memory *m,
                       const ft_report *r, ft_id event) {
  const ft_event *e = r->trace->events + event;
  const ft_description *d = ft_sources_at (r->sources, event);
  add_location (x, m, r, event);
  if (ft_event_shown_kind (e) != FT_FREE)
    ft_suppressible_add (x, FT_SUPPRESS_VARIABLE,
                         ft_trace_target_name (r->trace, e));
  if (!d)
    return;
  add_stack (x, m, &d->stack);
  if (d->stack.size)
    ft_suppressible_add (x, FT_SUPPRESS_MODULE, d->stack.frames->module);
  ft_suppressible_add (x, FT_SUPPRESS_VARIABLE, d->expression);
  ft_suppressible_add (x, FT_SUPPRESS_VARIABLE, d->variable);
}

void ft_suppressible_of (ft_suppressible *x, ft_suppressible_memory *m,
                         const ft_report *r, const ft_finding *f) {
  char digits[24];
  snprintf (digits, sizeof digits, "%016llx",
            (unsigned long long)f->fingerprint);
  ft_suppressible_add (x, FT_SUPPRESS_FINGERPRINT, keep (m, digits));
  if (f->race)
    ft_suppressible_add (
        x, FT_SUPPRESS_VARIABLE,
        ft_trace_name (r->trace, FT_CLASS_VARIABLE, f->race->variable));
  for (uint32_t i = 0; i < f->count; i++)
    add_event (x, m, r, f->events[i]);
}

void ft_suppressible_release (ft_suppressible *x, ft_suppressible_memory *m) {
  for (size_t i = 0; i < m->size; i++)
    free (m->begin[i]);
  FT_RELEASE (*m);
  FT_RELEASE (x->names);
}

// ---- marking ---------------------------------------------------------------

static const ft_suppression *find (ft_suppressions *s, const ft_report *r,
                                   const ft_finding *f) {
  ft_suppressible x = {0};
  ft_suppressible_memory memory = {0};
  ft_suppressible_of (&x, &memory, r, f);
  const ft_suppression *rule = ft_suppressions_find (s, &x);
  ft_suppressible_release (&x, &memory);
  return rule;
}

void ft_suppress (ft_suppressions *s, ft_results *results,
                  const ft_report *report) {
  ft_finding f;
  results->suppressing = true;
  for (size_t at = 0; ft_finding_next (report, &at, &f);) {
    const ft_suppression *rule =
        f.verdict == FT_REFUTED ? NULL : find (s, report, &f);
    if (!rule)
      continue;
    if (f.race)
      results->races[f.race - results->races].suppressed = rule;
    else if (f.failure)
      results->failures[f.failure - results->failures].suppressed = rule;
    else
      results->deadlocks[f.deadlock - results->deadlocks].suppressed = rule;
    results->suppressed_certified += f.verdict == FT_CERTIFIED && !f.known;
    results->suppressed_undecided += f.verdict == FT_UNDECIDED;
  }
}

// ---- reports ---------------------------------------------------------------

static void add_rule (ft_strbuf *out, const ft_suppression *rule) {
  ft_strbuf_add (out, "%s:", ft_suppression_kinds[rule->kind]);
  ft_row_name (out, rule->pattern);
}

void ft_suppression_name (ft_strbuf *out, const ft_suppression *rule) {
  ft_row_name (out, rule->path);
  ft_strbuf_add (out, ":%llu (", (unsigned long long)rule->line);
  add_rule (out, rule);
  ft_strbuf_add (out, ")");
}

void ft_suppressions_warn (const ft_suppressions *s) {
  ft_strbuf line = {0};
  for (size_t i = 0; i < s->list.size; i++)
    if (!s->list.begin[i].findings) {
      ft_strbuf_add (&line, "foretrace: warning: ");
      ft_suppression_name (&line, s->list.begin + i);
      ft_strbuf_add (&line, " suppresses nothing here");
      ft_row_end (stderr, &line);
    }
  ft_strbuf_release (&line);
}

json_t *ft_suppressed_json (const ft_suppression *rule) {
  ft_strbuf text = {0};
  add_rule (&text, rule);
  json_t *value =
      json_pack ("{s:o, s:I, s:s}", "file", ft_json_text (rule->path), "line",
                 (json_int_t)rule->line, "rule", ft_strbuf_text (&text));
  ft_strbuf_release (&text);
  return value;
}
