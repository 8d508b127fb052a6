#include "order/lane.h"

#include <string.h>

enum { CHECK_FROM = 64 };

void ft_lanes_release (ft_lanes *lanes) {
  for (size_t i = 0; i < lanes->lanes.size; i++) {
    ft_lane *lane = lanes->lanes.begin + i;
    for (size_t s = 0; s < lane->sections.size; s++)
      ft_section_drop (lane->sections.begin[s]);
    FT_RELEASE (lane->sections);
  }
  FT_RELEASE (lanes->lanes);
  FT_RELEASE (lanes->latest);
  ft_map_release (lanes->of);
  ft_map_release (lanes->of + 1);
}

// Number of sections from the front that were opened up to 'time'.
static size_t count_opened (const ft_lane *lane, ft_time time) {
  size_t low = 0, high = lane->sections.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (lane->sections.begin[middle]->opened <= time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool knows (const ft_clock *known, const ft_section *s) {
  return s->closed <= ft_clock_at (known, s->thread);
}

static bool join_prefix (const ft_lane *lane, const ft_releasing *release) {
  ft_tid other = FT_TOP (lane->sections)->thread;
  ft_time time = ft_clock_at (release->known, other);
  if (release->hard && other != release->thread) {
    ft_time hard = ft_clock_at (release->hard, other);
    time = hard > time ? hard : time;
  }
  size_t n = count_opened (lane, time);
  if (!n || knows (release->known, lane->sections.begin[n - 1]))
    return false;
  ft_clock_join (release->known, &lane->sections.begin[n - 1]->clock);
  return true;
}

// One round over the lanes.  '*all' tells whether all sections are known.
static bool visit (const ft_lanes *lanes, ft_id lane,
                   const ft_releasing *release, bool *all) {
  bool changed = false;
  for (*all = true; lane != FT_NO_ID; lane = lanes->lanes.begin[lane].earlier) {
    const ft_lane *l = lanes->lanes.begin + lane;
    if (FT_EMPTY (l->sections))
      continue;
    const ft_section *last = FT_TOP (l->sections);
    if (!knows (release->known, last) && !(last->shared && release->shared))
      changed |= join_prefix (l, release);
    if (!knows (release->known, last))
      *all = false;
    else if (last->knows_all)
      break;
  }
  return changed;
}

// What one lane adds may make a longer prefix of another one known.
bool ft_lanes_before_release (const ft_lanes *lanes, ft_id lock,
                              ft_releasing release) {
  bool all = true;
  if (lock < lanes->latest.size)
    while (visit (lanes, lanes->latest.begin[lock], &release, &all))
      ;
  return all;
}

static void unlink_lane (ft_lanes *lanes, ft_id lock, const ft_lane *lane) {
  if (lane->later != FT_NO_ID)
    lanes->lanes.begin[lane->later].earlier = lane->earlier;
  else
    lanes->latest.begin[lock] = lane->earlier;
  if (lane->earlier != FT_NO_ID)
    lanes->lanes.begin[lane->earlier].later = lane->later;
}

static ft_lane *make_latest (ft_lanes *lanes, ft_id lock, ft_id id) {
  ft_lane *lane = lanes->lanes.begin + id;
  lane->later = FT_NO_ID;
  lane->earlier = lanes->latest.begin[lock];
  if (lane->earlier != FT_NO_ID)
    lanes->lanes.begin[lane->earlier].later = id;
  lanes->latest.begin[lock] = id;
  return lane;
}

// The lane for the section, made the latest one of its lock.
static ft_lane *lane_for (ft_lanes *lanes, ft_id lock,
                          const ft_section *section) {
  FT_GROW (lanes->latest, (size_t)lock + 1, FT_NO_ID);
  uint64_t key = (uint64_t)lock << 32 | section->thread;
  uint32_t *id = ft_map_at (lanes->of + section->shared, key);
  if (*id == FT_NO_ID) {
    *id = lanes->lanes.size;
    FT_PUSH (lanes->lanes, ((ft_lane){.checked = CHECK_FROM}));
  } else {
    unlink_lane (lanes, lock, lanes->lanes.begin + *id);
  }
  return make_latest (lanes, lock, *id);
}

// Number of sections from the front whose release is known.
static size_t count_known (const ft_lane *lane, const ft_clock *known) {
  ft_tid thread = FT_TOP (lane->sections)->thread;
  size_t n = count_opened (lane, ft_clock_at (known, thread));
  return n && !knows (known, lane->sections.begin[n - 1]) ? n - 1 : n;
}

static void drop_prefix (ft_lane *lane, size_t n) {
  for (size_t i = 0; i < n; i++)
    ft_section_drop (lane->sections.begin[i]);
  lane->sections.size -= n;
  memmove (lane->sections.begin, lane->sections.begin + n,
           lane->sections.size * sizeof *lane->sections.begin);
}

static void drop_what_all_know (ft_lane *lane, const ft_lines *lines,
                                unsigned known) {
  size_t least = lane->sections.size;
  for (size_t t = 0; least && t < lines->lines.size; t++) {
    const ft_line *line = lines->lines.begin + t;
    if (!line->now || line->over)
      continue;
    size_t n = count_known (lane, line->view.clocks + known);
    least = n < least ? n : least;
  }
  drop_prefix (lane, least);
}

void ft_lanes_push (ft_lanes *lanes, ft_id lock, ft_section *section,
                    const ft_lines *lines, unsigned known) {
  ft_lane *lane = lane_for (lanes, lock, section);
  if (lane->sections.size >= lane->checked + lines->lines.size) {
    drop_what_all_know (lane, lines, known);
    lane->checked = CHECK_FROM + 2 * lane->sections.size;
  }
  FT_PUSH (lane->sections, ft_section_share (section));
}
