#include "candidate/lock_cycles.h"

#include <assert.h>
#include <string.h>

#include "base/debug_log.h"
#include "candidate/lock_dependency.h"

// Cycles of dependencies with at most this many cycles of acquires are listed
// completely; of others, each acquire is combined with the ones nearest to it.
#define LISTED_WHOLE 4096

// Dependencies that the search looks at before it gives up.
#define MOST_STEPS 4000000

struct entry {
  uint64_t locations[FT_MOST_TARGETS]; // sorted
  uint32_t length;
  ft_id candidate, next;
};

struct finder {
  ft_lock_dependencies *dependencies;
  ft_deadlock_candidates *deadlocks;
  size_t limit;
  const ft_deadline *deadline;
  uint64_t steps;
  const ft_lock_dependency *path[FT_MOST_TARGETS];
  uint32_t length;
  uint32_t wanted;     // only cycles of this length are listed
  ft_map by_locations; // hash of the locations -> chain of entries
  FT_STACK (struct entry) entries;
};

// ---- candidates ----------------------------------------------------------

static int compare_keys (const void *a, const void *b) {
  uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
  return (p > q) - (p < q);
}

static struct entry entry_of_path (const struct finder *f) {
  struct entry key = {.length = f->length};
  for (uint32_t i = 0; i < f->length; i++)
    key.locations[i] = f->path[i]->location;
  qsort (key.locations, f->length, sizeof *key.locations, compare_keys);
  return key;
}

// The candidate of the path's locations; NULL beyond the limit.
static ft_deadlock_candidate *find_candidate (struct finder *f) {
  struct entry key = entry_of_path (f);
  uint64_t hash = key.length;
  for (uint32_t i = 0; i < key.length; i++)
    hash = (hash ^ key.locations[i]) * 0x9E3779B97F4A7C15ull;
  ft_id *head = ft_map_at (&f->by_locations, hash);
  for (ft_id i = *head; i != FT_NO_ID; i = f->entries.begin[i].next) {
    const struct entry *e = f->entries.begin + i;
    if (e->length == key.length &&
        !memcmp (e->locations, key.locations, sizeof key.locations))
      return f->deadlocks->list.begin + e->candidate;
  }
  if (f->deadlocks->list.size == f->limit) {
    f->deadlocks->truncated = true;
    return NULL;
  }
  key.candidate = (ft_id)f->deadlocks->list.size;
  key.next = *head;
  *head = (ft_id)f->entries.size;
  FT_PUSH (f->entries, key);
  FT_PUSH (f->deadlocks->list, ((ft_deadlock_candidate){f->length}));
  FT_DEBUG (CANDIDATE, 1, "deadlock of %u threads, at acquires %u and %u%s",
            f->length, f->path[0]->acquires.begin[0],
            f->path[1]->acquires.begin[0], f->length > 2 ? " ..." : "");
  return &FT_TOP (f->deadlocks->list);
}

// ---- instances -----------------------------------------------------------

static ft_id distance (const ft_lock_cycle *c, uint32_t length) {
  ft_id last = c->acquires[0];
  for (uint32_t i = 1; i < length; i++)
    if (c->acquires[i] > last)
      last = c->acquires[i];
  return last - c->acquires[0];
}

static int compare_cycles (const ft_lock_cycle *a, const ft_lock_cycle *b,
                           uint32_t length) {
  ft_id p = distance (a, length), q = distance (b, length);
  for (uint32_t i = 0; p == q && i < length; i++)
    p = a->acquires[i], q = b->acquires[i];
  return (p > q) - (p < q);
}

// The cycle, rotated so that the first acquire in the trace is first.
static ft_lock_cycle rotate (const ft_id *acquires, uint32_t length) {
  uint32_t first = 0;
  ft_lock_cycle c = {{0}};
  for (uint32_t i = 1; i < length; i++)
    if (acquires[i] < acquires[first])
      first = i;
  for (uint32_t i = 0; i < length; i++)
    c.acquires[i] = acquires[(first + i) % length];
  return c;
}

static void keep_cycle (ft_deadlock_candidate *d, const ft_id *acquires) {
  ft_lock_cycle cycle = rotate (acquires, d->length);
  uint32_t at = d->kept;
  assert (at <= FT_LOCK_CYCLES_KEPT);
  int order = 1;
  while (at &&
         (order = compare_cycles (&cycle, d->closest + at - 1, d->length)) < 0)
    at--;
  if ((at && !order) || at == FT_LOCK_CYCLES_KEPT)
    return;
  if (!d->closest)
    d->closest = FT_ARRAY (ft_lock_cycle, FT_LOCK_CYCLES_KEPT);
  if (d->kept < FT_LOCK_CYCLES_KEPT)
    d->kept++;
  memmove (d->closest + at + 1, d->closest + at,
           (d->kept - at - 1) * sizeof cycle);
  d->closest[at] = cycle;
}

static uint64_t count_instances (const struct finder *f) {
  uint64_t n = 1;
  for (uint32_t i = 0; i < f->length; i++)
    if (__builtin_mul_overflow (n, f->path[i]->acquires.size, &n))
      return UINT64_MAX;
  return n;
}

