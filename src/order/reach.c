#include "order/reach.h"

typedef struct ft_reach_thread line;
typedef struct ft_reach_interval piece;

void ft_reach_release (ft_reach *reach) {
  for (size_t i = 0; i < reach->lines.size; i++) {
    FT_RELEASE (reach->lines.begin[i].times);
    FT_RELEASE (reach->lines.begin[i].pieces);
  }
  FT_RELEASE (reach->lines);
  ft_map_release (&reach->of);
}

void ft_reach_register (ft_reach *reach, ft_tid t, ft_time time) {
  uint32_t *id = ft_map_at (&reach->of, t);
  if (*id == FT_NO_ID) {
    *id = reach->lines.size;
    FT_PUSH (reach->lines, ((line){.thread = t}));
  }
  FT_PUSH (reach->lines.begin[*id].times, time);
}

static int ascending (const void *a, const void *b) {
  ft_time s = *(const ft_time *)a, t = *(const ft_time *)b;
  return (s > t) - (s < t);
}

void ft_reach_seal (ft_reach *reach) {
  for (size_t i = 0; i < reach->lines.size; i++) {
    line *l = reach->lines.begin + i;
    qsort (l->times.begin, l->times.size, sizeof (ft_time), ascending);
    size_t n = 1;
    for (size_t k = 1; k < l->times.size; k++)
      if (l->times.begin[k] != l->times.begin[n - 1])
        l->times.begin[n++] = l->times.begin[k];
    l->times.size = n;
    FT_GROW (l->pieces, n, ((piece){0}));
  }
}

// Number of times up to 'time'.
static size_t count_up_to (const line *l, ft_time time) {
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
  for (size_t i = 0; i < reach->lines.size; i++) {
    line *l = reach->lines.begin + i;
    size_t n = count_up_to (l, ft_clock_at (clock, l->thread));
    if (n)
      l->pieces.begin[n - 1].met[kind] = true;
  }
}

void ft_reach_count (ft_reach *reach) {
  for (size_t i = 0; i < reach->lines.size; i++) {
    line *l = reach->lines.begin + i;
    uint32_t before[FT_REACH_KINDS] = {0};
    for (size_t k = 0; k < l->pieces.size; k++)
      for (int kind = 0; kind < FT_REACH_KINDS; kind++) {
        l->pieces.begin[k].before[kind] = before[kind];
        before[kind] += l->pieces.begin[k].met[kind];
      }
  }
}

bool ft_reach_between (const ft_reach *reach, ft_tid t, ft_time begin,
                       ft_time end, int kind) {
  const line *l = reach->lines.begin + ft_map_get (&reach->of, t);
  size_t from = count_up_to (l, begin) - 1, to = count_up_to (l, end) - 1;
  return l->pieces.begin[to].before[kind] > l->pieces.begin[from].before[kind];
}
