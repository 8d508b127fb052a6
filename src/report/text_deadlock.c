// A deadlock in the text report: which thread holds and waits for which lock,
// and the schedule that leads there.

#include "report/replayed.h"
#include "report/row.h"
#include "report/text_race.h"

static const ft_event *acquire (const ft_text_writer *w, const ft_deadlock *d,
                                uint32_t i) {
  return w->report->trace->events + d->acquires[i % d->length];
}

static void write_head (const ft_text_writer *w, size_t number,
                        const ft_deadlock *d) {
  const ft_trace *t = w->report->trace;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "D%zu  %s of ", number,
                 d->verdict == FT_CERTIFIED ? "deadlock" : "cycle of locks");
  for (uint32_t i = 0; i < d->length; i++) {
    ft_strbuf_add (&line, i ? ", " : "");
    ft_row_name (&line,
                 ft_trace_name (t, FT_CLASS_THREAD, acquire (w, d, i)->thread));
  }
  if (d->instances > 1)
    ft_strbuf_add (&line, " (%s%llu sets of events)",
                   t->whole || t->begins ? "at least " : "",
                   (unsigned long long)d->instances);
  ft_text_verdict (w, &line, d->verdict, FT_MODEL_MCM, d->known, d->suppressed,
                   &d->replayed, NULL);
  ft_strbuf_release (&line);
}

// The acquire by which the thread of 'event' holds the lock, or FT_NO_ID.
static ft_id taken_at (const ft_text_writer *w, ft_id event, ft_id lock) {
  for (ft_id h = w->index->held[event]; h; h = w->index->cells.begin[h].outer) {
    ft_id taken = w->index->cells.begin[h].acquire;
    if (w->report->trace->events[taken].target == lock)
      return taken;
  }
  return FT_NO_ID;
}

static void add_location (ft_strbuf *line, const ft_trace *t,
                          const ft_event *e) {
  ft_row_name (line, ft_trace_target_name (t, e));
  if (e->kind == FT_ACQUIRE_SHARED)
    ft_strbuf_add (line, " (shared)");
  if (e->location != FT_NO_ID)
    ft_strbuf_add (line, " at ");
  ft_row_location (line, t, e->location);
}

// Writes thread i, which holds the lock that thread i - 1 waits for.
static void write_thread (const ft_text_writer *w, const ft_deadlock *d,
                          uint32_t i) {
  const ft_trace *t = w->report->trace;
  const ft_event *e = acquire (w, d, i);
  ft_id taken =
      taken_at (w, d->acquires[i], acquire (w, d, i + d->length - 1)->target);
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  ");
  ft_row_name (&line, ft_trace_name (t, FT_CLASS_THREAD, e->thread));
  ft_strbuf_add (&line, " holds ");
  if (taken != FT_NO_ID)
    add_location (&line, t, t->events + taken);
  ft_strbuf_add (&line, ", waits for ");
  add_location (&line, t, e);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

static void write_reason (const ft_text_writer *w, const ft_deadlock *d) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  reason: ");
  ft_row_name (&line, d->reason ? d->reason : "?");
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

void ft_text_deadlock (const ft_text_writer *w, size_t i, bool full) {
  const ft_deadlock *d = w->report->results->deadlocks + i;
  write_head (w, i + 1, d);
  for (uint32_t k = 0; k < d->length; k++)
    write_thread (w, d, k);
  if (d->verdict != FT_CERTIFIED)
    write_reason (w, d);
  else if (full) {
    ft_text_blocked (w, d);
    ft_replayed_why (w->file, &d->replayed);
    ft_text_check (w, 'D', i + 1);
    ft_text_commands (w, 'D', i + 1, FT_MEMORY_SC);
  }
}
