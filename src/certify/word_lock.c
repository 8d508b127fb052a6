#include "certify/word_lock.h"

#include <string.h>

#include "base/hash.h"
#include "certify/happens.h"

// Limit on the writes of the free value before anything else.
enum { MOST_FIRST = 16 };

// From 'local' on, up to the next change of the thread.
struct change {
  ft_tid thread;
  ft_id local, set;
};

// A thread comes in, or goes out, before its event at 'local'.
struct step {
  ft_tid thread;
  ft_id local, variable;
  bool in;
};

struct set {
  ft_id variable, outer;
};

typedef FT_STACK (struct step) step_list;

struct ft_word_locks {
  const ft_index *index;
  ft_map apart_alone; // by variable: it keeps threads apart without synchronising
  FT_STACK (struct change) changes; // by thread and position
  FT_STACK (struct set) sets;       // 0 is the empty set
  ft_map by_content;                // (outer, variable) -> set
};

struct finder {
  const ft_reads *reads;
  const ft_index *index;
  const ft_event *events;
  ft_id *taken; // per thread: its update, or FT_NO_ID
  const ft_id *begin, *end; // accesses of one variable
  uint64_t free;            // the free value
  uint8_t mask;
  step_list steps; // of all locks
  bool synchronizes;
  FT_STACK (ft_id) apart_alone; // variables of locks that do not
};

// ---- writes of a word ------------------------------------------------------

// Whether the event writes some byte of the lock; before its bytes are known, of
// the variable.
static bool writes (const struct finder *f, ft_id e) {
  return !ft_event_is_void (f->events + e) &&
         ft_kind_writes (f->events[e].kind) && f->events[e].mask & f->mask;
}

// Whether the update leaves what it left in the trace, if it happens.
static bool leaves_the_same (const struct finder *f, ft_id e) {
  const ft_tables *tables = &f->index->trace->tables;
  enum ft_exchange exchange = ft_exchange_of (tables, f->events + e);
  return exchange == FT_EXCHANGE_NONE || exchange == FT_EXCHANGE_SWAPS ||
         (exchange == FT_EXCHANGE_COMPUTES &&
          !ft_exchange_depends (tables, f->events + e));
}

static bool takes (const struct finder *f, ft_id e) {
  const ft_event *event = f->events + e;
  const ft_reads *r = f->reads;
  const ft_detail *d = ft_tables_detail (&f->index->trace->tables, event);
  bool used = r->matters[e] != FT_NO_ID &&
              (!r->frozen[e] || r->unvalued[e] == FT_UNVALUED_ALONE);
  return event->kind == FT_ATOMIC_RMW && event->flags & FT_HAS_VALUE &&
         event->value == f->free && event->mask == f->mask && d &&
         d->written_known && d->written != f->free &&
         used && !r->kept[e] && !r->assumed[e] && leaves_the_same (f, e);
}

// '*value' is set to the value that the event leaves in every order in which it
// happens; false if that value is not known.
static bool written (const struct finder *f, ft_id e, uint64_t *value) {
  const ft_event *event = f->events + e;
  const ft_detail *d = ft_tables_detail (&f->index->trace->tables, event);
  if (event->kind == FT_ATOMIC_RMW) {
    *value = d ? d->written : 0;
    return d && d->written_known && leaves_the_same (f, e);
  }
  *value = event->value;
  return (event->kind == FT_WRITE || event->kind == FT_ATOMIC_WRITE) &&
         event->flags & FT_HAS_VALUE;
}

// An exchange that does not depend on what it reads gives as a write does.
static bool gives (const struct finder *f, ft_id e) {
  const ft_event *event = f->events + e;
  uint64_t value;
  return event->mask == f->mask && written (f, e, &value) && value == f->free &&
         (event->kind != FT_ATOMIC_RMW ||
          ft_exchange_of (&f->index->trace->tables, event) ==
            FT_EXCHANGE_COMPUTES);
}

// An update by a thread that found the lock taken, and leaves it so.
static bool waits (const struct finder *f, ft_id e) {
  const ft_event *event = f->events + e;
  uint64_t value;
  return event->kind == FT_ATOMIC_RMW && event->mask == f->mask &&
         written (f, e, &value) && value != f->free;
}

// Takes the first update as one that takes the lock.
static bool find_values (struct finder *f) {
  f->mask = UINT8_MAX;
  for (const ft_id *e = f->begin; e < f->end; e++)
    if (writes (f, *e) && f->events[*e].kind == FT_ATOMIC_RMW) {
      f->free = f->events[*e].value;
      f->mask = f->events[*e].mask;
      return takes (f, *e);
    }
  return false;
}

static bool comes_first (const struct finder *f, ft_id first) {
  for (const ft_id *e = f->begin; e < f->end; e++)
    if (*e > first && writes (f, *e) &&
        !ft_index_starts_before (f->index, first, *e))
      return false;
  return true;
}

// ---- sections --------------------------------------------------------------

static void add_step (struct finder *f, ft_id e, ft_id local, bool in) {
  struct step step = {f->events[e].thread, local, f->events[e].target, in};
  FT_PUSH (f->steps, step);
}

// Whether the write goes on with what its thread did before.
static bool follow (struct finder *f, ft_id e, bool any) {
  ft_id *taken = f->taken + f->events[e].thread;
  ft_id local = f->index->local[e];
  if (takes (f, e) && *taken == FT_NO_ID) {
    f->synchronizes &= ft_event_acquires (f->events + e);
    *taken = e;
    add_step (f, e, f->reads->matters[e] + 1, true);
    return true;
  }
  if (waits (f, e))
    return true;
  if (!gives (f, e) || *taken == FT_NO_ID)
    return !any && comes_first (f, e);
  if (f->reads->matters[*taken] >= local)
    return false;
  *taken = FT_NO_ID;
  f->synchronizes &= f->events[e].kind != FT_WRITE &&
                     ft_event_releases (f->events + e);
  add_step (f, e, local + 1, false);
  return true;
}

