#include "certify/unvalued.h"

#include <string.h>

#include "trace/assumed.h"

bool ft_unvalued_read (const ft_tables *tables, const ft_event *e) {
  return ft_kind_reads (e->kind) &&
         !(e->flags & (FT_HAS_VALUE | FT_ALTPATH)) && !ft_event_is_void (e) &&
         !ft_variable_is_outside (tables, e->target);
}

enum { MOST_KINDS = 64 }; // of unvalued writes to one variable

// Writes of one thread to the same bytes, with the same value if a read showed it.
typedef struct write_kind {
  ft_tid thread;
  uint8_t mask;
  bool known;
  uint64_t value;
  ft_id first, last; // events
} write_kind;

typedef struct unvalued {
  const ft_reads *reads;
  ft_map shown; // by write: a read that shows its value
  write_kind kinds[MOST_KINDS];
  unsigned count;
  bool too_many;
} unvalued;

static const ft_event *event_at (const unvalued *u, ft_id e) {
  return u->reads->index->trace->events + e;
}

static void find_shown (unvalued *u) {
  const ft_trace *trace = u->reads->index->trace;
  for (ft_id e = 0; e < trace->size; e++) {
    const ft_event *event = trace->events + e;
    ft_id source;
    if (ft_kind_reads (event->kind) && event->flags & FT_HAS_VALUE &&
        ft_reads_single (u->reads, e, &source) && source != FT_NO_ID &&
        event_at (u, source)->mask == event->mask)
      *ft_map_at (&u->shown, source) = e;
  }
}

static bool is_same (const write_kind *a, const write_kind *b) {
  return a->thread == b->thread && a->mask == b->mask && a->known == b->known &&
         a->value == b->value;
}

static void add_write (unvalued *u, ft_id write) {
  const ft_event *event = event_at (u, write);
  ft_id read = ft_map_get (&u->shown, write);
  bool known = read != FT_NO_ID;
  write_kind kind = {event->thread, event->mask,
                     known,         known ? event_at (u, read)->value : 0,
                     write,         write};
  for (unsigned i = 0; i < u->count; i++)
    if (is_same (u->kinds + i, &kind)) {
      u->kinds[i].last = write;
      return;
    }
  if (u->count < MOST_KINDS)
    u->kinds[u->count++] = kind;
  else
    u->too_many = true;
}

// Whether the read returns the common bytes from this event, or from a later one
// of its own thread, which hides it in every order.
static bool is_hidden (const unvalued *u, ft_id read, const write_kind *kind) {
  const ft_reads *r = u->reads;
  bool own = kind->thread == event_at (u, read)->thread;
  uint8_t left = kind->mask & event_at (u, read)->mask;
  for (ft_id i = r->source_begin[read]; i < r->source_begin[read + 1]; i++) {
    const ft_read_source *s = r->sources.begin + i;
    bool hides = s->writer == kind->first ||
                 (own && s->writer != FT_NO_ID && s->writer > kind->last &&
                  event_at (u, s->writer)->thread == kind->thread);
    if (hides)
      left &= (uint8_t)~s->mask;
  }
  return !left && (own || kind->first == kind->last);
}

static bool may_return (const unvalued *u, ft_id read, const write_kind *kind) {
  const ft_event *event = event_at (u, read);
  if (!(kind->mask & event->mask) ||
      (kind->known && kind->mask == event->mask && kind->value != event->value))
    return false;
  if (kind->thread == event->thread && kind->first >= read)
    return false;
  return !is_hidden (u, read, kind);
}

static bool is_unvalued (const unvalued *u, ft_id read) {
  bool found = u->too_many;
  for (unsigned i = 0; i < u->count && !found; i++)
    found = may_return (u, read, u->kinds + i);
  return found;
}

static void visit_variable (unvalued *u, ft_id v, uint8_t *marks) {
  const struct ft_index_list *list = &u->reads->index->accesses;
  u->count = 0;
  u->too_many = false;
  for (ft_id i = list->begin[v]; i < list->begin[v + 1]; i++) {
    ft_id e = list->events[i];
    const ft_event *event = event_at (u, e);
    if (ft_kind_writes (event->kind) && !ft_event_is_void (event) &&
        !ft_reads_written (u->reads, e))
      add_write (u, e);
  }
  for (ft_id i = list->begin[v]; u->count && i < list->begin[v + 1]; i++) {
    ft_id e = list->events[i];
    const ft_event *event = event_at (u, e);
    if (ft_kind_reads (event->kind) && event->flags & FT_HAS_VALUE &&
        !ft_event_is_void (event))
      marks[e] = is_unvalued (u, e);
  }
}

void ft_unvalued_find (const ft_reads *r, uint8_t *marks) {
  unvalued u = {.reads = r};
  uint32_t variables =
      ft_tables_count (&r->index->trace->tables, FT_CLASS_VARIABLE);
  find_shown (&u);
  for (ft_id v = 0; v < variables; v++)
    visit_variable (&u, v, marks);
  ft_map_release (&u.shown);
}
