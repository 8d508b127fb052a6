#include "candidate/ideal.h"

#include <string.h>

struct ft_ideals {
  const ft_facts *facts;
  ft_tid threads;
  ft_id *row; // per event: what it needs, itself aside; an offset in 'rows'
  FT_STACK (ft_id) rows; // 'threads' numbers each; the first row is all zero
};

static ft_tid thread_of (const ft_ideals *x, ft_id e) {
  return x->facts->trace->events[e].thread;
}

static ft_id local (const ft_ideals *x, ft_id e) {
  return x->facts->index->local[e];
}

static bool includes (const ft_ideals *x, const ft_id *cut, ft_id e) {
  return cut[thread_of (x, e)] > local (x, e);
}

static void include (const ft_ideals *x, ft_id e, ft_id *cut) {
  if (e == FT_NO_ID || includes (x, cut, e))
    return;
  const ft_id *row = x->rows.begin + (size_t)x->row[e] * x->threads;
  for (ft_tid t = 0; t < x->threads; t++)
    if (row[t] > cut[t])
      cut[t] = row[t];
  cut[thread_of (x, e)] = local (x, e) + 1;
}

// ---- what events need ----------------------------------------------------

static void include_alloc (const ft_ideals *x, ft_id variable, ft_id *cut) {
  ft_pos alloc = x->facts->trace->tables.variables.begin[variable].alloc;
  if (alloc != FT_NO_POS)
    include (x, (ft_id)alloc, cut);
}

static void include_sources (const ft_ideals *x, ft_id read, ft_id *cut) {
  const ft_reads *reads = x->facts->reads;
  for (ft_id i = reads->source_begin[read]; i < reads->source_begin[read + 1];
       i++)
    include (x, reads->sources.begin[i].writer, cut);
}

// What the thread of 'e' waits for, beside its own events, before it can be
// about to execute it, if its own value is free, or to execute it.
static void include_to_reach (const ft_ideals *x, ft_id e, bool free_value,
                              ft_id *cut) {
  const ft_reads *reads = x->facts->reads;
  const ft_trace *trace = x->facts->trace;
  const ft_event *event = trace->events + e;
  const ft_detail *detail = ft_tables_detail (&trace->tables, event);
  if (!local (x, e))
    include (x, x->facts->index->fork_of[event->thread], cut);
  for (ft_id i = reads->late_begin[e]; i < reads->late_begin[e + 1]; i++)
    if (!free_value || !reads->by_value[reads->late[i]])
      include_sources (x, reads->late[i], cut);
  if (ft_kind_accesses (event->kind))
    include_alloc (x, event->target, cut);
  else if (event->kind == FT_FREE && detail)
    for (uint32_t i = 0; i < detail->freed_count; i++)
      include_alloc (x, trace->tables.freed.begin[detail->freed + i], cut);
}

static void include_to_run (const ft_ideals *x, ft_id e, ft_id *cut) {
  const ft_facts *f = x->facts;
  include_to_reach (x, e, false, cut);
  if (ft_event_is_void (f->trace->events + e))
    return;
  if (f->reads->matters[e] == local (x, e))
    include_sources (x, e, cut);
  include (x, f->index->joined[e], cut);
  if (f->recorded_before)
    include (x, f->recorded_before[e], cut);
}

void ft_ideals_reach (const ft_ideals *x, ft_id e, bool made, ft_id *cut) {
  if (local (x, e))
    include (
        x, ft_index_event (x->facts->index, thread_of (x, e), local (x, e) - 1),
        cut);
  include_to_reach (x, e, !made, cut);
  if (made)
    include_sources (x, e, cut);
}

// ---- clocks --------------------------------------------------------------

