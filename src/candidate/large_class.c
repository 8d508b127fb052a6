#include "candidate/large_class.h"

#include <assert.h>

struct thread_range {
  ft_tid thread;
  size_t begin, end; // in 'segments'
};

// The segment accesses of a class, sorted by thread and segment.
struct ft_large_class {
  const ft_access_classes *classes;
  FT_STACK (const ft_segment_accesses *) segments;
  uint64_t *events; // for each: accesses of its thread up to and with it
  FT_STACK (struct thread_range) threads;
  ft_class_member *members;
  size_t count;
};

static int compare_segments (const void *a, const void *b) {
  const ft_segment_accesses *p = *(const ft_segment_accesses *const *)a;
  const ft_segment_accesses *q = *(const ft_segment_accesses *const *)b;
  if (p->thread != q->thread)
    return p->thread < q->thread ? -1 : 1;
  return (p->segment > q->segment) - (p->segment < q->segment);
}

static int compare_members (const void *a, const void *b) {
  const ft_class_member *p = a, *q = b;
  return (p->event > q->event) - (p->event < q->event);
}

static void list_threads (ft_large_class *c) {
  c->events = FT_ARRAY (uint64_t, c->segments.size);
  for (size_t i = 0; i < c->segments.size; i++) {
    const ft_segment_accesses *g = c->segments.begin[i];
    if (FT_EMPTY (c->threads) || FT_TOP (c->threads).thread != g->thread)
      FT_PUSH (c->threads, ((struct thread_range){g->thread, i, i}));
    else
      c->events[i] = c->events[i - 1];
    c->events[i] += g->events.size;
    FT_TOP (c->threads).end = i + 1;
    c->count += g->events.size;
  }
}

static void list_members (ft_large_class *c) {
  size_t n = 0;
  c->members = FT_ARRAY (ft_class_member, c->count);
  for (size_t i = 0; i < c->segments.size; i++) {
    const ft_segment_accesses *g = c->segments.begin[i];
    ft_id number = (ft_id)(g - c->classes->segment_accesses.begin);
    for (size_t j = 0; j < g->events.size; j++)
      c->members[n++] = (ft_class_member){g->events.begin[j], number};
  }
  qsort (c->members, n, sizeof *c->members, compare_members);
}

ft_large_class *ft_large_class_new (const ft_access_classes *f,
                                    const ft_access_class *class) {
  ft_large_class *c = FT_NEW (ft_large_class);
  assert (class->members.size);
  c->classes = f;
  for (size_t i = 0; i < class->members.size; i++)
    FT_PUSH (c->segments, ft_access_class_segment (f, class, i));
  qsort (c->segments.begin, c->segments.size, sizeof *c->segments.begin,
         compare_segments);
  list_threads (c);
  list_members (c);
  return c;
}

void ft_large_class_free (ft_large_class *c) {
  FT_RELEASE (c->segments);
  FT_RELEASE (c->threads);
  free (c->events);
  free (c->members);
  free (c);
}

const ft_class_member *ft_large_class_members (const ft_large_class *c,
                                               size_t *count) {
  *count = c->count;
  return c->members;
}

// ---- counting ------------------------------------------------------------

// Number of accesses of a thread in its segments up to 'segment'.
static uint64_t count_up_to (const ft_large_class *c,
                             const struct thread_range *range,
                             uint32_t segment) {
  size_t low = range->begin, high = range->end;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (c->segments.begin[middle]->segment <= segment)
      low = middle + 1;
    else
      high = middle;
  }
  return low == range->begin ? 0 : c->events[low - 1];
}

// Number of accesses of other threads that these come after.
static uint64_t count_before (const ft_large_class *c,
                              const ft_segment_accesses *g,
                              const uint32_t *known, ft_tid size) {
  uint64_t n = 0;
  for (size_t i = 0; i < c->threads.size; i++) {
    const struct thread_range *range = c->threads.begin + i;
    if (range->thread < size && range->thread != g->thread &&
        known[range->thread])
      n += count_up_to (c, range, known[range->thread]);
  }
  return n;
}

// Adds the number of pairs of an access in 'a' that comes before one of another
// thread in 'b'.  Segments of a thread that know the same stand in a row.
static bool count_ordered (const ft_large_class *a, const ft_large_class *b,
                           const ft_deadline *deadline, uint64_t *pairs) {
  const uint32_t *last = NULL;
  uint64_t before = 0;
  for (size_t i = 0; i < b->segments.size; i++) {
    const ft_segment_accesses *g = b->segments.begin[i];
    ft_tid size;
    const uint32_t *known =
        ft_segments_known (a->classes->segments, g->thread, g->segment, &size);
    if (known != last)
      before = known ? count_before (a, g, known, size) : 0;
    last = known;
    *pairs += (known ? before : 0) * g->events.size;
    if (ft_deadline_over (deadline))
      return false;
  }
  return true;
}

// Number of pairs of accesses of one thread; the same class twice: in both
// orders.
static uint64_t count_own (const ft_large_class *a, const ft_large_class *b) {
  uint64_t n = 0;
  for (size_t i = 0, j = 0; i < a->threads.size; i++) {
    const struct thread_range *range = a->threads.begin + i;
    while (j < b->threads.size && b->threads.begin[j].thread < range->thread)
      j++;
    if (j < b->threads.size && b->threads.begin[j].thread == range->thread)
      n += a->events[range->end - 1] * b->events[b->threads.begin[j].end - 1];
  }
  return n;
}

bool ft_large_classes_count (const ft_large_class *a, const ft_large_class *b,
                             const ft_deadline *deadline, uint64_t *pairs) {
  uint64_t ordered = 0;
  uint64_t all = (uint64_t)a->count * b->count - count_own (a, b);
  bool fine = count_ordered (a, b, deadline, &ordered) &&
              (a == b || count_ordered (b, a, deadline, &ordered));
  *pairs = (a == b ? all / 2 : all) - ordered;
  return fine;
}
