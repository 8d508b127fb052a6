#include "order/order_thread.h"

#include <assert.h>

void ft_clocks_release (ft_clocks *clocks) {
  for (int i = 0; i < FT_CLOCK_KINDS; i++)
    ft_clock_release (clocks->of + i);
}

void ft_order_threads_release (ft_order_threads *threads) {
  for (size_t t = 0; t < threads->list.size; t++)
    ft_clocks_release (&threads->list.begin[t].clocks);
  FT_RELEASE (threads->list);
}

static void advance (ft_order_threads *threads, ft_order_thread *thread,
                     ft_tid t) {
  thread->time++;
  thread->published = false;
  thread->stamp++;
  for (int i = 0; i < FT_CLOCK_KINDS; i++)
    if (threads->own >> i & 1)
      ft_clock_raise (thread->clocks.of + i, t, thread->time);
}

ft_order_thread *ft_order_threads_new (ft_order_threads *threads, ft_tid t) {
  FT_GROW (threads->list, (size_t)t + 1,
           ((ft_order_thread){.stamp = UINT64_MAX}));
  ft_order_thread *thread = threads->list.begin + t;
  assert (!thread->time);
  thread->stamp = (uint64_t)t << 32;
  advance (threads, thread, t);
  return thread;
}

ft_order_thread *ft_order_threads_advance (ft_order_threads *threads,
                                           ft_tid t) {
  ft_order_thread *thread = ft_order_threads_at (threads, t);
  if (thread->published)
    advance (threads, thread, t);
  return thread;
}

void ft_order_thread_join (ft_order_thread *thread, const ft_clocks *clocks,
                           unsigned which) {
  bool changed = ft_clocks_join (&thread->clocks, clocks, which);
  thread->stamp += changed;
  thread->sync_joins += changed && which == FT_ALL_CLOCKS;
}

void ft_order_thread_publish (ft_order_thread *thread) {
  thread->sync_published = thread->time;
  ft_order_thread_release (thread);
}

void ft_order_thread_release (ft_order_thread *thread) {
  thread->published = true;
  thread->stamp++;
}
