#include "predict/c11_way.h"

#include "trace/tables.h"

static const char *location_of (const ft_trace *t, ft_id e) {
  ft_id location = t->events[e].location;
  return location == FT_NO_ID
             ? "an unknown line"
             : ft_tables_name (&t->tables, FT_CLASS_LOCATION, location);
}

// The last pair of the chain that begins with the i-th one: each is in the way of
// the one before.  A pair comes into the way of others after its own was found, so
// that the chain ends.
static size_t first_cause (const ft_results *x, const ft_c11_way *ways,
                           size_t i) {
  for (size_t n = 0; n < x->size && ways[i].read != FT_NO_ID &&
                     ways[i].pair != FT_C11_NO_PAIR;
       n++)
    i = ways[i].pair;
  return i;
}

static void write_pair (const ft_trace *t, const ft_race *race,
                        ft_strbuf *to) {
  bool certified = race->verdict == FT_CERTIFIED;
  ft_strbuf_add (to,
                 "; its proof needs that the pair %s <-> %s on '%s' is no race, "
                 "which is %s: %s",
                 location_of (t, race->pair[0]), location_of (t, race->pair[1]),
                 ft_tables_name (&t->tables, FT_CLASS_VARIABLE, race->variable),
                 certified ? "certified" : "not proved",
                 certified ? "mend that first, record and check again"
                           : "its own entry says what to do");
}

static void write_read (const ft_trace *t, ft_id read, ft_strbuf *to) {
  ft_strbuf_add (to,
                 "; its proof needs that the read of '%s' at %s synchronises "
                 "with what it reads: with memory_order_acquire there, and "
                 "memory_order_release at the writes, it would",
                 ft_tables_name (&t->tables, FT_CLASS_VARIABLE,
                                 t->events[read].target),
                 location_of (t, read));
}

void ft_c11_way_write (const ft_trace *t, const ft_results *x,
                       const ft_c11_way *ways, size_t i, ft_strbuf *to) {
  size_t cause = first_cause (x, ways, i);
  if (ways[cause].read != FT_NO_ID)
    write_read (t, ways[cause].read, to);
  else if (cause != i && x->races[cause].pair[1] < t->size)
    write_pair (t, x->races + cause, to);
}
