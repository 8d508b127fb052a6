// Random traces full of nested locks.  See 'random_trace.h'.

#include "tests/model/random_trace.h"

#include "tests/model/rng.h"

struct held {
  ft_id lock;
  bool shared;
};

struct run {
  const ft_random_options *options;
  ft_rng rng;
  ft_trace *trace;
  ft_tid *owner;      // of each lock, exclusively, or FT_NO_ID
  ft_id *readers;     // per lock
  struct held *stack; // 'depth' per thread
  unsigned *depths;   // per thread
};

static void emit (struct run *r, ft_tid t, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = t, e.kind = (uint8_t)kind, e.target = target;
  ft_model_push (r->trace, e);
}

static struct held *top (struct run *r, ft_tid t) {
  return r->stack + t * r->options->depth + r->depths[t];
}

static void close_innermost (struct run *r, ft_tid t) {
  r->depths[t]--;
  struct held *h = top (r, t);
  if (h->shared)
    r->readers[h->lock]--;
  else
    r->owner[h->lock] = FT_NO_ID;
  emit (r, t, h->shared ? FT_RELEASE_SHARED : FT_RELEASE, h->lock);
}

static bool holds (struct run *r, ft_tid t, ft_id lock) {
  for (unsigned i = 1; i <= r->depths[t]; i++)
    if (top (r, t)[-(int)i].lock == lock)
      return true;
  return false;
}

// Any lock that is free, in any order.
static void open_section (struct run *r, ft_tid t) {
  struct held h = {ft_rng_below (&r->rng, r->options->locks),
                   r->options->rwlocks && ft_rng_percent (&r->rng, 40)};
  if (holds (r, t, h.lock) || r->owner[h.lock] != FT_NO_ID ||
      (!h.shared && r->readers[h.lock]))
    return;
  if (h.shared)
    r->readers[h.lock]++;
  else
    r->owner[h.lock] = t;
  *top (r, t) = h;
  r->depths[t]++;
  emit (r, t, h.shared ? FT_ACQUIRE_SHARED : FT_ACQUIRE, h.lock);
  if (ft_rng_percent (&r->rng, 10))
    r->trace->events[r->trace->size - 1].flags |= FT_TRIED;
}

static void access_something (struct run *r, ft_tid t) {
  bool reads = ft_rng_percent (&r->rng, r->options->read);
  emit (r, t, reads ? FT_READ : FT_WRITE,
        ft_rng_below (&r->rng, r->options->variables));
}

static void step (struct run *r, ft_tid t) {
  const ft_random_options *o = r->options;
  if (r->depths[t] && ft_rng_percent (&r->rng, o->release))
    close_innermost (r, t);
  else if (r->depths[t] < o->depth && ft_rng_percent (&r->rng, o->acquire))
    open_section (r, t);
  else
    access_something (r, t);
}

ft_trace *ft_lock_trace (uint64_t seed, const ft_random_options *o) {
  struct run r = {.options = o, .rng = ft_rng_init (seed)};
  r.trace = ft_trace_new ("locks", "random");
  r.owner = FT_ARRAY (ft_tid, o->locks);
  r.readers = FT_ARRAY (ft_id, o->locks);
  r.stack = FT_ARRAY (struct held, o->threads * o->depth + 1);
  r.depths = FT_ARRAY (unsigned, o->threads);
  for (ft_id l = 0; l < o->locks; l++)
    r.owner[l] = FT_NO_ID;
  for (ft_tid t = 0; r.trace->size < o->events;) {
    if (ft_rng_percent (&r.rng, r.depths[t] ? 4 : 60))
      t = ft_rng_below (&r.rng, o->threads);
    step (&r, t);
  }
  for (ft_tid t = 0; t < o->threads && !o->open_sections; t++)
    while (r.depths[t])
      close_innermost (&r, t);
  free (r.owner);
  free (r.readers);
  free (r.stack);
  free (r.depths);
  return r.trace;
}