// The row of an event is that of the event before it in its thread, unless
// it needs more.
static void add_event (ft_ideals *x, ft_id e, ft_id *cut, ft_id *latest) {
  size_t bytes = x->threads * sizeof *cut;
  ft_id *row = latest + thread_of (x, e);
  memcpy (cut, x->rows.begin + (size_t)*row * x->threads, bytes);
  cut[thread_of (x, e)] = local (x, e); // its own events need nothing new
  include_to_run (x, e, cut);
  cut[thread_of (x, e)] = 0;
  if (memcmp (cut, x->rows.begin + (size_t)*row * x->threads, bytes)) {
    *row = (ft_id)(x->rows.size / x->threads);
    for (ft_tid t = 0; t < x->threads; t++)
      FT_PUSH (x->rows, cut[t]);
  }
  x->row[e] = *row;
}

ft_ideals *ft_ideals_new (const ft_facts *facts) {
  ft_ideals *x = FT_NEW (ft_ideals);
  x->facts = facts;
  x->threads = facts->index->threads;
  x->row = FT_ARRAY (ft_id, facts->trace->size);
  FT_GROW (x->rows, x->threads, 0);
  ft_id *latest = FT_ARRAY (ft_id, x->threads);
  ft_id *cut = FT_ARRAY (ft_id, x->threads);
  for (ft_id e = 0; e < facts->trace->size; e++)
    add_event (x, e, cut, latest);
  free (latest);
  free (cut);
  return x;
}

void ft_ideals_free (ft_ideals *x) {
  if (!x)
    return;
  free (x->row);
  FT_RELEASE (x->rows);
  free (x);
}

// ---- sections ------------------------------------------------------------

static bool is_shared (const ft_ideals *x, ft_id acquire) {
  return x->facts->trace->events[acquire].kind == FT_ACQUIRE_SHARED;
}

// Whether the lane opens a section after 'acquire' that excludes it.
static bool lane_follows (const ft_ideals *x, const ft_lane *lane,
                          ft_id acquire, const ft_id *cut) {
  const ft_lanes *acquires = x->facts->acquires;
  for (ft_id i = ft_lane_from (acquires, lane, cut[lane->thread]);
       i-- > lane->begin && acquires->events[i] > acquire;)
    if (!is_shared (x, acquire) || !is_shared (x, acquires->events[i]))
      return true;
  return false;
}

static bool must_close (const ft_ideals *x, ft_id acquire, const ft_id *cut) {
  const ft_lanes *acquires = x->facts->acquires;
  const ft_event *event = x->facts->trace->events + acquire;
  for (ft_id i = acquires->lane_begin[event->target];
       i < acquires->lane_begin[event->target + 1]; i++)
    if (acquires->lanes.begin[i].thread != event->thread &&
        lane_follows (x, acquires->lanes.begin + i, acquire, cut))
      return true;
  return false;
}

enum closing { NOTHING_TO_CLOSE, CLOSED_ONE, CANNOT_CLOSE };

static enum closing close_one (const ft_ideals *x, ft_tid t, ft_id *cut) {
  const ft_index *index = x->facts->index;
  for (ft_id h = ft_index_held_at (index, t, cut[t]); h;
       h = index->cells.begin[h].outer) {
    ft_id acquire = index->cells.begin[h].acquire;
    if (!must_close (x, acquire, cut))
      continue;
    if (index->match[acquire] == FT_NO_ID)
      return CANNOT_CLOSE;
    include (x, index->match[acquire], cut);
    return CLOSED_ONE;
  }
  return NOTHING_TO_CLOSE;
}

bool ft_ideals_close (const ft_ideals *x, ft_id *cut) {
  ft_tid quiet = 0; // threads in a row with nothing to close
  for (ft_tid t = 0; quiet < x->threads; t = (t + 1) % x->threads)
    switch (close_one (x, t, cut)) {
    case NOTHING_TO_CLOSE:
      quiet++;
      break;
    case CLOSED_ONE:
      quiet = 0;
      break;
    case CANNOT_CLOSE:
      return false;
    }
  return true;
}
