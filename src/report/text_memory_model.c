// A race as C11 defines it: the recorded order, or another one that is shown, and
// what is missing in it, a write and a read that synchronise; or, in an execution
// graph, the loads that return older stores.

#include <inttypes.h>
#include <string.h>

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

// The weakest order with which the write releases, or the read acquires, beside
// what it has.
static const char *releasing (const ft_event *e) {
  return e->order == FT_ORDER_RELAXED ? "memory_order_release"
                                      : "memory_order_acq_rel";
}

static const char *acquiring (const ft_event *e) {
  return e->order == FT_ORDER_RELAXED ? "memory_order_acquire"
                                      : "memory_order_acq_rel";
}

// What would synchronise in its place.
static void add_remedy (ft_strbuf *line, const ft_event *write,
                        const ft_event *read, const ft_id fences[2]) {
  bool released = releases (write) || fences[0];
  bool acquired = acquires (read) || fences[1];
  if (!ft_kind_is_atomic (write->kind) || !ft_kind_is_atomic (read->kind))
    ft_strbuf_add (line, "atomic accesses with memory_order_release and "
                         "memory_order_acquire would");
  else if (released && acquired)
    ft_strbuf_add (line, "it is in no release sequence that the other reads");
  else
    ft_strbuf_add (line, "%s%s%s would", released ? "" : releasing (write),
                   released || acquired ? "" : " / ",
                   acquired   ? ""
                   : released ? acquiring (read)
                              : acquiring (read) + strlen ("memory_order_"));
}

// The last write before the read in the schedule, which it does not return.
static ft_id passed_over (const ft_trace *t, const ft_witness *w, ft_id read) {
  ft_id last = FT_NO_ID;
  for (size_t i = 0; i < w->schedule.size; i++) {
    const ft_event *e = t->events + w->schedule.begin[i];
    if (w->schedule.begin[i] == read)
      break;
    if (ft_kind_writes (e->kind) && e->target == t->events[read].target &&
        e->mask & t->events[read].mask)
      last = w->schedule.begin[i];
  }
  return last;
}

// "T2's acquire load of flag (a.c:10) returns the initial value, and not that of
// T1's release store (a.c:20)".
static void add_stale_read (ft_strbuf *line, const ft_trace *t,
                            const ft_witness *w, const ft_read_from *r) {
  ft_id passed = passed_over (t, w, r->read);
  add_event (line, t, t->events + r->read);
  ft_strbuf_add (line, " of ");
  ft_row_name (line, ft_trace_target_name (t, t->events + r->read));
  add_location (line, t, r->read);
  if (r->write == FT_NO_ID)
    ft_strbuf_add (line, " may return the initial value");
  else {
    ft_strbuf_add (line, " may return ");
    add_event (line, t, t->events + r->write);
    add_location (line, t, r->write);
  }
  if (passed == FT_NO_ID)
    return;
  ft_strbuf_add (line, ", which is older than ");
  add_event (line, t, t->events + passed);
  add_location (line, t, passed);
}

// Reads that a sentence names.
enum { MOST_READS = 3 };

static void add_stale_reads (ft_strbuf *line, const ft_trace *t,
                             const ft_witness *w) {
  size_t size = w->reads.size;
  for (size_t i = 0; i < size && i < MOST_READS; i++) {
    ft_strbuf_add (line, i ? "; " : "");
    add_stale_read (line, t, w, w->reads.begin + i);
  }
  if (size > MOST_READS)
    ft_strbuf_add (line, "; and %zu more loads older stores", size - MOST_READS);
  ft_strbuf_add (line, ": no order forbids it; memory_order_seq_cst for the "
                       "loads and stores of both threads would");
}

static void add_fence (ft_strbuf *line, const ft_trace *t, ft_id fence,
                       const char *relation) {
  if (!fence)
    return;
  ft_strbuf_add (line, ", %s a fence", relation);
  add_location (line, t, fence);
}

bool ft_text_add_unsynchronized (ft_strbuf *line, const ft_trace *t,
                                 const ft_race *race) {
  if (!FT_EMPTY (race->witness.reads)) {
    add_stale_reads (line, t, &race->witness);
    return true;
  }
  ft_id write = race->unsynchronized[0], read = race->unsynchronized[1];
  if (race->witness.memory == FT_MEMORY_SC || write == read)
    return false;
  add_event (line, t, t->events + write);
  ft_strbuf_add (line, " to ");
  ft_row_name (line, ft_trace_target_name (t, t->events + write));
  add_location (line, t, write);
  if (!releases (t->events + write))
    add_fence (line, t, race->fences[0], "behind");
  ft_strbuf_add (line, "%s does not synchronise with ",
                 !releases (t->events + write) && race->fences[0] ? "," : "");
  add_event (line, t, t->events + read);
  add_location (line, t, read);
  if (!acquires (t->events + read))
    add_fence (line, t, race->fences[1], "before");
  ft_strbuf_add (line, "; ");
  add_remedy (line, t->events + write, t->events + read, race->fences);
  return true;
}

static bool is_as_recorded (const ft_witness *w) {
  for (size_t i = 0; i < w->schedule.size; i++)
    if (w->schedule.begin[i] != i)
      return false;
  return true;
}

void ft_text_memory_model (const ft_text_writer *w, const ft_race *race) {
  bool recorded = is_as_recorded (&race->witness);
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  memory_model: %s. Neither access happens before the "
                        "other in ",
                 ft_memory_model_name (race->witness.memory));
  if (race->witness.memory == FT_MEMORY_RC11)
    ft_strbuf_add (&line, "an execution graph of ");
  if (recorded)
    ft_strbuf_add (&line, "events 0–%" PRIu32 " as recorded.", race->pair[1]);
  else
    ft_strbuf_add (&line, "the schedule below.");
  ft_row_end (w->file, &line);
  ft_strbuf_add (&line, "  ");
  if (ft_text_add_unsynchronized (&line, w->report->trace, race))
    ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
  if (!recorded)
    ft_text_schedule (w, race);
}
