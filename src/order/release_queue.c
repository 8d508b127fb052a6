#include "order/release_queue.h"

#include <string.h>

enum { CHECK_FROM = 64, CROWD = 64 };

typedef struct ft_queued_section waiting;

void ft_release_queues_release (ft_release_queues *lanes) {
  for (size_t i = 0; i < lanes->lanes.size; i++)
    FT_RELEASE (lanes->lanes.begin[i].sections);
  FT_RELEASE (lanes->lanes);
  FT_RELEASE (lanes->locks);
  ft_map_release (lanes->of);
  ft_map_release (lanes->of + 1);
}

static bool may_be_half_known (const waiting *w) {
  return w->opened < w->closed;
}

// Number of sections from the front that were opened up to 'time'.
static size_t count_opened (const ft_release_queue *lane, ft_time time) {
  size_t low = 0, high = lane->sections.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (lane->sections.begin[middle].opened <= time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool join_prefix (const ft_release_queue *lane,
                         const ft_section_pool *pool,
                         const ft_releasing *release) {
  ft_time known = ft_clock_at (release->known, lane->thread), time = known;
  if (release->hard && lane->thread != release->thread) {
    ft_time hard = ft_clock_at (release->hard, lane->thread);
    time = hard > time ? hard : time;
  }
  size_t n = count_opened (lane, time);
  if (!n || lane->sections.begin[n - 1].closed <= known)
    return false;
  ft_id section = lane->sections.begin[n - 1].section;
  ft_clock_join (release->known, &ft_section_at (pool, section)->clock);
  return true;
}

// One round over the lanes.  '*all' tells whether all sections are known.
static bool visit (const ft_release_queues *lanes, const ft_section_pool *pool,
                   ft_id lane, const ft_releasing *release, bool *all) {
  bool changed = false;
  for (*all = true; lane != FT_NO_ID; lane = lanes->lanes.begin[lane].earlier) {
    const ft_release_queue *l = lanes->lanes.begin + lane;
    if (FT_EMPTY (l->sections))
      continue;
    const waiting *last = &FT_TOP (l->sections);
    bool known = last->closed <= ft_clock_at (release->known, l->thread);
    if (!known && !(l->shared && release->shared)) {
      changed |= join_prefix (l, pool, release);
      known = last->closed <= ft_clock_at (release->known, l->thread);
    }
    if (!known)
      *all = false;
    else if (ft_section_at (pool, last->section)->knows_all)
      break;
  }
  return changed;
}

static uint64_t key_of (ft_id lock, ft_tid thread) {
  return (uint64_t)lock << 32 | thread;
}

// Whether all that hard order says of the lock was said at the last release:
// sections since then were opened after what the thread knows by hard edges.
static bool no_news (const ft_release_queues *lanes, ft_id lock,
                     const ft_releasing *release) {
  ft_id lane =
      ft_map_get (lanes->of + release->shared, key_of (lock, release->thread));
  return lane != FT_NO_ID && lanes->lanes.begin[lane].news == release->news;
}

// What one lane adds may make a longer prefix of another one known.
bool ft_release_queues_join (const ft_release_queues *lanes,
                             const ft_section_pool *pool, ft_id lock,
                             const ft_releasing *release) {
  if (lock >= lanes->locks.size)
    return true;
  const struct ft_lock_queues *l = lanes->locks.begin + lock;
  if (!l->waiting && (!release->hard || no_news (lanes, lock, release)))
    return true;
  bool all = true;
  while (visit (lanes, pool, l->latest, release, &all))
    ;
  return all;
}

static void unlink_lane (ft_release_queues *lanes, ft_id lock,
                         const ft_release_queue *lane) {
  if (lane->later != FT_NO_ID)
    lanes->lanes.begin[lane->later].earlier = lane->earlier;
  else
    lanes->locks.begin[lock].latest = lane->earlier;
  if (lane->earlier != FT_NO_ID)
    lanes->lanes.begin[lane->earlier].later = lane->later;
}

static ft_release_queue *make_latest (ft_release_queues *lanes, ft_id lock,
                                      ft_id id) {
  ft_release_queue *lane = lanes->lanes.begin + id;
  ft_id *latest = &lanes->locks.begin[lock].latest;
  lane->later = FT_NO_ID;
  lane->earlier = *latest;
  if (lane->earlier != FT_NO_ID)
    lanes->lanes.begin[lane->earlier].later = id;
  *latest = id;
  return lane;
}

// The lane for the section, made the latest one of its lock.
static ft_release_queue *lane_for (ft_release_queues *lanes, ft_id lock,
                                   const ft_section *s) {
  FT_GROW (lanes->locks, (size_t)lock + 1,
           ((struct ft_lock_queues){FT_NO_ID, 0}));
  uint32_t *id = ft_map_at (lanes->of + s->shared, key_of (lock, s->thread));
  if (*id == FT_NO_ID) {
    *id = lanes->lanes.size;
    FT_PUSH (lanes->lanes, ((ft_release_queue){.lock = lock,
                                               .thread = s->thread,
                                               .shared = s->shared,
                                               .checked = CHECK_FROM}));
  } else if (lanes->locks.begin[lock].latest == *id) {
    return lanes->lanes.begin + *id;
  } else {
    unlink_lane (lanes, lock, lanes->lanes.begin + *id);
  }
  return make_latest (lanes, lock, *id);
}

// Number of sections from the front whose release is known.
static size_t count_known (const ft_release_queue *lane,
                           const ft_clock *known) {
  ft_time time = ft_clock_at (known, lane->thread);
  size_t n = count_opened (lane, time);
  return n && lane->sections.begin[n - 1].closed > time ? n - 1 : n;
}

// To be called for each section that leaves its lane.
static void leave (ft_release_queues *lanes, const ft_release_queue *lane,
                   const waiting *w) {
  lanes->locks.begin[lane->lock].waiting -= may_be_half_known (w);
  lanes->waiting--;
}

static void drop_prefix (ft_release_queues *lanes, ft_release_queue *lane,
                         size_t n) {
  for (size_t i = 0; i < n; i++)
    leave (lanes, lane, lane->sections.begin + i);
  lane->sections.size -= n;
  memmove (lane->sections.begin, lane->sections.begin + n,
           lane->sections.size * sizeof *lane->sections.begin);
}

static size_t count_known_to_all (const ft_release_queue *lane,
                                  const ft_order_threads *lines,
                                  unsigned known) {
  size_t least = lane->sections.size;
  for (size_t t = 0; least && t < lines->lines.size; t++) {
    const ft_order_thread *line = lines->lines.begin + t;
    if (!line->now || line->over)
      continue;
    size_t n = count_known (lane, line->view.clocks + known);
    least = n < least ? n : least;
  }
  return least;
}

// The last section of a lane that nobody can come after by half, now that
// there is a newer one.
static void replace_last (ft_release_queues *lanes, ft_release_queue *lane,
                          const ft_order_thread *line) {
  if (FT_EMPTY (lane->sections))
    return;
  const waiting *last = &FT_TOP (lane->sections);
  if (may_be_half_known (last) || line->handed >= last->opened)
    return;
  leave (lanes, lane, last);
  lane->sections.size--;
}

void ft_release_queues_push (ft_release_queues *lanes,
                             const ft_section_pool *pool, ft_id lock,
                             ft_id section, const ft_order_threads *lines,
                             unsigned known) {
  const ft_section *s = ft_section_at (pool, section);
  const ft_order_thread *line = lines->lines.begin + s->thread;
  ft_release_queue *lane = lane_for (lanes, lock, s);
  waiting new = {section, s->opened, s->closed};
  lane->news = line->news;
  replace_last (lanes, lane, line);
  if (lane->sections.size >= lane->checked + lines->lines.size) {
    size_t n = count_known_to_all (lane, lines, known);
    drop_prefix (lanes, lane, n);
    lane->checked = CHECK_FROM + 2 * lane->sections.size;
  }
  lanes->locks.begin[lock].waiting += may_be_half_known (&new);
  lanes->waiting++;
  FT_PUSH (lane->sections, new);
}

void ft_release_queues_mark (const ft_release_queues *lanes,
                             ft_section_pool *pool) {
  for (size_t i = 0; i < lanes->lanes.size; i++) {
    const ft_release_queue *lane = lanes->lanes.begin + i;
    for (size_t k = 0; k < lane->sections.size; k++)
      ft_section_mark (pool, lane->sections.begin[k].section);
  }
}

void ft_release_queues_register (const ft_release_queues *lanes,
                                 ft_reach *reach) {
  for (size_t i = 0; i < lanes->lanes.size; i++) {
    const ft_release_queue *lane = lanes->lanes.begin + i;
    for (size_t k = 0; k < lane->sections.size; k++) {
      ft_reach_register (reach, lane->thread, lane->sections.begin[k].opened);
      ft_reach_register (reach, lane->thread, lane->sections.begin[k].closed);
    }
  }
}

// Whether somebody may know the acquire and not the release, or by hard edges
// come after the acquire and not after the next one.  The last one gives its
// lane the place among the others.
static bool is_reached (const ft_release_queue *lane, size_t i,
                        const ft_reach *reach, bool hard) {
  const waiting *w = lane->sections.begin + i;
  return i + 1 == lane->sections.size ||
         ft_reach_between (reach, lane->thread, w->opened, w->closed,
                           FT_REACH_ANY) ||
         (hard && ft_reach_between (reach, lane->thread, w->opened, w[1].opened,
                                    FT_REACH_SYNC));
}

// Marks what is reached; a section that is gives its own clock to 'reach'.
// Returns whether there was one.
static bool mark_reached (const ft_release_queue *lane, ft_section_pool *pool,
                          ft_reach *reach, bool hard) {
  bool found = false;
  for (size_t i = 0; i < lane->sections.size; i++) {
    ft_id id = lane->sections.begin[i].section;
    if (ft_section_is_marked (pool, id) || !is_reached (lane, i, reach, hard))
      continue;
    ft_section_mark (pool, id);
    ft_reach_add (reach, &ft_section_at (pool, id)->clock, FT_REACH_ANY);
    found = true;
  }
  return found;
}

// What cells name is marked and stays, reached or not.
static void drop_unmarked (ft_release_queues *lanes, ft_release_queue *lane,
                           const ft_section_pool *pool) {
  size_t kept = 0;
  for (size_t i = 0; i < lane->sections.size; i++) {
    waiting w = lane->sections.begin[i];
    if (ft_section_is_marked (pool, w.section))
      lane->sections.begin[kept++] = w;
    else
      leave (lanes, lane, &w);
  }
  lane->sections.size = kept;
}

// The next time is when there are so many sections more that what this one
// looked at is a constant for each.
void ft_release_queues_prune (ft_release_queues *lanes, ft_section_pool *pool,
                              ft_reach *reach, bool hard) {
  bool found = true;
  while (found) {
    found = false;
    ft_reach_count (reach);
    for (size_t i = 0; i < lanes->lanes.size; i++)
      found |= mark_reached (lanes->lanes.begin + i, pool, reach, hard);
  }
  for (size_t i = 0; i < lanes->lanes.size; i++)
    drop_unmarked (lanes, lanes->lanes.begin + i, pool);
  lanes->crowd =
      CROWD + 2 * lanes->waiting + reach->clocks * reach->lines.size / 16;
}
