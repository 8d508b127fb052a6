// Goes back from the second access, through the reads of its thread and the
// writes that they read from, to a write that comes after the first access by
// happens-before.  If this write and the read of it synchronised, before
// whatever the way goes on with, the second access came after the first one.

#include "predict/unsynchronized.h"

#include <string.h>

#include "base/bits.h"
#include "order/atomic.h"
#include "order/order.h"
#include "trace/assumed.h"

// Events are positions in the schedule.
typedef struct way {
  const ft_facts *facts;
  const ft_id *schedule;
  ft_id *source;     // per event: the last write to a byte that it reads, or
                     // FT_NO_ID
  ft_id first, last; // the accesses
  ft_bits after; // events that the first access happens before, and itself if
                 // it is an atomic write
  ft_id *until;  // per thread: its events before this one are on the way
  bool fenced;   // the schedule has fences
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
    w->fenced |= e->kind == FT_FENCE;
    if (i == w->first) {
      time = ft_order_time (order, first);
      if (ft_kind_is_atomic (e->kind) && ft_kind_writes (e->kind))
        ft_bits_add (&w->after, i);
    } else if (i > w->first && ft_order_before (order, first, time, e->thread))
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
  return w->source[read] < w->first || from->thread == e->thread ||
                 (atomic && !ft_kind_is_atomic (from->kind))
             ? (ft_id)FT_NO_ID
             : w->source[read];
}

// The write before an atomic update in what may be its release sequence, or
// FT_NO_ID: who reads the update synchronises with the head of the sequence,
// whatever the order of the update.
static ft_id write_before (const way *w, ft_id update) {
  const ft_event *e = event_at (w, update);
  ft_id source = w->source[update];
  return ft_kind_is_atomic (e->kind) && ft_kind_reads (e->kind) &&
                 source != FT_NO_ID && source >= w->first &&
                 ft_kind_is_atomic (event_at (w, source)->kind)
             ? source
             : (ft_id)FT_NO_ID;
}

// The latest write that the read synchronises with if both have the orders for
// it, and that the first access happens before, or FT_NO_ID. The writes are on
// the way.
static ft_id find_head (way *w, ft_id writer) {
  for (; writer != FT_NO_ID; writer = write_before (w, writer)) {
    if (ft_bits_has (&w->after, writer))
      return writer;
    ft_id *until = w->until + event_at (w, writer)->thread;
    *until = *until > writer ? *until : writer;
  }
  return FT_NO_ID;
}

// The last release fence of the thread before the write that the first access
// happens before, as an event of the trace, or 0.
static ft_id release_fence (const way *w, ft_id write) {
  for (ft_id i = write; i-- > w->first;) {
    const ft_event *e = event_at (w, i);
    if (e->kind == FT_FENCE && e->thread == event_at (w, write)->thread &&
        ft_atomic_releases (e->order) && ft_bits_has (&w->after, i))
      return w->schedule[i];
  }
  return 0;
}

// The first acquire fence of the thread between the read and what the way goes
// on with, or 0.
static ft_id acquire_fence (const way *w, ft_id read) {
  ft_tid thread = event_at (w, read)->thread;
  for (ft_id i = read + 1; i < w->until[thread]; i++) {
    const ft_event *e = event_at (w, i);
    if (e->kind == FT_FENCE && e->thread == thread &&
        ft_atomic_acquires (e->order))
      return w->schedule[i];
  }
  return 0;
}

// What is found: a write, a read of it, and their fences.
typedef struct found {
  ft_id edge[2], fences[2];
  bool half; // one of the two has the order for it
} found;

// Edges that are looked at for one that a program may mean to synchronise.
enum { MOST_EDGES = 16 };

static void set_found (const way *w, ft_id head, ft_id read, bool atomic,
                       found *x) {
  const ft_event *write = event_at (w, head), *e = event_at (w, read);
  x->edge[0] = w->schedule[head];
  x->edge[1] = w->schedule[read];
  x->fences[0] = atomic && w->fenced ? release_fence (w, head) : 0;
  x->fences[1] = atomic && w->fenced ? acquire_fence (w, read) : 0;
  x->half = (ft_atomic_releases (write->order) || x->fences[0]) !=
            (ft_atomic_acquires (e->order) || x->fences[1]);
}

// Finds the latest edge of which one access has the order for it; without one,
// the latest edge: counters and numbers of tickets are relaxed on purpose.
static bool find_edge (way *w, bool atomic, found *result) {
  ft_tid threads = w->facts->index->threads;
  int edges = 0;
  for (ft_tid i = 0; i < threads; i++)
    w->until[i] = 0;
  w->until[event_at (w, w->last)->thread] = w->last;
  for (ft_id i = w->last; i-- > w->first && edges < MOST_EDGES;) {
    ft_id head = find_head (w, writer_of (w, i, atomic));
    if (head == FT_NO_ID)
      continue;
    found x;
    set_found (w, head, i, atomic, &x);
    if (!edges++ || x.half)
      *result = x;
    if (x.half || !atomic)
      return true;
  }
  return edges;
}

void ft_unsynchronized_find (const ft_facts *facts, const ft_witness *witness,
                             ft_id edge[2], ft_id fences[2]) {
  const ft_id *schedule = witness->schedule.begin;
  ft_id n = (ft_id)witness->schedule.size, last = schedule[n - 1];
  way w = {.facts = facts, .schedule = schedule, .last = n - 1};
  w.until = FT_ARRAY (ft_id, facts->index->threads);
  w.source = FT_ARRAY (ft_id, n);
  for (ft_id i = 0; i < n; i++)
    if (schedule[i] == witness->pair[last == witness->pair[0]])
      w.first = i;
  found x = {{0}, {0}, false};
  find_after (&w);
  find_sources (&w);
  if (!find_edge (&w, true, &x))
    find_edge (&w, false, &x);
  memcpy (edge, x.edge, sizeof x.edge);
  memcpy (fences, x.fences, sizeof x.fences);
  FT_RELEASE (w.after);
  free (w.until);
  free (w.source);
}
