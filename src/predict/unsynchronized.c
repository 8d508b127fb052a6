// Goes back from the second access, through the reads of its thread and the
// writes that they read from, to a write that comes after the first access by
// happens-before.  If this write and the read of it synchronised, before
// whatever the way goes on with, the second access came after the first one.

#include "predict/unsynchronized.h"

#include "base/bits.h"
#include "order/order.h"
#include "trace/assumed.h"

// Events are positions in the schedule.
typedef struct way {
  const ft_facts *facts;
  const ft_id *schedule;
  ft_id *source;     // per event: the last write to a byte that it reads, or
                     // FT_NO_ID
  ft_id first, last; // the accesses
  ft_bits after;     // events that the first access happens before
  ft_id *until;      // per thread: its events before this one are on the way
} way;

static const ft_event *event_at (const way *w, ft_id i) {
  return w->facts->trace->events + w->schedule[i];
}

static void find_after (way *w) {
  ft_tid first = event_at (w, w->first)->thread;
  ft_order *order = ft_order_new (FT_REL_C11, &w->facts->trace->tables);
  ft_time time = 0;
  for (ft_id i = 0; i < w->last; i++) {
    const ft_event *e = event_at (w, i);
    ft_order_step (order, e);
    if (i == w->first)
      time = ft_order_time (order, first);
    else if (i > w->first && ft_order_before (order, first, time, e->thread))
      ft_bits_add (&w->after, i);
  }
  ft_order_free (order);
}

// The last write to a byte of a variable, or FT_NO_ID.
static uint32_t *last_write (ft_map *last, const ft_event *e, int byte) {
  return ft_map_at (last, (uint64_t)e->target << 3 | (unsigned)byte);
}

static void find_sources (way *w) {
  ft_map last = {0};
  for (ft_id i = 0; i <= w->last; i++) {
    const ft_event *e = event_at (w, i);
    w->source[i] = FT_NO_ID;
    if (ft_event_is_void (e) || !ft_kind_accesses (e->kind))
      continue;
    for (int b = 0; b < 8; b++) {
      uint32_t *at = e->mask >> b & 1 ? last_write (&last, e, b) : NULL;
      if (at && ft_kind_reads (e->kind) && *at != FT_NO_ID &&
          (w->source[i] == FT_NO_ID || *at > w->source[i]))
        w->source[i] = *at;
      if (at && ft_kind_writes (e->kind))
        *at = i;
    }
  }
  ft_map_release (&last);
}

// The write of another thread that a read on the way reads from, or FT_NO_ID.
static ft_id writer_of (const way *w, ft_id read, bool atomic) {
  const ft_event *e = event_at (w, read);
  if (read >= w->until[e->thread] || ft_event_is_void (e) ||
      !ft_kind_reads (e->kind) || (atomic && !ft_kind_is_atomic (e->kind)) ||
      ft_variable_is_outside (&w->facts->trace->tables, e->target) ||
      w->source[read] == FT_NO_ID)
    return FT_NO_ID;
  const ft_event *from = event_at (w, w->source[read]);
  return w->source[read] <= w->first || from->thread == e->thread ||
                 (atomic && !ft_kind_is_atomic (from->kind))
             ? (ft_id)FT_NO_ID
             : w->source[read];
}

static bool find_edge (way *w, bool atomic, ft_id edge[2]) {
  ft_tid threads = w->facts->index->threads;
  for (ft_tid i = 0; i < threads; i++)
    w->until[i] = 0;
  w->until[event_at (w, w->last)->thread] = w->last;
  for (ft_id i = w->last; i-- > w->first;) {
    ft_id writer = writer_of (w, i, atomic);
    if (writer == FT_NO_ID)
      continue;
    if (ft_bits_has (&w->after, writer)) {
      edge[0] = w->schedule[writer];
      edge[1] = w->schedule[i];
      return true;
    }
    ft_id *until = w->until + event_at (w, writer)->thread;
    *until = *until > writer ? *until : writer;
  }
  return false;
}

void ft_unsynchronized_find (const ft_facts *facts, const ft_witness *witness,
                             ft_id edge[2]) {
  const ft_id *schedule = witness->schedule.begin;
  ft_id n = (ft_id)witness->schedule.size, last = schedule[n - 1];
  way w = {.facts = facts, .schedule = schedule, .last = n - 1};
  w.until = FT_ARRAY (ft_id, facts->index->threads);
  w.source = FT_ARRAY (ft_id, n);
  for (ft_id i = 0; i < n; i++)
    if (schedule[i] == witness->pair[last == witness->pair[0]])
      w.first = i;
  edge[0] = edge[1] = 0;
  find_after (&w);
  find_sources (&w);
  if (!find_edge (&w, true, edge))
    find_edge (&w, false, edge);
  FT_RELEASE (w.after);
  free (w.until);
  free (w.source);
}
