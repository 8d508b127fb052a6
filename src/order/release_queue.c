#include "order/release_queue.h"

#include <string.h>

enum { CHECK_FROM = 8, PRUNE_FROM = 16 };

typedef struct ft_queued_section queued;

void ft_release_queues_release (ft_release_queues *queues) {
  for (size_t i = 0; i < queues->list.size; i++)
    FT_RELEASE (queues->list.begin[i].sections);
  FT_RELEASE (queues->list);
  FT_RELEASE (queues->locks);
  ft_map_release (queues->by_lock);
  ft_map_release (queues->by_lock + 1);
}

static bool may_be_half_known (const queued *w) {
  return w->opened < w->closed;
}

// Number of sections from the front that were opened up to 'time'.
static size_t count_opened (const ft_release_queue *queue, ft_time time) {
  size_t low = 0, high = queue->sections.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (queue->sections.begin[middle].opened <= time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool join_prefix (const ft_release_queue *queue,
                         const ft_section_pool *pool,
                         const ft_releasing *release) {
  ft_time known = ft_clock_at (release->known, queue->thread), time = known;
  if (release->sync && queue->thread != release->thread) {
    ft_time sync = ft_clock_at (release->sync, queue->thread);
    time = sync > time ? sync : time;
  }
  size_t n = count_opened (queue, time);
  if (!n || queue->sections.begin[n - 1].closed <= known)
    return false;
  ft_id section = queue->sections.begin[n - 1].section;
  ft_clock_join (release->known, &ft_section_at (pool, section)->clock);
  return true;
}

// One visit of the queues.  '*all' becomes whether all sections are known.
static bool visit_queues (const ft_release_queues *queues,
                          const ft_section_pool *pool, ft_id queue,
                          const ft_releasing *release, bool *all) {
  bool changed = false;
  for (*all = true; queue != FT_NO_ID;
       queue = queues->list.begin[queue].earlier) {
    const ft_release_queue *l = queues->list.begin + queue;
    if (FT_EMPTY (l->sections))
      continue;
    const queued *last = &FT_TOP (l->sections);
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

// Whether rule (b) found all edges from synchronisation order at the last
// release: later sections were opened after all events that the thread knows by
// synchronisation edges.
static bool sync_unchanged (const ft_release_queues *queues, ft_id lock,
                            const ft_releasing *release) {
  ft_id queue = ft_map_get (queues->by_lock + release->shared,
                            key_of (lock, release->thread));
  return queue != FT_NO_ID &&
         queues->list.begin[queue].sync_joins == release->sync_joins;
}

// Repeated, since the edges from one queue may make a longer prefix of another
// one known.
bool ft_release_queues_join (const ft_release_queues *queues,
                             const ft_section_pool *pool, ft_id lock,
                             const ft_releasing *release) {
  if (lock >= queues->locks.size)
    return true;
  const struct ft_lock_queues *l = queues->locks.begin + lock;
  if (!l->waiting && (!release->sync || sync_unchanged (queues, lock, release)))
    return true;
  bool all = true;
  while (visit_queues (queues, pool, l->latest, release, &all))
    ;
  return all;
}

static void unlink_queue (ft_release_queues *queues, ft_id lock,
                          const ft_release_queue *queue) {
  if (queue->later != FT_NO_ID)
    queues->list.begin[queue->later].earlier = queue->earlier;
  else
    queues->locks.begin[lock].latest = queue->earlier;
  if (queue->earlier != FT_NO_ID)
    queues->list.begin[queue->earlier].later = queue->later;
}

static ft_release_queue *make_latest (ft_release_queues *queues, ft_id lock,
                                      ft_id id) {
  ft_release_queue *queue = queues->list.begin + id;
  ft_id *latest = &queues->locks.begin[lock].latest;
  queue->later = FT_NO_ID;
  queue->earlier = *latest;
  if (queue->earlier != FT_NO_ID)
    queues->list.begin[queue->earlier].later = id;
  *latest = id;
  return queue;
}

// The queue for the section, made the latest one of its lock.
static ft_release_queue *queue_for (ft_release_queues *queues, ft_id lock,
                                    const ft_section *s) {
  FT_GROW (queues->locks, (size_t)lock + 1,
           ((struct ft_lock_queues){FT_NO_ID, 0}));
  uint32_t *id =
      ft_map_at (queues->by_lock + s->shared, key_of (lock, s->thread));
  if (*id == FT_NO_ID) {
    *id = queues->list.size;
    FT_PUSH (queues->list, ((ft_release_queue){.lock = lock,
                                               .thread = s->thread,
                                               .shared = s->shared,
                                               .checked = CHECK_FROM}));
  } else if (queues->locks.begin[lock].latest == *id) {
    return queues->list.begin + *id;
  } else {
    unlink_queue (queues, lock, queues->list.begin + *id);
  }
  return make_latest (queues, lock, *id);
}

// Number of sections from the front whose release is known.
static size_t count_known (const ft_release_queue *queue,
                           const ft_clock *known) {
  ft_time time = ft_clock_at (known, queue->thread);
  size_t n = count_opened (queue, time);
  return n && queue->sections.begin[n - 1].closed > time ? n - 1 : n;
}

// To be called for each section that is removed from its queue.
static void count_removed (ft_release_queues *queues,
                           const ft_release_queue *queue, const queued *w) {
  queues->locks.begin[queue->lock].waiting -= may_be_half_known (w);
  queues->waiting--;
}

static void drop_prefix (ft_release_queues *queues, ft_release_queue *queue,
                         size_t n) {
  for (size_t i = 0; i < n; i++)
    count_removed (queues, queue, queue->sections.begin + i);
  queue->sections.size -= n;
  memmove (queue->sections.begin, queue->sections.begin + n,
           queue->sections.size * sizeof *queue->sections.begin);
}

static size_t count_known_to_all (const ft_release_queue *queue,
                                  const ft_order_threads *threads,
                                  unsigned known) {
  size_t least = queue->sections.size;
  for (size_t t = 0; least && t < threads->list.size; t++) {
    const ft_order_thread *thread = threads->list.begin + t;
    if (!thread->time || thread->joined)
      continue;
    size_t n = count_known (queue, thread->clocks.of + known);
    least = n < least ? n : least;
  }
  return least;
}

// Removes the last section of a queue if, now that there is a newer one, no
// clock can know it by half.
static void replace_last (ft_release_queues *queues, ft_release_queue *queue,
                          const ft_order_thread *thread) {
  if (FT_EMPTY (queue->sections))
    return;
  const queued *last = &FT_TOP (queue->sections);
  if (may_be_half_known (last) || thread->sync_published >= last->opened)
    return;
  count_removed (queues, queue, last);
  queue->sections.size--;
}

void ft_release_queues_push (ft_release_queues *queues,
                             const ft_section_pool *pool, ft_id lock,
                             ft_id section, const ft_order_threads *threads,
                             unsigned known) {
  const ft_section *s = ft_section_at (pool, section);
  const ft_order_thread *thread = threads->list.begin + s->thread;
  ft_release_queue *queue = queue_for (queues, lock, s);
  queued new = {section, s->opened, s->closed};
  queue->sync_joins = thread->sync_joins;
  replace_last (queues, queue, thread);
  if (queue->sections.size >= queue->checked + threads->list.size) {
    size_t n = count_known_to_all (queue, threads, known);
    drop_prefix (queues, queue, n);
    queue->checked = CHECK_FROM + 2 * queue->sections.size;
  }
  queues->locks.begin[lock].waiting += may_be_half_known (&new);
  queues->waiting++;
  FT_PUSH (queue->sections, new);
}

void ft_release_queues_mark (const ft_release_queues *queues,
                             ft_section_pool *pool) {
  for (size_t i = 0; i < queues->list.size; i++) {
    const ft_release_queue *queue = queues->list.begin + i;
    for (size_t k = 0; k < queue->sections.size; k++)
      ft_section_mark (pool, queue->sections.begin[k].section);
  }
}

void ft_release_queues_register (const ft_release_queues *queues,
                                 ft_reach *reach) {
  for (size_t i = 0; i < queues->list.size; i++) {
    const ft_release_queue *queue = queues->list.begin + i;
    for (size_t k = 0; k < queue->sections.size; k++) {
      ft_reach_register (reach, queue->thread, queue->sections.begin[k].opened);
      ft_reach_register (reach, queue->thread, queue->sections.begin[k].closed);
    }
  }
}

// Whether some clock knows the acquire and not the release, or by
// synchronisation edges the acquire and not the acquire of the next section.
// The last section stays, since it gives its queue the place among the others.
static bool is_reached (const ft_release_queue *queue, size_t i,
                        const ft_reach *reach, bool sync) {
  const queued *w = queue->sections.begin + i;
  return i + 1 == queue->sections.size ||
         ft_reach_between (reach, queue->thread, w->opened, w->closed,
                           FT_REACH_ANY) ||
         (sync && ft_reach_between (reach, queue->thread, w->opened,
                                    w[1].opened, FT_REACH_SYNC));
}

// Marks the sections that are reached, and adds their own clocks to 'reach'.
// Returns whether there was a new one.
static bool mark_reached (const ft_release_queue *queue, ft_section_pool *pool,
                          ft_reach *reach, bool sync) {
  bool found = false;
  for (size_t i = 0; i < queue->sections.size; i++) {
    ft_id id = queue->sections.begin[i].section;
    if (ft_section_is_marked (pool, id) || !is_reached (queue, i, reach, sync))
      continue;
    ft_section_mark (pool, id);
    ft_reach_add (reach, &ft_section_at (pool, id)->clock, FT_REACH_ANY);
    found = true;
  }
  return found;
}

// A section that a list of conflicting sections names is marked, and stays,
// reached or not.
static void drop_unmarked (ft_release_queues *queues, ft_release_queue *queue,
                           const ft_section_pool *pool) {
  size_t kept = 0;
  for (size_t i = 0; i < queue->sections.size; i++) {
    queued w = queue->sections.begin[i];
    if (ft_section_is_marked (pool, w.section))
      queue->sections.begin[kept++] = w;
    else
      count_removed (queues, queue, &w);
  }
  queue->sections.size = kept;
}

// The next pruning is due after so many more sections that the steps of this
// one are a constant for each of them.
void ft_release_queues_prune (ft_release_queues *queues, ft_section_pool *pool,
                              ft_reach *reach, bool sync) {
  bool found = true;
  while (found) {
    found = false;
    ft_reach_count (reach);
    for (size_t i = 0; i < queues->list.size; i++)
      found |= mark_reached (queues->list.begin + i, pool, reach, sync);
  }
  for (size_t i = 0; i < queues->list.size; i++)
    drop_unmarked (queues, queues->list.begin + i, pool);
  queues->prune_at = PRUNE_FROM + 2 * queues->waiting +
                     reach->clocks * reach->threads.size / 16;
}