static void keep_all (const struct finder *f, ft_deadlock_candidate *d,
                      uint64_t n) {
  ft_id acquires[FT_MOST_TARGETS];
  for (uint64_t i = 0; i < n; i++) {
    uint64_t rest = i;
    for (uint32_t k = 0; k < f->length; k++) {
      size_t size = f->path[k]->acquires.size;
      acquires[k] = f->path[k]->acquires.begin[rest % size];
      rest /= size;
    }
    keep_cycle (d, acquires);
  }
}

// The acquire of the dependency that is nearest to event 'e'.
static ft_id nearest (const ft_lock_dependency *r, ft_id e) {
  size_t low = 0, high = r->acquires.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (r->acquires.begin[middle] < e)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == r->acquires.size)
    return r->acquires.begin[low - 1];
  ft_id after = r->acquires.begin[low];
  ft_id before = low ? r->acquires.begin[low - 1] : after;
  return low && e - before < after - e ? before : after;
}

static void keep_nearest (const struct finder *f, ft_deadlock_candidate *d) {
  ft_id acquires[FT_MOST_TARGETS];
  for (uint32_t k = 0; k < f->length; k++)
    for (size_t i = 0; i < f->path[k]->acquires.size; i++) {
      for (uint32_t j = 0; j < f->length; j++)
        acquires[j] = nearest (f->path[j], f->path[k]->acquires.begin[i]);
      keep_cycle (d, acquires);
    }
}

static void record_cycle (struct finder *f) {
  ft_deadlock_candidate *d = find_candidate (f);
  if (!d)
    return;
  uint64_t n = count_instances (f);
  if (__builtin_add_overflow (d->instances, n, &d->instances))
    d->instances = UINT64_MAX;
  if (n <= LISTED_WHOLE)
    keep_all (f, d, n);
  else
    keep_nearest (f, d);
}

// ---- cycles --------------------------------------------------------------

// Whether the dependency can be pending together with all of the path, and no
// cycle needs only a part of the path: such a cycle is found by itself.
static bool can_extend (const struct finder *f, const ft_lock_dependency *r) {
  for (uint32_t i = 0; i < f->length; i++) {
    if (!ft_lock_dependencies_concurrent (f->dependencies, f->path[i], r) ||
        (i && ft_lock_dependencies_wait (f->dependencies, r, f->path[i])) ||
        (i + 1 < f->length &&
         ft_lock_dependencies_wait (f->dependencies, f->path[i], r)))
      return false;
  }
  return true;
}

static bool is_over (struct finder *f) {
  if (++f->steps > MOST_STEPS)
    f->deadlocks->truncated = true;
  else if (!(f->steps & 1023) && ft_deadline_over (f->deadline))
    f->deadlocks->timed_out = true;
  return f->steps > MOST_STEPS || f->deadlocks->timed_out;
}

// Extends the path by each dependency that its last one may wait for.  A cycle
// is found from its first dependency in the list.  Cycles of two threads are
// searched for first, then those of three, and so on: long cycles, of which
// there can be very many, must not take the place of short ones.
static void extend (struct finder *f, ft_id first) {
  const ft_lock_dependencies *r = f->dependencies;
  const ft_lock_dependency *last = f->path[f->length - 1];
  for (ft_id i = r->holding_begin[last->lock];
       i < r->holding_begin[last->lock + 1]; i++) {
    const ft_lock_dependency *next = r->list.begin + r->holding[i];
    if (is_over (f))
      return;
    if (r->holding[i] <= first || !ft_lock_dependencies_wait (r, last, next) ||
        !can_extend (f, next))
      continue;
    f->path[f->length++] = next;
    if (ft_lock_dependencies_wait (r, next, f->path[0])) {
      if (f->length == f->wanted)
        record_cycle (f);
    } else if (f->length < f->wanted)
      extend (f, first);
    else if (f->wanted == FT_MOST_TARGETS)
      f->deadlocks->truncated = true;
    f->length--;
  }
}

static int compare_candidates (const void *a, const void *b) {
  const ft_deadlock_candidate *p = a, *q = b;
  if (p->length != q->length)
    return p->length < q->length ? -1 : 1;
  return compare_cycles (p->closest, q->closest, p->length);
}

static void find_cycles (struct finder *f) {
  for (f->wanted = 2; f->wanted <= FT_MOST_TARGETS; f->wanted++)
    for (ft_id i = 0; i < f->dependencies->list.size; i++) {
      f->path[0] = f->dependencies->list.begin + i;
      f->length = 1;
      extend (f, i);
    }
}

ft_deadlock_candidates *
ft_deadlock_candidates_new (const ft_index *index, size_t limit,
                            const ft_deadline *deadline) {
  struct finder f = {.limit = limit, .deadline = deadline};
  ft_deadlock_candidates *d = f.deadlocks = FT_NEW (ft_deadlock_candidates);
  d->timed_out = ft_deadline_over (deadline);
  if (d->timed_out)
    return d;
  f.dependencies = ft_lock_dependencies_new (index);
  find_cycles (&f);
  if (d->list.size)
    qsort (d->list.begin, d->list.size, sizeof *d->list.begin,
           compare_candidates);
  ft_lock_dependencies_free (f.dependencies);
  ft_map_release (&f.by_locations);
  FT_RELEASE (f.entries);
  return d;
}

void ft_deadlock_candidates_free (ft_deadlock_candidates *d) {
  if (!d)
    return;
  for (size_t i = 0; i < d->list.size; i++)
    free (d->list.begin[i].closest);
  FT_RELEASE (d->list);
  free (d);
}
