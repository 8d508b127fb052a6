#include "order/view.h"

void ft_view_release (ft_view *view) {
  for (int i = 0; i < FT_VIEW_CLOCKS; i++)
    ft_clock_release (view->clocks + i);
}

void ft_lines_release (ft_lines *lines) {
  for (size_t t = 0; t < lines->lines.size; t++)
    ft_view_release (&lines->lines.begin[t].view);
  FT_RELEASE (lines->lines);
}

static void advance (ft_lines *lines, ft_line *line, ft_tid t) {
  line->now++;
  line->told = false;
  line->stamp++;
  for (int i = 0; i < FT_VIEW_CLOCKS; i++)
    if (lines->own >> i & 1)
      ft_clock_raise (line->view.clocks + i, t, line->now);
}

ft_line *ft_lines_new (ft_lines *lines, ft_tid t) {
  FT_GROW (lines->lines, (size_t)t + 1, ((ft_line){.stamp = UINT64_MAX}));
  ft_line *line = lines->lines.begin + t;
  line->stamp = (uint64_t)t << 32;
  advance (lines, line, t);
  return line;
}

ft_line *ft_lines_advance (ft_lines *lines, ft_tid t) {
  ft_line *line = ft_lines_at (lines, t);
  if (line->told)
    advance (lines, line, t);
  return line;
}

void ft_line_learn (ft_line *line, const ft_view *view, unsigned which) {
  bool changed = ft_view_join (&line->view, view, which);
  line->stamp += changed;
  line->news += changed && which == FT_ALL_CLOCKS;
}

void ft_line_tell (ft_line *line) {
  line->handed = line->now;
  ft_line_release (line);
}

void ft_line_release (ft_line *line) {
  line->told = true;
  line->stamp++;
}
