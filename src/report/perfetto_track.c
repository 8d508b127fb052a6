#include "report/perfetto_track.h"

#include "report/json_value.h"
#include "report/row.h"

typedef FT_STACK (ft_id) sections; // locks held, the outermost first

struct ft_tracks {
  ft_slices *out;
  unsigned pid;
  FT_STACK (sections) held; // per thread
  FT_STACK (bool) named;    // threads that have a name
  ft_map write;             // per variable, index into 'writes'
  FT_STACK (struct source {
    ft_id event;
    uint64_t time;
  }) writes;
};

// ---- objects ---------------------------------------------------------------

static void put (ft_slices *out, json_t *object) {
  fputs (out->written++ ? ",\n  " : "\n  ", out->file);
  ft_json_write (out->file, object);
}

static json_t *printable (const char *text) {
  ft_strbuf name = {0};
  ft_row_name (&name, text);
  json_t *value = json_string (ft_strbuf_text (&name));
  ft_strbuf_release (&name);
  return value;
}

static json_t *object (const ft_tracks *l, const char *phase, ft_tid thread,
                       uint64_t time) {
  return json_pack ("{s:s, s:i, s:I, s:I}", "ph", phase, "pid", (int)l->pid,
                    "tid", (json_int_t)thread + 1, "ts", (json_int_t)time);
}

static void put_name (ft_tracks *l, const char *what, ft_tid thread,
                      const char *name) {
  json_t *o = object (l, "M", thread, 0);
  json_object_set_new (o, "name", json_string (what));
  json_object_set_new (o, "args",
                       json_pack ("{s:o}", "name", printable (name)));
  put (l->out, o);
}

ft_tracks *ft_tracks_new (ft_slices *out, unsigned pid, const char *name) {
  ft_tracks *l = FT_NEW (ft_tracks);
  uint32_t threads = ft_tables_count (&out->trace->tables, FT_CLASS_THREAD);
  l->out = out;
  l->pid = pid;
  FT_GROW (l->held, threads, (sections){0});
  FT_GROW (l->named, threads, false);
  put_name (l, "process_name", 0, name);
  return l;
}

// ---- sections --------------------------------------------------------------

static void begin_section (ft_tracks *l, ft_tid thread, ft_id lock,
                           uint64_t time) {
  json_t *o = object (l, "B", thread, time);
  json_object_set_new (o, "cat", json_string ("lock"));
  json_object_set_new (
      o, "name",
      printable (ft_trace_name (l->out->trace, FT_CLASS_LOCK, lock)));
  put (l->out, o);
}

static void end_section (ft_tracks *l, ft_tid thread, uint64_t time) {
  put (l->out, object (l, "E", thread, time));
}

static void acquire (ft_tracks *l, const ft_event *e, uint64_t time) {
  FT_PUSH (l->held.begin[e->thread], e->target);
  begin_section (l, e->thread, e->target, time);
}

// Ends a section; the sections inside it are cut and begun again.
static void release (ft_tracks *l, const ft_event *e, uint64_t time) {
  sections *held = l->held.begin + e->thread;
  size_t i = held->size;
  while (i && held->begin[i - 1] != e->target)
    i--;
  if (!i)
    return; // acquired before the shown part
  for (size_t k = held->size; k >= i; k--)
    end_section (l, e->thread, time);
  for (size_t k = i; k < held->size; k++) {
    held->begin[k - 1] = held->begin[k];
    begin_section (l, e->thread, held->begin[k], time);
  }
  held->size--;
}

// ---- events ----------------------------------------------------------------

static json_t *arguments (const ft_tracks *l, ft_id event, const char *what) {
  const ft_trace *t = l->out->trace;
  const ft_event *e = t->events + event;
  json_t *args = json_pack ("{s:I}", "event", (json_int_t)event);
  if (e->location != FT_NO_ID)
    json_object_set_new (
        args, "location",
        printable (ft_trace_name (t, FT_CLASS_LOCATION, e->location)));
  if (e->flags & FT_HAS_VALUE)
    json_object_set_new (args, "recorded_value",
                         json_integer ((json_int_t)e->value));
  if (what)
    json_object_set_new (args, "finding", json_string (what));
  return args;
}