static void look_at (struct finder *f) {
  size_t size = f->steps.size;
  unsigned first = 0;
  f->synchronizes = true;
  bool fine = find_values (f);
  for (const ft_id *e = f->begin; fine && e < f->end; e++)
    if (writes (f, *e)) {
      bool any = f->steps.size > size;
      fine = follow (f, *e, any) && first < MOST_FIRST;
      first += f->steps.size == size;
    }
  for (const ft_id *e = f->begin; e < f->end; e++)
    f->taken[f->events[*e].thread] = FT_NO_ID;
  if (!fine)
    f->steps.size = size;
  else if (f->steps.size > size && !f->synchronizes)
    FT_PUSH (f->apart_alone, f->events[*f->begin].target);
}

// ---- sets ------------------------------------------------------------------

static ft_id intern (ft_word_locks *w, ft_id outer, ft_id variable) {
  ft_id *slot = ft_map_at (&w->by_content, (uint64_t)outer << 32 | variable);
  if (*slot == FT_NO_ID) {
    *slot = (ft_id)w->sets.size;
    FT_PUSH (w->sets, ((struct set){variable, outer}));
  }
  return *slot;
}

// The set without the variable.
static ft_id without (ft_word_locks *w, ft_id set, ft_id variable) {
  struct set s = w->sets.begin[set];
  if (!set || s.variable == variable)
    return s.outer;
  return intern (w, without (w, s.outer, variable), s.variable);
}

static int compare_steps (const void *a, const void *b) {
  const struct step *p = a, *q = b;
  if (p->thread != q->thread)
    return p->thread < q->thread ? -1 : 1;
  if (p->local != q->local)
    return p->local < q->local ? -1 : 1;
  if (p->in != q->in)
    return p->in - q->in;
  return (p->variable > q->variable) - (p->variable < q->variable);
}

static void follow_steps (ft_word_locks *w, const step_list *steps) {
  ft_id set = 0;
  FT_PUSH (w->sets, ((struct set){FT_NO_ID, 0}));
  for (size_t i = 0; i < steps->size; i++) {
    const struct step *s = steps->begin + i;
    if (i && s[-1].thread != s->thread)
      set = 0;
    set = s->in ? intern (w, set, s->variable) : without (w, set, s->variable);
    FT_PUSH (w->changes, ((struct change){s->thread, s->local, set}));
  }
}

ft_word_locks *ft_word_locks_new (const ft_reads *reads) {
  const ft_index *x = reads->index;
  struct finder f = {.reads = reads,
                     .index = x,
                     .events = x->trace->events,
                     .taken = FT_ARRAY (ft_id, x->threads)};
  ft_id variables = ft_tables_count (&x->trace->tables, FT_CLASS_VARIABLE);
  ft_word_locks *w = NULL;
  memset (f.taken, 0xff, x->threads * sizeof *f.taken);
  for (ft_id v = 0; v < variables; v++) {
    f.begin = x->accesses.events + x->accesses.begin[v];
    f.end = x->accesses.events + x->accesses.begin[v + 1];
    look_at (&f);
  }
  if (f.steps.size) {
    qsort (f.steps.begin, f.steps.size, sizeof *f.steps.begin, compare_steps);
    w = FT_NEW (ft_word_locks);
    w->index = x;
    follow_steps (w, &f.steps);
    for (size_t i = 0; i < f.apart_alone.size; i++)
      *ft_map_at (&w->apart_alone, f.apart_alone.begin[i]) = 1;
  }
  FT_RELEASE (f.apart_alone);
  FT_RELEASE (f.steps);
  free (f.taken);
  return w;
}

void ft_word_locks_free (ft_word_locks *w) {
  if (!w)
    return;
  FT_RELEASE (w->changes);
  FT_RELEASE (w->sets);
  ft_map_release (&w->by_content);
  ft_map_release (&w->apart_alone);
  free (w);
}

ft_id ft_word_locks_held (const ft_word_locks *w, ft_id e) {
  if (!w || e >= w->index->trace->size)
    return 0;
  ft_tid t = w->index->trace->events[e].thread;
  ft_id k = w->index->local[e];
  size_t low = 0, high = w->changes.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const struct change *c = w->changes.begin + middle;
    if (c->thread < t || (c->thread == t && c->local <= k))
      low = middle + 1;
    else
      high = middle;
  }
  const struct change *last = low ? w->changes.begin + low - 1 : NULL;
  return last && last->thread == t ? last->set : 0;
}

ft_id ft_word_locks_common (const ft_word_locks *w, ft_id a, ft_id b) {
  for (ft_id i = a; i; i = w->sets.begin[i].outer)
    for (ft_id j = b; j; j = w->sets.begin[j].outer)
      if (w->sets.begin[i].variable == w->sets.begin[j].variable)
        return w->sets.begin[i].variable;
  return FT_NO_ID;
}

void ft_word_locks_list (const ft_word_locks *w, ft_id set,
                         ft_word_lock_list *list) {
  FT_CLEAR (*list);
  for (; set; set = w->sets.begin[set].outer)
    if (ft_map_get (&w->apart_alone, w->sets.begin[set].variable) == FT_NO_ID)
      FT_PUSH (*list, w->sets.begin[set].variable);
}
