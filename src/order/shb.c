// Schedulable happens-before (Mathur, Kini, Viswanathan 2018): HB, and an edge
// from the last write of each byte to its reads.  Every pair that SHB leaves
// unordered is a race, not only the first one.
//
// A read's own edge does not count for the read itself, or no read could race
// with the write that it reads from.  So the edge is delayed until the thread's
// next event.
//
// Cost: HB's, and per write a copy of a clock, per read that learns of a write
// a join. Slow twin: 'tests/unit/test_orders.c', all pairs of random traces.

#include "order/relations.h"

void ft_shb_join_delayed (ft_order *o, ft_tid t) {
  ft_clocks *delayed = o->delayed.begin + t;
  ft_order_thread_join (ft_order_threads_at (&o->threads, t), delayed,
                        FT_ALL_CLOCKS);
  ft_clocks_release (delayed);
}

// A write publishes its local time alone, and this time is the newest of the
// clock that the write leaves.  So a thread that knows the time knows the whole
// clock. The stamp changes with each delayed edge, since the same read,
// repeated, is ordered otherwise.
static void step_read (ft_order *o, ft_order_thread *thread,
                       const ft_event *e) {
  if (e->target >= o->writes.first.size)
    return;
  for (ft_id i = o->writes.first.begin[e->target]; i != FT_NO_ID;
       i = o->writes.entries.begin[i].next) {
    const struct ft_write_clock *entry = o->writes.entries.begin + i;
    const ft_clock *clock = entry->clocks.of + FT_CLOCK_ORDER;
    if (!(entry->mask & e->mask) ||
        ft_order_thread_after (thread, clock->top, clock->time))
      continue;
    FT_GROW (o->delayed, (size_t)e->thread + 1, ((ft_clocks){0}));
    ft_clocks_join (o->delayed.begin + e->thread, &entry->clocks,
                    FT_ALL_CLOCKS);
    thread->stamp++;
  }
}

static void step_rmw (ft_order *o, ft_order_thread *thread, const ft_event *e) {
  FT_GROW (o->delayed, (size_t)e->thread + 1, ((ft_clocks){0}));
  ft_clocks *delayed = o->delayed.begin + e->thread;
  ft_clocks clocks = {0};
  ft_clocks_copy (&clocks, &thread->clocks);
  ft_clocks_join (&clocks, delayed, FT_ALL_CLOCKS);
  ft_atomics_add (&o->sync.atomics, e, delayed);
  ft_write_clocks_set (&o->writes, e->target, e->mask, &clocks);
  ft_clocks_release (&clocks);
  ft_order_thread_publish (thread);
}

static void step_write (ft_order *o, ft_order_thread *thread,
                        const ft_event *e) {
  ft_write_clocks_set (&o->writes, e->target, e->mask, &thread->clocks);
  ft_order_thread_publish (thread);
}

void ft_shb_access (ft_order *o, ft_order_thread *thread, const ft_event *e) {
  ft_hb_access (o, e);
  if (e->kind == FT_READ)
    step_read (o, thread, e);
  else
    step_write (o, thread, e);
}

void ft_shb_step (ft_order *o, const ft_event *e) {
  if (e->kind == FT_JOIN)
    ft_shb_catch_up (o, e->target);
  ft_hb_step (o, e);
  ft_order_thread *thread = ft_order_threads_at (&o->threads, e->thread);
  if (ft_kind_reads (e->kind))
    step_read (o, thread, e);
  if (e->kind == FT_ATOMIC_RMW)
    step_rmw (o, thread, e);
  else if (ft_kind_writes (e->kind))
    step_write (o, thread, e);
}
