#include "certify/segment.h"

#include <string.h>

// Limit on the entries of all clocks: 256 MB.
#define ENTRIES_LIMIT ((size_t)64 << 20)

// The segments of other threads that a thread knows from one of its segments
// on.
struct known {
  uint32_t from;      // first segment for which it holds
  uint32_t *segments; // owned, by thread; zero beyond 'size'
  ft_tid size;
};

struct thread {
  FT_STACK (struct known) known; // ascending 'from'
  uint32_t segment;              // current
};

struct ft_segments {
  const ft_trace *trace;
  ft_tid threads;
  struct thread *of_thread;
  uint32_t *of_event;
  size_t entries;
};

// A copy of the current knowledge of 't' with room for 'size' threads; empty
// when the limit is reached.
static struct known extend (ft_segments *s, ft_tid t, uint32_t from,
                            ft_tid size) {
  struct thread *thread = s->of_thread + t;
  struct known none = {0}, *old = FT_EMPTY (thread->known)
                                      ? &none
                                      : &FT_TOP (thread->known);
  if (size < old->size)
    size = old->size;
  struct known next = {from, NULL, 0};
  if (s->entries + size > ENTRIES_LIMIT)
    return next;
  s->entries += size;
  next.segments = FT_ARRAY (uint32_t, size);
  next.size = size;
  if (old->size)
    memcpy (next.segments, old->segments, old->size * sizeof *old->segments);
  return next;
}

// Joins the knowledge of 'from', and its segments up to 'segment', into '*to'.
static void join_known (ft_segments *s, struct known *to, ft_tid from,
                        uint32_t segment) {
  if (!to->size)
    return;
  struct thread *thread = s->of_thread + from;
  if (!FT_EMPTY (thread->known)) {
    const struct known *k = &FT_TOP (thread->known);
    for (ft_tid t = 0; t < k->size && t < to->size; t++)
      if (to->segments[t] < k->segments[t])
        to->segments[t] = k->segments[t];
  }
  if (to->segments[from] < segment)
    to->segments[from] = segment;
}

static ft_tid known_size (const ft_segments *s, ft_tid t) {
  const struct thread *thread = s->of_thread + t;
  ft_tid size = FT_EMPTY (thread->known) ? 0 : FT_TOP (thread->known).size;
  return size > t ? size : t + 1;
}

static void step (ft_segments *s, ft_id e) {
  const ft_event *event = s->trace->events + e;
  struct thread *thread = s->of_thread + event->thread;
  s->of_event[e] = thread->segment;
  if (ft_event_is_void (event))
    return;
  if (event->kind == FT_FORK) {
    struct known k =
        extend (s, event->target, 1, known_size (s, event->thread));
    join_known (s, &k, event->thread, thread->segment);
    FT_PUSH (s->of_thread[event->target].known, k);
    thread->segment++;
  } else if (event->kind == FT_JOIN) {
    struct known k = extend (s, event->thread, ++thread->segment,
                             known_size (s, event->target));
    join_known (s, &k, event->target, s->of_thread[event->target].segment);
    FT_PUSH (thread->known, k);
  }
}

ft_segments *ft_segments_new (const ft_index *x) {
  ft_segments *s = FT_NEW (ft_segments);
  s->trace = x->trace;
  s->threads = x->threads;
  s->of_thread = FT_ARRAY (struct thread, s->threads);
  s->of_event = FT_ARRAY (uint32_t, x->trace->size);
  for (ft_tid t = 0; t < s->threads; t++)
    s->of_thread[t].segment = 1;
  for (ft_id e = 0; e < x->trace->size; e++)
    step (s, e);
  return s;
}

void ft_segments_free (ft_segments *s) {
  if (!s)
    return;
  for (ft_tid t = 0; t < s->threads; t++) {
    for (size_t i = 0; i < s->of_thread[t].known.size; i++)
      free (s->of_thread[t].known.begin[i].segments);
    FT_RELEASE (s->of_thread[t].known);
  }
  free (s->of_thread);
  free (s->of_event);
  free (s);
}

uint32_t ft_segments_of (const ft_segments *s, ft_id event) {
  return s->of_event[event];
}

const uint32_t *ft_segments_known (const ft_segments *s, ft_tid u,
                                   uint32_t segment, ft_tid *size) {
  const struct thread *thread = s->of_thread + u;
  size_t low = 0, high = thread->known.size; // last entry with from <= segment
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (thread->known.begin[middle].from <= segment)
      low = middle + 1;
    else
      high = middle;
  }
  *size = low ? thread->known.begin[low - 1].size : 0;
  return low ? thread->known.begin[low - 1].segments : NULL;
}

bool ft_segments_before (const ft_segments *s, ft_tid t, uint32_t a, ft_tid u,
                         uint32_t b) {
  ft_tid size;
  const uint32_t *known = ft_segments_known (s, u, b, &size);
  return t < size && known[t] >= a;
}
