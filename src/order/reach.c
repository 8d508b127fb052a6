#include "order/reach.h"

#include <assert.h>

typedef struct ft_reach_thread thread_reach;
typedef struct ft_reach_interval interval;

void ft_reach_release (ft_reach *reach) {
  for (size_t i = 0; i < reach->threads.size; i++) {
    FT_RELEASE (reach->threads.begin[i].times);
    FT_RELEASE (reach->threads.begin[i].intervals);
  }
  FT_RELEASE (reach->threads);
  ft_map_release (&reach->by_thread);
}

void ft_reach_register (ft_reach *reach, ft_tid t, ft_time time) {
  uint32_t *id = ft_map_at (&reach->by_thread, t);
  if (*id == FT_NO_ID) {
    *id = reach->threads.size;
    FT_PUSH (reach->threads, ((thread_reach){.thread = t}));
  }
  FT_PUSH (reach->threads.begin[*id].times, time);
}

static int ascending (const void *a, const void *b) {
  ft_time s = *(const ft_time *)a, t = *(const ft_time *)b;
  return (s > t) - (s < t);
}

void ft_reach_seal (ft_reach *reach) {
  for (size_t i = 0; i < reach->threads.size; i++) {
    thread_reach *l = reach->threads.begin + i;
    qsort (l->times.begin, l->times.size, sizeof (ft_time), ascending);
    size_t n = 1;
    for (size_t k = 1; k < l->times.size; k++)
      if (l->times.begin[k] != l->times.begin[n - 1])
        l->times.begin[n++] = l->times.begin[k];
    l->times.size = n;
    FT_GROW (l->intervals, n, ((interval){0}));
  }
}

// Number of registered times up to 'time'.
static size_t count_up_to (const thread_reach *l, ft_time time) {
  size_t low = 0, high = l->times.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (l->times.begin[middle] <= time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void ft_reach_add (ft_reach *reach, const ft_clock *clock, int kind) {
  reach->clocks++;
  for (size_t i = 0; i < reach->threads.size; i++) {
    thread_reach *l = reach->threads.begin + i;
    size_t n = count_up_to (l, ft_clock_at (clock, l->thread));
    if (n)
      l->intervals.begin[n - 1].reached[kind] = true;
  }
}

void ft_reach_count (ft_reach *reach) {
  for (size_t i = 0; i < reach->threads.size; i++) {
    thread_reach *l = reach->threads.begin + i;
    uint32_t before[FT_REACH_KINDS] = {0};
    for (size_t k = 0; k < l->intervals.size; k++)
      for (int kind = 0; kind < FT_REACH_KINDS; kind++) {
        l->intervals.begin[k].before[kind] = before[kind];
        before[kind] += l->intervals.begin[k].reached[kind];
      }
  }
}

bool ft_reach_between (const ft_reach *reach, ft_tid t, ft_time begin,
                       ft_time end, int kind) {
  const thread_reach *l =
      reach->threads.begin + ft_map_get (&reach->by_thread, t);
  size_t from = count_up_to (l, begin) - 1, to = count_up_to (l, end) - 1;
  assert (l->times.begin[from] == begin && l->times.begin[to] == end);
  return l->intervals.begin[to].before[kind] >
         l->intervals.begin[from].before[kind];
}
