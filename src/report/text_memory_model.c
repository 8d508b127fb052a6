// A race as C11 defines it, in place of a schedule: the recorded order is one,
// and what is missing in it is a write and a read that synchronise.

#include <inttypes.h>

#include "report/row.h"
#include "report/text_race.h"

static const char *noun (const ft_event *e) {
  bool reads = ft_kind_reads (e->kind), writes = ft_kind_writes (e->kind);
  if (!ft_kind_is_atomic (e->kind))
    return writes ? "write" : "read";
  return reads && writes ? "update" : writes ? "store" : "load";
}

static const char *order_of (const ft_event *e) {
  return !ft_kind_is_atomic (e->kind)   ? "plain"
         : e->order == FT_ORDER_PLAIN ? "seq_cst"
                                      : ft_memory_order_name (e->order);
}

// "T1's relaxed store".
static void add_event (ft_strbuf *line, const ft_trace *t, const ft_event *e) {
  ft_row_name (line, ft_trace_name (t, FT_CLASS_THREAD, e->thread));
  ft_strbuf_add (line, "'s %s %s", order_of (e), noun (e));
}

static void add_location (ft_strbuf *line, const ft_trace *t, ft_id event) {
  if (t->events[event].location == FT_NO_ID) {
    ft_strbuf_add (line, " (event %" PRIu32 ")", event);
    return;
  }
  ft_strbuf_add (line, " (");
  ft_row_location (line, t, t->events[event].location);
  ft_strbuf_add (line, ")");
}

static bool releases (const ft_event *e) {
  return e->order != FT_ORDER_RELAXED && e->order != FT_ORDER_ACQUIRE &&
         e->order != FT_ORDER_CONSUME;
}

static bool acquires (const ft_event *e) {
  return e->order != FT_ORDER_RELAXED && e->order != FT_ORDER_RELEASE;
}

// What would synchronise in its place.
static void add_remedy (ft_strbuf *line, const ft_event *write,
                        const ft_event *read) {
  if (!ft_kind_is_atomic (write->kind) || !ft_kind_is_atomic (read->kind))
    ft_strbuf_add (line, "atomic accesses with memory_order_release and "
                         "memory_order_acquire would");
  else if (releases (write) && acquires (read))
    ft_strbuf_add (line, "it is in no release sequence that the other reads");
  else
    ft_strbuf_add (line, "%s%s%s would",
                   releases (write) ? "" : "memory_order_release",
                   releases (write) || acquires (read) ? "" : " / ",
                   acquires (read)    ? ""
                   : releases (write) ? "memory_order_acquire"
                                      : "acquire");
}

void ft_text_memory_model (const ft_text_writer *w, const ft_race *race) {
  const ft_trace *t = w->report->trace;
  ft_id write = race->unsynchronized[0], read = race->unsynchronized[1];
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  memory_model: %s. Neither access happens before the "
                        "other in events 0–%" PRIu32 " as recorded.",
                 ft_memory_model_name (race->witness.memory), race->pair[1]);
  ft_row_end (w->file, &line);
  if (write == read)
    return;
  ft_strbuf_add (&line, "  ");
  add_event (&line, t, t->events + write);
  ft_strbuf_add (&line, " to ");
  ft_row_name (&line, ft_trace_target_name (t, t->events + write));
  add_location (&line, t, write);
  ft_strbuf_add (&line, " does not synchronise with ");
  add_event (&line, t, t->events + read);
  add_location (&line, t, read);
  ft_strbuf_add (&line, "; ");
  add_remedy (&line, t->events + write, t->events + read);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}
