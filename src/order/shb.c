// Schedulable happens-before (Mathur, Kini, Viswanathan 2018): HB, and from
// the last write of each byte to its reads.  Every pair that it leaves
// unordered is a race, not only the first one.
//
// A read's own edge does not count for the read itself, or no read could race
// with the write that it reads from: it is kept back until the thread's next
// event.
//
// Cost: HB's, and per write a copy of a clock, per read that learns of a write
// a join.
// Slow twin: 'tests/unit/test_orders.c', all pairs of random traces.

#include "order/relations.h"

void ft_shb_learn_late (ft_order *o, ft_tid t) {
  ft_clocks *late = o->late.begin + t;
  ft_order_thread_join (ft_order_threads_at (&o->lines, t), late,
                        FT_ALL_CLOCKS);
  ft_clocks_release (late);
}

// A write is the only event that tells its local time, which is on top of the
// clock it leaves; so who knows that time knows all of it.  The stamp tells
// that the same read, repeated, may have another answer.
static void step_read (ft_order *o, ft_order_thread *line, const ft_event *e) {
  if (e->target >= o->writes.first.size)
    return;
  for (ft_id i = o->writes.first.begin[e->target]; i != FT_NO_ID;
       i = o->writes.notes.begin[i].next) {
    const struct ft_write_clock *note = o->writes.notes.begin + i;
    const ft_clock *clock = note->view.clocks + FT_CLOCK_ORDER;
    if (!(note->mask & e->mask) ||
        ft_order_thread_after (line, clock->top, clock->time))
      continue;
    FT_GROW (o->late, (size_t)e->thread + 1, ((ft_clocks){0}));
    ft_clocks_join (o->late.begin + e->thread, &note->view, FT_ALL_CLOCKS);
    line->stamp++;
  }
}

static void step_rmw (ft_order *o, ft_order_thread *line, const ft_event *e) {
  FT_GROW (o->late, (size_t)e->thread + 1, ((ft_clocks){0}));
  ft_clocks *late = o->late.begin + e->thread;
  ft_clocks view = {0};
  ft_clocks_copy (&view, &line->view);
  ft_clocks_join (&view, late, FT_ALL_CLOCKS);
  ft_atomics_add (&o->sync.atomics, e, late);
  ft_write_clocks_set (&o->writes, e->target, e->mask, &view);
  ft_clocks_release (&view);
  ft_order_thread_publish (line);
}

static void step_write (ft_order *o, ft_order_thread *line, const ft_event *e) {
  ft_write_clocks_set (&o->writes, e->target, e->mask, &line->view);
  ft_order_thread_publish (line);
}

void ft_shb_access (ft_order *o, ft_order_thread *line, const ft_event *e) {
  ft_hb_access (o, e);
  if (e->kind == FT_READ)
    step_read (o, line, e);
  else
    step_write (o, line, e);
}

void ft_shb_step (ft_order *o, const ft_event *e) {
  if (e->kind == FT_JOIN)
    ft_shb_catch_up (o, e->target);
  ft_hb_step (o, e);
  ft_order_thread *line = ft_order_threads_at (&o->lines, e->thread);
  if (ft_kind_reads (e->kind))
    step_read (o, line, e);
  if (e->kind == FT_ATOMIC_RMW)
    step_rmw (o, line, e);
  else if (ft_kind_writes (e->kind))
    step_write (o, line, e);
}
