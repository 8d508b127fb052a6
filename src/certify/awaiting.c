#include "certify/awaiting.h"

#include "certify/facts.h"

static bool is_of_other (const ft_facts *f, ft_id event, ft_id needed) {
  const ft_event *events = f->trace->events;
  return needed != FT_NO_ID && events[needed].thread != events[event].thread;
}

static bool reads_of_other (const ft_facts *f, ft_id read) {
  const ft_reads *r = f->reads;
  for (ft_id i = r->source_begin[read]; i < r->source_begin[read + 1]; i++)
    if (is_of_other (f, read, r->sources.begin[i].writer))
      return true;
  return false;
}

static bool awaits_late_read (const ft_facts *f, ft_id event) {
  const ft_reads *r = f->reads;
  for (ft_id i = r->late_begin[event]; i < r->late_begin[event + 1]; i++)
    if (reads_of_other (f, r->late[i]))
      return true;
  return false;
}

static bool awaits_alloc (const ft_facts *f, ft_id event) {
  const ft_event *e = f->trace->events + event;
  if (!ft_kind_accesses (e->kind))
    return e->kind == FT_FREE;
  ft_pos alloc = f->trace->tables.variables.begin[e->target].alloc;
  return alloc != FT_NO_POS && is_of_other (f, event, (ft_id)alloc);
}

static bool awaits_read (const ft_facts *f, ft_id event) {
  const ft_reads *r = f->reads;
  return (r->matters[event] == f->index->local[event] || r->kept[event]) &&
         reads_of_other (f, event);
}

// An acquire awaits the ends of other threads' sections.
static bool awaits_lock (const ft_facts *f, ft_id event) {
  const ft_event *e = f->trace->events + event;
  const ft_id *begin = f->acquires->list_begin;
  return ft_kind_acquires (e->kind) && !ft_event_is_void (e) &&
         begin[e->target + 1] - begin[e->target] > 1;
}

// The begin of a thread awaits its fork.
static bool may_await (const ft_facts *f, ft_id event) {
  return !f->index->local[event] || awaits_lock (f, event) || awaits_late_read (f, event) ||
         awaits_alloc (f, event) || awaits_read (f, event) ||
         f->index->joined[event] != FT_NO_ID ||
         ft_enablers_has (f->enablers, event) ||
         (f->orders &&
          f->orders->begin[event] != f->orders->begin[event + 1]) ||
         (f->recorded_before && f->recorded_before[event] != FT_NO_ID);
}

ft_awaiting *ft_awaiting_new (const ft_facts *f) {
  ft_awaiting *a = FT_NEW (ft_awaiting);
  ft_id *latest = FT_ARRAY (ft_id, f->index->threads);
  a->last = FT_ARRAY (ft_id, f->trace->size);
  for (ft_id e = 0; e < f->trace->size; e++) {
    ft_tid t = f->trace->events[e].thread;
    if (may_await (f, e)) {
      FT_PUSH (a->events, e);
      latest[t] = (ft_id)a->events.size;
    }
    a->last[e] = latest[t];
  }
  free (latest);
  return a;
}

void ft_awaiting_free (ft_awaiting *a) {
  if (!a)
    return;
  FT_RELEASE (a->events);
  free (a->last);
  free (a);
}
