#include "report/json_value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "replay/route.h"
#include "report/excerpt.h"
#include "report/source_state.h"
#include "report/title.h"

json_t *ft_json_text (const char *text) {
  if (!text)
    return json_null ();
  char *clean = ft_utf8_clean (text);
  json_t *value = json_string (clean);
  free (clean);
  return value;
}

json_t *ft_json_seconds (double seconds) {
  return json_real (round (seconds * 1e6) / 1e6);
}

json_t *ft_json_tool (void) {
  return json_pack ("{s:s, s:s}", "name", "foretrace", "version", FT_VERSION);
}

void ft_json_write_members (FILE *file, json_t *object) {
  json_dumpf (object, file, JSON_EMBED | JSON_REAL_PRECISION (15));
  json_decref (object);
}

void ft_json_write (FILE *file, json_t *value) {
  json_dumpf (value, file, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15));
  json_decref (value);
}

// ---- json phases -----------------------------------------------------------

json_t *ft_json_phases (const ft_phase_ends *ends) {
  json_t *list = json_array ();
  for (int p = 0; p < FT_PHASE_COUNT; p++) {
    const ft_phase_end *end = ends->of + p;
    json_t *total =
        end->total ? json_integer ((json_int_t)end->total) : json_null ();
    if (end->cut)
      json_array_append_new (
          list, json_pack ("{s:s, s:s, s:I, s:o, s:s}", "phase",
                           ft_phase_name ((enum ft_phase)p), "by",
                           ft_truncation_name (end->cut), "done",
                           (json_int_t)end->done, "total", total, "unit",
                           ft_phase_unit ((enum ft_phase)p)));
    else
      json_decref (total);
  }
  return list;
}

// ---- json source -----------------------------------------------------------

static json_t *number (uint32_t value) {
  return value ? json_integer (value) : json_null ();
}

static json_t *name (const char *text) {
  return ft_json_text (*text ? text : NULL);
}

static json_t *frame_value (const ft_frame *f) {
  return json_pack ("{s:o, s:o, s:o, s:o, s:b, s:b}", "function",
                    name (f->function), "file", name (f->file), "line",
                    number (f->line), "column", number (f->column), "inlined",
                    (int)f->inlined, "library", (int)f->library);
}

json_t *ft_json_stack (const ft_backtrace *b) {
  json_t *list = json_array ();
  for (size_t i = 0; i < b->size; i++)
    json_array_append_new (list, frame_value (b->frames + i));
  return list;
}

void ft_json_add_source (json_t *side, const ft_sources *sources, ft_id event) {
  const ft_description *d = ft_sources_at (sources, event);
  if (!d || !d->stack.size)
    return;
  const ft_frame *f = d->stack.frames;
  json_object_set_new (side, "function", name (f->function));
  json_object_set_new (side, "file", name (f->file));
  json_object_set_new (side, "line", number (f->line));
  json_object_set_new (side, "column", number (f->column));
  json_object_set_new (side, "module", name (f->module));
  json_object_set_new (side, "stack", ft_json_stack (&d->stack));
  if (*d->loop.file)
    json_object_set_new (
        side, "loop",
        json_pack ("{s:s, s:o, s:o, s:o, s:I}", "construct",
                   d->sections ? "sections" : "loop", "file",
                   name (d->loop.file), "line", number (d->loop.line), "column",
                   number (d->loop.column), "iteration",
                   (json_int_t)d->iteration));
  if (*d->operation) {
    json_object_set_new (side, "operation", ft_json_text (d->operation));
    json_object_set_new (side, "object", name (ft_title_object (d)));
  }
}

static void add_line (void *context, unsigned line, const char *text) {
  (void)line;
  json_object_set_new (context, "text",
                       ft_json_text (text + strspn (text, " \t")));
}

void ft_json_add_text (json_t *side, const ft_sources *sources, ft_id event) {
  const ft_description *d = ft_sources_at (sources, event);
  if (!d || !d->stack.size || !*d->stack.frames->file ||
      ft_source_state (sources->states, d->stack.frames) != FT_SOURCE_CURRENT)
    return;
  ft_excerpt_read (d->stack.frames->file, d->stack.frames->line, 0, add_line,
                   side);
}

void ft_json_add_libraries (json_t *trace, const ft_sources *sources) {
  if (sources && sources->plain.size)
    json_object_set_new (trace, "uninstrumented",
                         ft_json_text (ft_strbuf_text (&sources->plain)));
}

void ft_json_add_recording (json_t *trace, const ft_sources *s) {
  if (!s || !s->schedule)
    return;
  bool chosen = strcmp (s->schedule, "roundrobin") != 0;
  json_object_set_new (
      trace, "recording",
      json_pack ("{s:o, s:o, s:o, s:o}", "program", ft_json_text (s->program),
                 "build_id", ft_json_text (s->build_id), "schedule", ft_json_text (s->schedule), "seed",
                 chosen ? json_sprintf ("%llu", (unsigned long long)s->seed)
                        : json_null ()));
}

json_t *ft_json_replayed (const ft_replayed *r) {
  bool missed = ft_replayed_failed (r);
  if (!r->runs && !missed)
    return json_null ();
  json_t *miss = json_null ();
  if (missed && r->why)
    miss = json_pack ("{s:s, s:o}", "at", ft_replay_failure_name (r->miss),
                      "text", ft_json_text (r->why));
  return json_pack ("{s:s, s:I, s:I, s:o}", "outcome",
                    missed ? "not-reached" : "confirmed", "runs",
                    (json_int_t)r->runs, "reached", (json_int_t)r->reached,
                    "miss", miss);
}

void ft_json_add_route (json_t *finding, const ft_report *r, const ft_witness *w) {
  ft_route route;
  if (!ft_route_of_witness (&route, r->trace, ft_sources_line_marks (r), w))
    return;
  json_t *value = ft_route_json (&route);
  if (value)
    json_object_set_new (finding, "route", value);
  ft_route_release (&route);
}
