// Schedulable happens-before (Mathur, Kini, Viswanathan 2018): HB, and from
// the last write of each byte to its reads.  Every pair that it leaves
// unordered is a race, not only the first one.
//
// A read's own edge does not count for the read itself, or no read could race
// with the write that it reads from: it is kept back until the thread's next
// event.
//
// Cost: HB's, and per access a copy of a clock, per read a join.
// Slow twin: 'tests/unit/test_orders.c', all pairs of random traces.

#include "order/relations.h"

void ft_shb_catch_up (ft_order *o, ft_tid t) {
  if (t >= o->late.size)
    return;
  ft_view *late = o->late.begin + t;
  ft_line_learn (ft_lines_at (&o->lines, t), late, FT_ALL_CLOCKS);
  ft_view_release (late);
}

// The stamp tells that the same read, repeated, may have another answer.
static void step_read (ft_order *o, ft_line *line, const ft_event *e) {
  FT_GROW (o->late, (size_t)e->thread + 1, ((ft_view){0}));
  ft_view *late = o->late.begin + e->thread;
  ft_board_read (&o->writes, e->target, e->mask, late);
  line->stamp += !ft_clock_leq (late->clocks, line->view.clocks);
}

static void step_write (ft_order *o, ft_line *line, const ft_event *e) {
  ft_view view = {0};
  ft_view_copy (&view, &line->view);
  if (ft_kind_reads (e->kind)) {
    ft_view_join (&view, o->late.begin + e->thread, FT_ALL_CLOCKS);
    ft_atomics_add (&o->sync.atomics, e, o->late.begin + e->thread);
  }
  ft_board_post (&o->writes, e->target, e->mask, &view);
  ft_view_release (&view);
  ft_line_tell (line);
}

void ft_shb_access (ft_order *o, ft_line *line, const ft_event *e) {
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
  ft_line *line = ft_lines_at (&o->lines, e->thread);
  if (ft_kind_reads (e->kind))
    step_read (o, line, e);
  if (ft_kind_writes (e->kind))
    step_write (o, line, e);
}
