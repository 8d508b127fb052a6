#include "order/lane.h"

#include <string.h>

enum { CHECK_FROM = 64 };

void ft_lanes_release (ft_lanes *lanes) {
  for (size_t l = 0; l < lanes->locks.size; l++) {
    struct ft_lock_lanes *lock = lanes->locks.begin + l;
    for (size_t i = 0; i < lock->lanes.size; i++) {
      ft_lane *lane = lock->lanes.begin + i;
      for (size_t s = 0; s < lane->sections.size; s++)
        ft_section_drop (lane->sections.begin[s]);
      FT_RELEASE (lane->sections);
    }
    FT_RELEASE (lock->lanes);
  }
  FT_RELEASE (lanes->locks);
}

// Number of sections from the front whose acquire is known.
static size_t count_opened (const ft_lane *lane, const ft_clock *known) {
  size_t low = 0, high = lane->sections.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const ft_section *s = lane->sections.begin[middle];
    if (s->opened <= ft_clock_at (known, s->thread))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool knows_release (const ft_section *s, const ft_clock *known) {
  return s->closed <= ft_clock_at (known, s->thread);
}

static bool join_prefix (const ft_lane *lane, ft_clock *known) {
  if (FT_EMPTY (lane->sections) ||
      knows_release (FT_TOP (lane->sections), known))
    return false;
  size_t n = count_opened (lane, known);
  if (!n || knows_release (lane->sections.begin[n - 1], known))
    return false;
  return ft_clock_join (known, &lane->sections.begin[n - 1]->clock);
}

// What one lane adds may make a longer prefix of another one known.
bool ft_lanes_before_release (const ft_lanes *lanes, ft_id lock, bool shared,
                              ft_clock *known) {
  if (lock >= lanes->locks.size)
    return false;
  const struct ft_lock_lanes *all = lanes->locks.begin + lock;
  bool changed = false, again = true;
  while (again) {
    again = false;
    for (size_t i = 0; i < all->lanes.size; i++)
      if (!shared || !all->lanes.begin[i].shared)
        again |= join_prefix (all->lanes.begin + i, known);
    changed |= again;
  }
  return changed;
}

static ft_lane *lane_for (ft_lanes *lanes, ft_id lock,
                          const ft_section *section) {
  bool of_all = lanes->total && !section->shared;
  ft_tid thread = of_all ? FT_NO_ID : section->thread;
  FT_GROW (lanes->locks, (size_t)lock + 1, ((struct ft_lock_lanes){{0}}));
  struct ft_lock_lanes *all = lanes->locks.begin + lock;
  for (size_t i = 0; i < all->lanes.size; i++)
    if (all->lanes.begin[i].thread == thread &&
        all->lanes.begin[i].shared == section->shared)
      return all->lanes.begin + i;
  FT_PUSH (all->lanes, ((ft_lane){thread, section->shared, CHECK_FROM, {0}}));
  return &FT_TOP (all->lanes);
}

// Number of sections from the front whose release a thread knows.
static size_t count_closed (const ft_lane *lane, const ft_clock *known) {
  size_t n = count_opened (lane, known);
  return n && !knows_release (lane->sections.begin[n - 1], known) ? n - 1 : n;
}

static void drop_prefix (ft_lane *lane, size_t n) {
  for (size_t i = 0; i < n; i++)
    ft_section_drop (lane->sections.begin[i]);
  lane->sections.size -= n;
  memmove (lane->sections.begin, lane->sections.begin + n,
           lane->sections.size * sizeof *lane->sections.begin);
}

static void drop_what_all_know (const ft_lanes *lanes, ft_lane *lane,
                                const ft_lines *lines) {
  size_t least = lane->sections.size;
  for (size_t t = 0; least && t < lines->lines.size; t++) {
    const ft_line *line = lines->lines.begin + t;
    if (!line->now || line->over)
      continue;
    size_t n = count_closed (lane, line->view.clocks + lanes->known);
    least = n < least ? n : least;
  }
  drop_prefix (lane, least);
}

void ft_lanes_push (ft_lanes *lanes, ft_id lock, ft_section *section,
                    const ft_lines *lines) {
  ft_lane *lane = lane_for (lanes, lock, section);
  if (lane->sections.size >= lane->checked + lines->lines.size) {
    drop_what_all_know (lanes, lane, lines);
    lane->checked = CHECK_FROM + 2 * lane->sections.size;
  }
  FT_PUSH (lane->sections, ft_section_share (section));
}
