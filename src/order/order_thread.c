#include "order/order_thread.h"

void ft_clocks_release (ft_clocks *view) {
  for (int i = 0; i < FT_CLOCK_KINDS; i++)
    ft_clock_release (view->clocks + i);
}

void ft_order_threads_release (ft_order_threads *lines) {
  for (size_t t = 0; t < lines->lines.size; t++)
    ft_clocks_release (&lines->lines.begin[t].view);
  FT_RELEASE (lines->lines);
}

static void advance (ft_order_threads *lines, ft_order_thread *line, ft_tid t) {
  line->now++;
  line->told = false;
  line->stamp++;
  for (int i = 0; i < FT_CLOCK_KINDS; i++)
    if (lines->own >> i & 1)
      ft_clock_raise (line->view.clocks + i, t, line->now);
}

ft_order_thread *ft_order_threads_new (ft_order_threads *lines, ft_tid t) {
  FT_GROW (lines->lines, (size_t)t + 1,
           ((ft_order_thread){.stamp = UINT64_MAX}));
  ft_order_thread *line = lines->lines.begin + t;
  line->stamp = (uint64_t)t << 32;
  advance (lines, line, t);
  return line;
}

ft_order_thread *ft_order_threads_advance (ft_order_threads *lines, ft_tid t) {
  ft_order_thread *line = ft_order_threads_at (lines, t);
  if (line->told)
    advance (lines, line, t);
  return line;
}

void ft_order_thread_join (ft_order_thread *line, const ft_clocks *view,
                           unsigned which) {
  bool changed = ft_clocks_join (&line->view, view, which);
  line->stamp += changed;
  line->news += changed && which == FT_ALL_CLOCKS;
}

void ft_order_thread_publish (ft_order_thread *line) {
  line->handed = line->now;
  ft_order_thread_release (line);
}

void ft_order_thread_release (ft_order_thread *line) {
  line->told = true;
  line->stamp++;
}
