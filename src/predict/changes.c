#include "predict/changes.h"

#include "base/hash.h"

struct walk {
  const ft_index *index;
  const ft_event *events;
  ft_changes *changes;
  ft_map section;         // per lock, its latest acquire
  ft_map write;           // per variable, its latest write
  FT_STACK (ft_id) reads; // in order; of all variables
  ft_map last_read;       // per variable, index into 'reads' of the latest one
                          // since the latest write
  FT_STACK (ft_id)
  before; // per entry of 'reads', the one of its variable before
          // it, or FT_NO_ID
};

void ft_changes_release (ft_changes *c) {
  FT_RELEASE (c->sections);
  FT_RELEASE (c->accesses);
  FT_RELEASE (c->cuts);
}

static void pass_acquire (struct walk *w, ft_id e) {
  const ft_event *event = w->events + e;
  ft_id *last = ft_map_at (&w->section, event->target);
  if (*last != FT_NO_ID && *last > e &&
      w->events[*last].thread != event->thread &&
      (event->kind == FT_ACQUIRE || w->events[*last].kind == FT_ACQUIRE))
    FT_PUSH (w->changes->sections, ((ft_swap){*last, e}));
  *last = e;
}

static void compare (struct walk *w, ft_id earlier, ft_id e) {
  if (earlier != FT_NO_ID && earlier > e &&
      w->events[earlier].thread != w->events[e].thread &&
      (w->events[earlier].mask & w->events[e].mask))
    FT_PUSH (w->changes->accesses, ((ft_swap){earlier, e}));
}

static void pass_access (struct walk *w, ft_id e) {
  const ft_event *event = w->events + e;
  compare (w, ft_map_get (&w->write, event->target), e);
  ft_id *reads = ft_map_at (&w->last_read, event->target);
  if (ft_kind_writes (event->kind)) {
    for (ft_id i = *reads; i != FT_NO_ID; i = w->before.begin[i])
      compare (w, w->reads.begin[i], e);
    *reads = FT_NO_ID;
    *ft_map_at (&w->write, event->target) = e;
  } else {
    FT_PUSH (w->before, *reads);
    *reads = (ft_id)w->reads.size;
    FT_PUSH (w->reads, e);
  }
}

static void find_cuts (struct walk *w, const ft_witness *witness) {
  const ft_index *x = w->index;
  ft_id *done = FT_ARRAY (ft_id, x->threads);
  for (size_t i = 0; i < witness->schedule.size; i++) {
    ft_id e = witness->schedule.begin[i];
    if (e < x->trace->size)
      done[w->events[e].thread] = x->local[e] + 1;
  }
  ft_id end = witness->pair[1];
  for (ft_tid t = 0; t < x->threads; t++) {
    ft_omission cut = {t, FT_NO_ID, 0};
    for (ft_id k = done[t]; k < ft_index_length (x, t); k++) {
      ft_id e = ft_index_event (x, t, k);
      if (e >= end)
        break;
      if (e == witness->pair[0])
        continue;
      if (!cut.count++)
        cut.first = e;
    }
    if (cut.count)
      FT_PUSH (w->changes->cuts, cut);
  }
  free (done);
}

void ft_changes_find (const ft_index *index, const ft_witness *witness,
                      ft_changes *changes) {
  struct walk w = {index, index->trace->events, changes};
  for (size_t i = 0; i < witness->schedule.size; i++) {
    ft_id e = witness->schedule.begin[i];
    if (e >= index->trace->size || ft_event_is_void (w.events + e))
      continue; // an event of an alternative path has no recorded order
    if (ft_kind_acquires (w.events[e].kind))
      pass_acquire (&w, e);
    else if (ft_kind_accesses (w.events[e].kind))
      pass_access (&w, e);
  }
  find_cuts (&w, witness);
  ft_map_release (&w.section);
  ft_map_release (&w.write);
  ft_map_release (&w.last_read);
  FT_RELEASE (w.reads);
  FT_RELEASE (w.before);
}
