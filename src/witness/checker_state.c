// See 'checker_state.h'; and the words of a refusal.

#include "witness/checker_state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

ft_checker_thread *ft_checker_thread_now (ft_checker *c, ft_tid t) {
  ft_checker_thread *s = c->threads + t;
  if (s->stamp != c->run)
    *s = (ft_checker_thread){
        .stamp = c->run, .wrong = FT_NO_WRONG_READ, .awaits = FT_NO_ID};
  return s;
}

ft_checker_lock *ft_checker_lock_now (ft_checker *c, ft_id lock) {
  ft_checker_lock *s = c->locks + lock;
  if (s->stamp != c->run)
    *s = (ft_checker_lock){.stamp = c->run, .holder = FT_NO_ID};
  return s;
}

ft_checker_variable *ft_checker_variable_now (ft_checker *c, ft_id variable) {
  ft_checker_variable *s = c->variables + variable;
  if (s->stamp != c->run) {
    *s = (ft_checker_variable){.stamp = c->run};
    for (int b = 0; b < 8; b++)
      s->writer[b] = FT_NO_ID;
  }
  return s;
}

ft_checker_object *ft_checker_object_now (ft_checker *c, ft_id object) {
  ft_checker_object *s = c->objects + object;
  if (s->stamp != c->run) {
    s->stamp = c->run;
    s->arrivals = s->barrier_events = 0;
    s->broadcasts = 0;
    s->counted = false;
    s->count = c->facts.objects[object].count;
    FT_CLEAR (s->signals);
  }
  return s;
}

bool ft_checker_did (ft_checker *c, ft_id event) {
  if (c->paths)
    return c->ran[event] == c->run;
  ft_tid t = c->trace->events[event].thread;
  return ft_checker_thread_now (c, t)->done > c->facts.local[event];
}

const ft_read_from *ft_checker_read_from (const ft_checker *c, ft_id read) {
  ft_id i = c->graph ? ft_map_get (&c->stale, read) : FT_NO_ID;
  return i == FT_NO_ID ? NULL : c->graph->reads.begin + i;
}

ft_id ft_checker_writer (ft_checker *c, ft_id read, int byte) {
  const ft_read_from *stale = ft_checker_read_from (c, read);
  ft_id variable = c->trace->events[read].target;
  return stale ? stale->write
               : ft_checker_variable_now (c, variable)->writer[byte];
}

bool ft_refuse (ft_checker *c, const char *format, ...) {
  char text[1024];
  va_list arguments;
  if (!c->why)
    return false;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_strbuf_add (c->why, "%s", text);
  return false;
}

ft_phrase ft_describe (const ft_trace *trace, ft_id event) {
  const ft_event *e = trace->events + event;
  ft_phrase p;
  bool target = e->target != FT_NO_ID;
  snprintf (p.text, sizeof p.text, "event %" PRIu32 " (%.40s %s%s%.40s)", event,
            ft_trace_name (trace, FT_CLASS_THREAD, e->thread),
            ft_kind_name (ft_event_shown_kind (e)), target ? " " : "",
            target ? ft_trace_target_name (trace, e) : "");
  return p;
}