static void put_slice (ft_tracks *l, uint64_t time, ft_id event,
                       const char *what) {
  const ft_trace *t = l->out->trace;
  const ft_event *e = t->events + event;
  ft_strbuf name = {0};
  ft_row_event (&name, t, event);
  json_t *o = object (l, "X", e->thread, time);
  json_object_set_new (o, "dur", json_integer (1));
  json_object_set_new (o, "cat",
                       json_string (what ? "finding"
                                         : ft_kind_name (ft_event_shown_kind (e))));
  json_object_set_new (o, "name", json_string (ft_strbuf_text (&name)));
  json_object_set_new (o, "args", arguments (l, event, what));
  put (l->out, o);
  ft_strbuf_release (&name);
}

static void put_end (ft_tracks *l, const char *phase, const char *what,
                     uint64_t time, ft_id event) {
  ft_tid thread = l->out->trace->events[event].thread;
  json_t *o = object (l, phase, thread, time);
  json_object_set_new (o, "name", json_string (what));
  json_object_set_new (o, "cat", json_string ("arrow"));
  json_object_set_new (o, "id", json_integer ((json_int_t)l->out->flows));
  if (*phase == 'f')
    json_object_set_new (o, "bp", json_string ("e"));
  put (l->out, o);
}

void ft_tracks_arrow (ft_tracks *l, const char *what, uint64_t from,
                      ft_id source, uint64_t to, ft_id target) {
  put_end (l, "s", what, from, source);
  put_end (l, "f", what, to, target);
  l->out->flows++;
}

// Adds an arrow from the last write, if another thread made it and it has these
// bytes.
static void pass_access (ft_tracks *l, ft_id event, uint64_t time) {
  const ft_event *events = l->out->trace->events, *e = events + event;
  uint32_t *at = ft_map_at (&l->write, e->target);
  if (ft_kind_reads (e->kind) && *at != FT_NO_ID) {
    struct source from = l->writes.begin[*at];
    const ft_event *w = events + from.event;
    if (w->thread != e->thread && (w->mask & e->mask))
      ft_tracks_arrow (l, "reads from", from.time, from.event, time, event);
  }
  if (!ft_kind_writes (e->kind))
    return;
  *at = (uint32_t)l->writes.size;
  FT_PUSH (l->writes, ((struct source){event, time}));
}

void ft_tracks_event (ft_tracks *l, uint64_t time, ft_id event,
                      const char *what) {
  const ft_trace *t = l->out->trace;
  const ft_event *e = t->events + event;
  bool is_void = ft_event_is_void (e);
  if (!l->named.begin[e->thread])
    put_name (l, "thread_name", e->thread,
              ft_trace_name (t, FT_CLASS_THREAD, e->thread));
  l->named.begin[e->thread] = true;
  if (!is_void && ft_kind_acquires (e->kind) && !what)
    acquire (l, e, time);
  put_slice (l, time, event, what);
  if (!is_void && ft_kind_releases (e->kind))
    release (l, e, time + 1);
  if (!is_void && ft_kind_accesses (e->kind))
    pass_access (l, event, time);
}

void ft_tracks_end (ft_tracks *l, uint64_t time) {
  for (ft_tid t = 0; t < l->held.size; t++) {
    for (size_t i = 0; i < l->held.begin[t].size; i++)
      end_section (l, t, time);
    FT_RELEASE (l->held.begin[t]);
  }
  FT_RELEASE (l->held);
  FT_RELEASE (l->named);
  FT_RELEASE (l->writes);
  ft_map_release (&l->write);
  free (l);
}
