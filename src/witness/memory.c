// Memory in a schedule: lifetimes of variables, and what reads return.  A second
// free may come after the first one: in the run it did, and its thread went on.
//
// A read returns its recorded value if each byte comes from the write that it
// came from in the trace (no write counts as one), or from a write, or the
// beginning, that is known to leave there what was read.  A spoiled exchange
// leaves neither (see 'needs.c').

#include "witness/checker_state.h"

static bool is_live (ft_checker *c, ft_id event, ft_id variable) {
  ft_pos alloc = c->trace->tables.variables.begin[variable].alloc;
  const char *name = ft_trace_name (c->trace, FT_CLASS_VARIABLE, variable);
  if (alloc != FT_NO_POS && !ft_checker_did (c, (ft_id)alloc))
    return ft_refuse (c, "%s touches '%.40s' before %s allocates it",
                      ft_describe (c->trace, event).text, name,
                      ft_describe (c->trace, (ft_id)alloc).text);
  if (ft_checker_variable_now (c, variable)->freed &&
      !ft_event_frees_again (c->trace->events + event))
    return ft_refuse (c, "%s touches '%.40s' after it was freed",
                      ft_describe (c->trace, event).text, name);
  return true;
}

bool ft_memory_allows (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  const ft_detail *d = ft_tables_detail (&c->trace->tables, e);
  if (e->kind != FT_FREE)
    return is_live (c, event, e->target);
  for (uint32_t i = 0; d && i < d->freed_count; i++)
    if (!is_live (c, event, c->trace->tables.freed.begin[d->freed + i]))
      return false;
  return true;
}

void ft_memory_do (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  const ft_detail *d = ft_tables_detail (&c->trace->tables, e);
  const ft_id *freed = c->trace->tables.freed.begin;
  for (uint32_t i = 0; e->kind == FT_FREE && d && i < d->freed_count; i++)
    ft_checker_variable_now (c, freed[d->freed + i])->freed = true;
  if (!ft_kind_writes (e->kind))
    return;
  ft_checker_variable *v = ft_checker_variable_now (c, e->target);
  for (int b = 0; b < 8; b++)
    if (e->mask >> b & 1)
      v->writer[b] = event;
}

static bool is_spoiled (const ft_checker *c, ft_id write) {
  return write != FT_NO_ID && c->spoiled[write] == c->run;
}

bool ft_memory_left (const ft_checker *c, ft_id write, uint64_t *value) {
  const ft_event *w = c->trace->events + write;
  const ft_detail *d = ft_tables_detail (&c->trace->tables, w);
  bool rmw = w->kind == FT_ATOMIC_RMW;
  *value = rmw && d ? d->written : w->value;
  return !is_spoiled (c, write) &&
         (rmw ? d && d->written_known : w->flags & FT_HAS_VALUE);
}

// Whether the write (FT_NO_ID: the beginning) leaves in the byte what the read
// recorded.
static bool leaves_byte (const ft_checker *c, ft_id write, const ft_event *read,
                         int byte) {
  const ft_event *from = write == FT_NO_ID ? read : c->trace->events + write;
  uint64_t value;
  bool known = write == FT_NO_ID
                   ? ft_recorded_initial (&c->facts, read, &value)
                   : ft_memory_left (c, write, &value);
  return known && read->flags & FT_HAS_VALUE &&
         ft_event_byte (from, value, byte) ==
             ft_event_byte (read, read->value, byte);
}

bool ft_memory_reads_right (ft_checker *c, ft_id read, ft_wrong_read *wrong) {
  const ft_event *e = c->trace->events + read;
  *wrong = FT_NO_WRONG_READ;
  for (int b = 0; b < 8 && wrong->read == FT_NO_ID; b++) {
    ft_id recorded = ft_recorded_writer (&c->facts, read, b);
    ft_id writer = ft_checker_writer (c, read, b);
    bool same = writer == recorded && !is_spoiled (c, writer);
    if (e->mask >> b & 1 && !same && !leaves_byte (c, writer, e, b))
      *wrong = (ft_wrong_read){read, writer, recorded};
  }
  return wrong->read == FT_NO_ID;
}
