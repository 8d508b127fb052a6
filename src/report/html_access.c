#include "report/html_access.h"

#include "report/excerpt.h"
#include "report/json_value.h"
#include "report/row.h"
#include "report/source_state.h"

enum { AROUND = 3 }; // lines before and after the marked one

// ---- the lines of the source ------------------------------------------------

static void add_line (void *context, unsigned number, const char *text) {
  (void)number;
  json_array_append_new (context, ft_json_text (text));
}

static json_t *excerpt_value (const ft_sources *s, const ft_frame *f) {
  enum ft_source_state state = ft_source_state (s->states, f);
  json_t *lines = json_array ();
  bool shown = state == FT_SOURCE_CURRENT &&
               ft_excerpt_read (f->file, f->line, AROUND, add_line, lines);
  if (!shown)
    json_array_clear (lines);
  if (!shown && state == FT_SOURCE_CURRENT)
    state = FT_SOURCE_CHANGED; // the file has no such line
  unsigned first = f->line > AROUND ? f->line - AROUND : 1;
  return json_pack (
      "{s:s, s:o, s:I, s:I, s:o}", "state", ft_source_state_name (state),
      "file", ft_json_text (ft_excerpt_path (f->file)), "line",
      (json_int_t)f->line, "first", (json_int_t)first, "lines", lines);
}

static json_t *own_excerpt (const ft_sources *s, const ft_backtrace *b) {
  if (!b->size)
    return json_null ();
  const ft_frame *own = b->frames + ft_sources_own_frame (b);
  return *own->file && own->line ? excerpt_value (s, own) : json_null ();
}

// ---- locks and threads ------------------------------------------------------

static json_t *
top_frame (const ft_backtrace *b) { // the innermost one of the user's code
  json_t *stack = ft_json_stack (b);
  size_t own = ft_sources_own_frame (b);
  json_t *top =
      b->size ? json_incref (json_array_get (stack, own)) : json_null ();
  json_decref (stack);
  return top;
}

static json_t *described_locks (const ft_description *d) {
  json_t *list = json_array ();
  for (size_t i = 0; i < d->held_count; i++)
    json_array_append_new (list,
                           json_pack ("{s:o, s:b, s:o}", "name",
                                      ft_json_text (d->held[i].name), "shared",
                                      (int)d->held[i].shared, "taken",
                                      top_frame (&d->held[i].taken)));
  return list;
}

static json_t *traced_locks (const ft_text_writer *w, ft_id event) {
  const ft_trace *t = w->report->trace;
  json_t *list = json_array ();
  for (ft_id cell = w->index->held[event]; cell;
       cell = w->index->cells.begin[cell].outer) {
    const ft_event *e = t->events + w->index->cells.begin[cell].acquire;
    json_array_append_new (
        list, json_pack ("{s:o, s:b, s:n}", "name",
                         ft_json_text (ft_trace_target_name (t, e)), "shared",
                         (int)(e->kind == FT_ACQUIRE_SHARED), "taken"));
  }
  return list;
}

static json_t *creation_value (const ft_sources *s, const ft_description *d) {
  const ft_creation *c = ft_sources_thread (s, d->thread);
  const ft_creation *creator = c ? ft_sources_thread (s, c->creator) : NULL;
  if (!c || !c->stack.size)
    return json_null ();
  return json_pack ("{s:o, s:o, s:o}", "thread", ft_json_text (c->name), "by",
                    ft_json_text (creator ? creator->name : NULL), "frame",
                    top_frame (&c->stack));
}

// ---- the access ----

// "writes 4 bytes (0 -> 1)"
static json_t *effect_value (const ft_text_writer *w, ft_id event,
                             const ft_description *d) {
  const ft_trace *t = w->report->trace;
  enum ft_kind kind = ft_event_shown_kind (t->events + event);
  ft_strbuf line = {0};
  if (ft_kind_acquires (kind)) {
    ft_strbuf_add (&line, "waits for ");
    ft_row_name (&line, ft_trace_target_name (t, t->events + event));
  } else
    ft_strbuf_add (&line, "%s", ft_text_verb (t, t->events + event));
  if (ft_text_is_descriptor (t, t->events + event))
    ft_strbuf_add (&line, " the descriptor");
  else if (d && d->size)
    ft_strbuf_add (&line, " %llu byte%s", (unsigned long long)d->size,
                   d->size == 1 ? "" : "s");
  if (d)
    ft_text_add_values (&line, t, event, d);
  json_t *value = ft_json_text (ft_strbuf_text (&line));
  ft_strbuf_release (&line);
  return value;
}

json_t *ft_html_access (const ft_text_writer *w, ft_id event) {
  const ft_trace *t = w->report->trace;
  const ft_sources *s = w->report->sources;
  const ft_description *d = ft_sources_at (s, event);
  return json_pack ("{s:o, s:o, s:o, s:o, s:o}", "thread",
                    ft_json_text (ft_trace_name (t, FT_CLASS_THREAD,
                                                 t->events[event].thread)),
                    "does", effect_value (w, event, d), "held",
                    d ? described_locks (d) : traced_locks (w, event),
                    "created", d ? creation_value (s, d) : json_null (),
                    "excerpt", d ? own_excerpt (s, &d->stack) : json_null ());
}

json_t *ft_html_allocation (const ft_text_writer *w, ft_id event) {
  const ft_sources *s = w->report->sources;
  const ft_description *d = ft_sources_at (s, event);
  if (!d || d->storage != FT_STORAGE_HEAP)
    return json_null ();
  const ft_creation *owner = ft_sources_thread (s, d->owner);
  return json_pack ("{s:I, s:I, s:o, s:o}", "offset",
                    (json_int_t)(d->address - d->start), "bytes",
                    (json_int_t)d->bytes, "by",
                    ft_json_text (owner ? owner->name : NULL), "stack",
                    ft_json_stack (&d->allocation));
}
