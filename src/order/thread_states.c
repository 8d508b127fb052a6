#include "order/thread_states.h"

#include <string.h>

void ft_thread_states_init (ft_thread_states *states, size_t events) {
  *states = (ft_thread_states){
      .list = ft_realloc (NULL, events, sizeof *states->list)};
}

void ft_thread_states_release (ft_thread_states *states) {
  ft_thread_states_clear (states);
  free (states->list);
  FT_RELEASE (states->wide);
}

void ft_thread_states_clear (ft_thread_states *states) {
  for (size_t i = 0; i < states->wide.size; i++)
    ft_clocks_release (&states->wide.begin[i].clocks);
  FT_CLEAR (states->wide);
  states->count = 0;
}

void ft_last_states_forget (ft_last_states *last,
                            const ft_thread_states *states) {
  for (uint32_t i = 0; i < states->count; i++)
    last->by_thread.begin[states->list[i].thread].stamp = 0;
}

static bool is_small (const ft_clock *c) {
  return !c->height && c->top < FT_CLOCK_WIDTH;
}

static void raise_all (ft_time *restrict times, const ft_time *restrict by) {
  for (int t = 0; t < FT_CLOCK_WIDTH; t++)
    times[t] = by[t] > times[t] ? by[t] : times[t];
}

// Joins a small clock to times.
static inline void join_times (ft_time *times, const ft_clock *c) {
  if (c->root)
    raise_all (times, ((const struct ft_clock_leaf *)c->root)->times);
  times[c->top] = c->time > times[c->top] ? c->time : times[c->top];
}

static uint32_t add_wide (ft_thread_states *states,
                          const ft_order_thread *thread) {
  ft_order_thread wide = {.stamp = thread->stamp, .time = thread->time};
  const ft_clock *from = thread->clocks.of;
  ft_clock_copy (wide.clocks.of + FT_CLOCK_ORDER, from + FT_CLOCK_ORDER);
  ft_clock_copy (wide.clocks.of + FT_CLOCK_SYNC, from + FT_CLOCK_SYNC);
  FT_PUSH (states->wide, wide);
  return (uint32_t)states->wide.size;
}

uint32_t ft_thread_states_add (ft_thread_states *states, ft_last_states *last,
                               const ft_order_thread *thread, ft_tid t) {
  const ft_clock *order = thread->clocks.of + FT_CLOCK_ORDER,
                 *sync = thread->clocks.of + FT_CLOCK_SYNC;
  uint32_t index = states->count++;
  ft_thread_state *state = states->list + index;
  state->stamp = thread->stamp;
  state->time = thread->time;
  state->thread = t;
  state->wide = 0;
  if (t < FT_CLOCK_WIDTH && is_small (order) && is_small (sync)) {
    memset (state->known, 0, sizeof state->known);
    join_times (state->known, order);
    join_times (state->known, sync);
    state->known[t] = UINT32_MAX;
  } else
    state->wide = add_wide (states, thread);
  FT_GROW (last->by_thread, (size_t)t + 1, ((struct ft_last_state){0}));
  last->by_thread.begin[t] = (struct ft_last_state){thread->stamp, index};
  return index;
}

const ft_order_thread *ft_thread_states_show (const ft_thread_states *states,
                                              uint32_t index,
                                              ft_order_thread *thread,
                                              struct ft_clock_leaf *leaf) {
  const ft_thread_state *state = states->list + index;
  if (state->wide)
    return states->wide.begin + (state->wide - 1);
  *thread = (ft_order_thread){.stamp = state->stamp, .time = state->time};
  thread->clocks.of[FT_CLOCK_ORDER] = (ft_clock){
      .root = &leaf->node, .top = state->thread, .time = state->time};
  memcpy (leaf->times, state->known, sizeof leaf->times);
  return thread;
}
