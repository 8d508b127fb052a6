#include "order/thread_states.h"

void ft_thread_states_init (ft_thread_states *states, size_t events) {
  *states = (ft_thread_states){.of_event = FT_ARRAY (uint32_t, events)};
}

void ft_thread_states_release (ft_thread_states *states) {
  ft_thread_states_clear (states);
  FT_RELEASE (states->list);
  free (states->of_event);
}

void ft_thread_states_clear (ft_thread_states *states) {
  for (size_t i = 0; i < states->list.size; i++)
    ft_clocks_release (&states->list.begin[i].clocks);
  FT_CLEAR (states->list);
}

uint32_t ft_thread_states_add (ft_thread_states *states, ft_last_states *last,
                               const ft_order_thread *thread, ft_tid t) {
  ft_order_thread state = {.stamp = thread->stamp, .time = thread->time};
  ft_clocks_copy (&state.clocks, &thread->clocks);
  uint32_t index = (uint32_t)states->list.size;
  FT_PUSH (states->list, state);
  FT_GROW (last->by_thread, (size_t)t + 1, ((struct ft_last_state){0}));
  last->by_thread.begin[t] =
      (struct ft_last_state){last->batch, thread->stamp, index};
  return index;
}
