// Goes back from the second access, through the reads of its thread and the
// writes that they read from, to a write that comes after the first access by
// happens-before.  If this write and the read of it synchronised, before
// whatever the way goes on with, the second access came after the first one.

#include "predict/unsynchronized.h"

#include "base/bits.h"
#include "order/order.h"
#include "trace/assumed.h"

typedef struct way {
  const ft_facts *facts;
  const ft_id *pair;
  ft_bits after; // events that the first access happens before
  ft_id *until;  // per thread: its events before this one are on the way
} way;

static void find_after (way *w) {
  const ft_trace *t = w->facts->trace;
  ft_tid first = t->events[w->pair[0]].thread;
  ft_order *order = ft_order_new (FT_REL_C11, &t->tables);
  ft_time time = 0;
  for (ft_id e = 0; e < w->pair[1]; e++) {
    ft_order_step (order, t->events + e);
    if (e == w->pair[0])
      time = ft_order_time (order, first);
    else if (e > w->pair[0] &&
             ft_order_before (order, first, time, t->events[e].thread))
      ft_bits_add (&w->after, e);
  }
  ft_order_free (order);
}

// The write of another thread that a read on the way reads from, or FT_NO_ID.
static ft_id writer_of (const way *w, ft_id read, bool atomic) {
  const ft_event *events = w->facts->trace->events, *e = events + read;
  ft_id writer;
  if (read >= w->until[e->thread] || ft_event_is_void (e) ||
      !ft_kind_reads (e->kind) || (atomic && !ft_kind_is_atomic (e->kind)) ||
      ft_variable_is_outside (&w->facts->trace->tables, e->target) ||
      !ft_reads_single (w->facts->reads, read, &writer))
    return FT_NO_ID;
  return writer == FT_NO_ID || writer <= w->pair[0] ||
                 events[writer].thread == e->thread ||
                 (atomic && !ft_kind_is_atomic (events[writer].kind))
             ? (ft_id)FT_NO_ID
             : writer;
}

static bool find_edge (way *w, bool atomic, ft_id edge[2]) {
  const ft_trace *t = w->facts->trace;
  ft_tid threads = w->facts->index->threads;
  for (ft_tid i = 0; i < threads; i++)
    w->until[i] = 0;
  w->until[t->events[w->pair[1]].thread] = w->pair[1];
  for (ft_id e = w->pair[1]; e-- > w->pair[0];) {
    ft_id writer = writer_of (w, e, atomic);
    if (writer == FT_NO_ID)
      continue;
    if (ft_bits_has (&w->after, writer)) {
      edge[0] = writer;
      edge[1] = e;
      return true;
    }
    ft_id *until = w->until + t->events[writer].thread;
    *until = *until > writer ? *until : writer;
  }
  return false;
}

void ft_unsynchronized_find (const ft_facts *facts, const ft_id pair[2],
                             ft_id edge[2]) {
  way w = {.facts = facts, .pair = pair};
  w.until = FT_ARRAY (ft_id, facts->index->threads);
  edge[0] = edge[1] = 0;
  find_after (&w);
  if (!find_edge (&w, true, edge))
    find_edge (&w, false, edge);
  FT_RELEASE (w.after);
  free (w.until);
}
