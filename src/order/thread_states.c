#include "order/thread_states.h"

#include <string.h>

void ft_thread_states_init (ft_thread_states *states, size_t events) {
  *states = (ft_thread_states){
      .list = ft_realloc (NULL, events, sizeof *states->list),
      .of_event = FT_ARRAY (uint32_t, events)};
}

void ft_thread_states_release (ft_thread_states *states) {
  ft_thread_states_clear (states);
  free (states->list);
  free (states->of_event);
}

static void drop_clock (ft_clock *c) {
  if (c->height) // else its leaf is in the state
    ft_clock_release (c);
}

void ft_thread_states_clear (ft_thread_states *states) {
  for (uint32_t i = 0; i < states->count && states->shares; i++) {
    ft_clock *clocks = states->list[i].thread.clocks.of;
    drop_clock (clocks + FT_CLOCK_ORDER);
    drop_clock (clocks + FT_CLOCK_SYNC);
  }
  states->count = 0;
  states->shares = false;
}

// Sets an empty clock.  Returns whether it shares nodes.
static bool take_clock (ft_clock *to, struct ft_clock_leaf *leaf,
                        const ft_clock *from) {
  if (from->height) {
    ft_clock_copy (to, from);
    return true;
  }
  *to = *from;
  if (from->root) {
    memcpy (leaf->times, ((const struct ft_clock_leaf *)from->root)->times,
            sizeof leaf->times);
    to->root = &leaf->node;
  }
  return false;
}

uint32_t ft_thread_states_add (ft_thread_states *states, ft_last_states *last,
                               const ft_order_thread *thread, ft_tid t) {
  uint32_t index = states->count++;
  ft_thread_state *state = states->list + index;
  state->thread =
      (ft_order_thread){.stamp = thread->stamp, .time = thread->time};
  ft_clock *to = state->thread.clocks.of;
  const ft_clock *from = thread->clocks.of;
  states->shares |=
      take_clock (to + FT_CLOCK_ORDER, &state->order, from + FT_CLOCK_ORDER);
  states->shares |=
      take_clock (to + FT_CLOCK_SYNC, &state->sync, from + FT_CLOCK_SYNC);
  FT_GROW (last->by_thread, (size_t)t + 1, ((struct ft_last_state){0}));
  last->by_thread.begin[t] =
      (struct ft_last_state){last->batch, thread->stamp, index};
  return index;
}
