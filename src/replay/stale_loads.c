// See 'stale_loads.h'.  The value of a store is that of the trace: a store whose
// value the schedule changes makes a replay in which the load returns what no
// store has left, which 'confirm.c' does not accept.

#include "replay/stale_loads.h"

#include <inttypes.h>

#include "witness/recorded.h"

bool ft_stale_loads_are_driven (const ft_witness *w) {
  return w->memory == FT_MEMORY_RC11 && w->model != FT_MODEL_MCM &&
         !FT_EMPTY (w->reads);
}

const ft_read_from *ft_stale_load_find (const ft_witness *w, ft_id event) {
  for (size_t i = 0; i < w->reads.size && ft_stale_loads_are_driven (w); i++)
    if (w->reads.begin[i].read == event)
      return w->reads.begin + i;
  return NULL;
}

// The value that the load finds: the bytes of the store, or of the beginning.
static bool find_value (const ft_trace *t, const ft_read_from *from,
                        uint64_t *value) {
  const ft_event *load = t->events + from->read;
  if (from->write == FT_NO_ID) {
    ft_recorded facts;
    ft_recorded_init (&facts, t);
    bool known = ft_recorded_initial (&facts, load, value);
    ft_recorded_release (&facts);
    return known;
  }
  const ft_event *store = t->events + from->write;
  const ft_detail *d = ft_tables_detail (&t->tables, store);
  bool swaps = store->kind == FT_ATOMIC_RMW;
  if (swaps ? !d || !d->written_known : !(store->flags & FT_HAS_VALUE))
    return false;
  uint64_t all = swaps ? d->written : store->value;
  unsigned at = 0;
  *value = 0;
  for (int b = 0; b < 8; b++)
    if (load->mask >> b & 1)
      *value |= (uint64_t)ft_event_byte (store, all, b) << 8 * at++;
  return true;
}

bool ft_stale_load_add (ft_replay_schedule *s, const ft_trace *t,
                        const ft_witness *w, ft_id event, ft_tick at,
                        ft_error *error) {
  const ft_read_from *from = ft_stale_load_find (w, event);
  if (!from)
    return true;
  const ft_event *e = t->events + event;
  const ft_variable *v = t->tables.variables.begin + e->target;
  ft_replay_stale load = {
      .at = at,
      .address = v->address + (unsigned)__builtin_ctz (e->mask | 0x100u),
      .bytes = (unsigned)__builtin_popcount (e->mask)};
  if (!v->addressed || !find_value (t, from, &load.value)) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "event %" PRIu32 " has to return an older store, whose value "
                  "is not known",
                  event);
    return false;
  }
  FT_PUSH (s->stale, load);
  return true;
}

bool ft_stale_loads_add_recorded (ft_replay_schedule *s, const char *run,
                                  const ft_trace *t, const ft_witness *w,
                                  size_t count, ft_error *error) {
  bool fine = true;
  for (size_t i = 0; i < count && fine; i++) {
    ft_pos event = w->schedule.begin[i];
    ft_tick at;
    if (ft_stale_load_find (w, (ft_id)event))
      fine = ft_load_ticks (run, t, &event, 1, &at, error) &&
             ft_stale_load_add (s, t, w, (ft_id)event, at, error);
  }
  return fine;
}
