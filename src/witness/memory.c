// Memory in a schedule: lifetimes of variables, and what reads return.
//
// A read returns its recorded value if every byte has the writer that it had in
// the trace (no writer counts as one), or if all its bytes come from one write
// of exactly these bytes (or from none) that is known to leave the recorded
// value.  A spoiled exchange leaves neither (see 'needs.c').  Values of writes
// that overlap the read in part are not put together: there the writers must be
// the same.

#include "witness/checker_state.h"

static bool is_live (ft_checker *c, ft_id event, ft_id variable) {
  ft_pos alloc = c->trace->tables.variables.begin[variable].alloc;
  const char *name = ft_trace_name (c->trace, FT_CLASS_VARIABLE, variable);
  if (alloc != FT_NO_POS && !ft_checker_did (c, (ft_id)alloc))
    return ft_refuse (c, "%s touches '%.40s' before %s allocates it",
                      ft_describe (c->trace, event).text, name,
                      ft_describe (c->trace, (ft_id)alloc).text);
  if (ft_checker_variable_now (c, variable)->freed)
    return ft_refuse (c, "%s touches '%.40s' after it was freed",
                      ft_describe (c->trace, event).text, name);
  return true;
}

static const ft_id *freed_by (const ft_checker *c, const ft_event *e,
                              uint32_t *count) {
  const ft_detail *d = ft_tables_detail (&c->trace->tables, e);
  *count = d ? d->freed_count : 0;
  return *count ? c->trace->tables.freed.begin + d->freed : NULL;
}

bool ft_memory_allows (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  uint32_t count;
  if (e->kind != FT_FREE)
    return is_live (c, event, e->target);
  const ft_id *freed = freed_by (c, e, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!is_live (c, event, freed[i]))
      return false;
  return true;
}

void ft_memory_do (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  uint32_t count;
  if (e->kind == FT_FREE) {
    const ft_id *freed = freed_by (c, e, &count);
    for (uint32_t i = 0; i < count; i++)
      ft_checker_variable_now (c, freed[i])->freed = true;
  }
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

// Whether the write has exactly the bytes of the read and leaves the value that
// the read recorded.  FT_NO_ID stands for the initial value of the variable.
static bool leaves_value (const ft_checker *c, ft_id write,
                          const ft_event *read) {
  if (write == FT_NO_ID) {
    uint64_t value;
    return ft_recorded_initial (&c->facts, read, &value) &&
           value == read->value;
  }
  const ft_event *w = c->trace->events + write;
  if (w->mask != read->mask || is_spoiled (c, write))
    return false;
  if (w->kind != FT_ATOMIC_RMW)
    return w->flags & FT_HAS_VALUE && w->value == read->value;
  const ft_detail *d = ft_tables_detail (&c->trace->tables, w);
  return d && d->written_known && d->written == read->value;
}

bool ft_memory_reads_right (ft_checker *c, ft_id read, ft_wrong_read *wrong) {
  const ft_event *e = c->trace->events + read;
  const ft_id *writer = ft_checker_variable_now (c, e->target)->writer;
  int first = -1;
  bool uniform = true;
  *wrong = FT_NO_WRONG_READ;
  for (int b = 0; b < 8; b++) {
    if (!(e->mask >> b & 1))
      continue;
    ft_id recorded = ft_recorded_writer (&c->facts, read, b);
    bool same = writer[b] == recorded && !is_spoiled (c, writer[b]);
    if (!same && wrong->read == FT_NO_ID)
      *wrong = (ft_wrong_read){read, writer[b], recorded};
    first = first < 0 ? b : first;
    uniform &= writer[b] == writer[first];
  }
  if (wrong->read != FT_NO_ID && uniform && e->flags & FT_HAS_VALUE &&
      leaves_value (c, writer[first], e))
    *wrong = FT_NO_WRONG_READ;
  return wrong->read == FT_NO_ID;
}
