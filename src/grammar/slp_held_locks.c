// The state is the locks that all threads hold, each lock as often as it was
// acquired.  Only the locks of a rule's own threads matter to the rule.  Nested
// acquires count, since files do not flag them.
//
// Slow twin: the filter on the expanded trace, in
// 'tests/unit/test_slp_races.c'.

#include "grammar/slp_held_locks.h"

#include "base/bits.h"
#include "grammar/slp_rewrite.h"

typedef struct lock_rewrite {
  ft_slp_held_locks *to;
  const ft_slp *slp;
  ft_lock_sets states; // sets of the elements in 'list'
  ft_map elements;     // thread, lock and mode -> the outermost element
  FT_STACK (struct element {
    ft_tid thread;
    uint32_t lock;   // 2 * lock, + 1 if shared
    uint32_t deeper; // element of the next nested acquire, or FT_NO_ID
    bool inner;      // of a nested acquire
  })
  list;
  FT_STACK (ft_bits) threads; // by rule
} lock_rewrite;

void ft_slp_held_locks_release (ft_slp_held_locks *h) {
  ft_slp_release (&h->slp);
  ft_lock_sets_release (&h->sets);
  FT_RELEASE (h->held);
}

// ---- threads of rules ------------------------------------------------------

static bool has_thread (const lock_rewrite *h, uint32_t symbol, ft_tid t) {
  uint32_t n = ft_slp_number (symbol);
  return ft_slp_is_rule (symbol) ? ft_bits_has (h->threads.begin + n, t)
                                 : h->slp->terminals.begin[n].thread == t;
}

static void add_threads (const lock_rewrite *h, ft_bits *to, uint32_t symbol) {
  uint32_t n = ft_slp_number (symbol);
  if (!ft_slp_is_rule (symbol)) {
    ft_bits_add (to, h->slp->terminals.begin[n].thread);
    return;
  }
  const ft_bits *from = h->threads.begin + n;
  FT_GROW (*to, from->size, 0);
  for (size_t w = 0; w < from->size; w++)
    to->begin[w] |= from->begin[w];
}

static void find_threads (lock_rewrite *h) {
  for (size_t r = 0; r < h->slp->rules.size; r++) {
    const ft_production *rule = h->slp->rules.begin + r;
    ft_bits threads = {0};
    for (size_t i = rule->first; i < rule->first + rule->count; i++)
      add_threads (h, &threads, h->slp->items.begin[i].symbol);
    FT_PUSH (h->threads, threads);
  }
}

// ---- states ----------------------------------------------------------------

// The locks in a state that threads of the symbol hold, or ('own' false) the
// others.
static ft_id part_of (lock_rewrite *h, ft_id state, uint32_t symbol, bool own) {
  uint32_t n = h->states.sets.begin[state].count;
  ft_id part = state;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    uint32_t e = ft_lock_set_elements (&h->states, state, &count)[i];
    if (has_thread (h, symbol, h->list.begin[e].thread) != own)
      part = ft_lock_set_without (&h->states, part, e);
  }
  return part;
}

static ft_id held_inside (void *context, ft_id state, uint32_t symbol) {
  return part_of (context, state, symbol, true);
}

static ft_id held_outside (void *context, ft_id state, uint32_t symbol,
                           ft_id after) {
  lock_rewrite *h = context;
  return ft_lock_set_union (&h->states, part_of (h, state, symbol, false),
                            after);
}

static uint32_t add_element (lock_rewrite *h, ft_tid t, uint32_t lock,
                             bool inner) {
  FT_PUSH (h->list, ((struct element){t, lock, FT_NO_ID, inner}));
  return (uint32_t)(h->list.size - 1);
}

static bool is_held (lock_rewrite *h, ft_id state, uint32_t element) {
  return ft_lock_set_with (&h->states, state, element) == state;
}

// The lock of the event is held once more, or once less.
static ft_id step_lock (lock_rewrite *h, ft_id state, const ft_event *e) {
  bool shared = e->kind == FT_ACQUIRE_SHARED || e->kind == FT_RELEASE_SHARED;
  uint32_t lock = 2 * e->target + shared;
  uint32_t *first = ft_map_at (&h->elements, (uint64_t)e->thread << 32 | lock);
  if (*first == FT_NO_ID)
    *first = add_element (h, e->thread, lock, false);
  uint32_t next = *first, last = FT_NO_ID;
  while (next != FT_NO_ID && is_held (h, state, next)) {
    last = next;
    next = h->list.begin[next].deeper;
  }
  if (!ft_kind_acquires (e->kind))
    return last == FT_NO_ID ? state
                            : ft_lock_set_without (&h->states, state, last);
  if (next == FT_NO_ID) {
    next = add_element (h, e->thread, lock, true);
    h->list.begin[last].deeper = next;
  }
  return ft_lock_set_with (&h->states, state, next);
}

// The locks of one thread in a state, as a set of locks.
static ft_id locks_of (lock_rewrite *h, ft_id state) {
  uint32_t n;
  const uint32_t *elements = ft_lock_set_elements (&h->states, state, &n);
  ft_id locks = FT_LOCK_SET_EMPTY;
  for (uint32_t i = 0; i < n; i++)
    if (!h->list.begin[elements[i]].inner)
      locks = ft_lock_set_with (&h->to->sets, locks,
                                h->list.begin[elements[i]].lock);
  return locks;
}

static ft_id step (void *context, ft_id state, uint32_t terminal) {
  lock_rewrite *h = context;
  const ft_event *e = h->slp->terminals.begin + terminal;
  FT_PUSH (h->to->held, locks_of (h, state));
  bool locks = ft_kind_acquires (e->kind) || ft_kind_releases (e->kind);
  return locks && !ft_event_is_void (e) ? step_lock (h, state, e) : state;
}

bool ft_slp_held_locks_init (ft_slp_held_locks *to, const ft_slp *slp) {
  *to = (ft_slp_held_locks){0};
  ft_lock_sets_init (&to->sets);
  lock_rewrite h = {.to = to, .slp = slp};
  const ft_slp_contexts contexts = {&h, held_inside, held_outside, step};
  ft_lock_sets_init (&h.states);
  find_threads (&h);
  bool fine = ft_slp_rewrite (slp, &contexts, &to->slp);
  for (size_t r = 0; r < h.threads.size; r++)
    FT_RELEASE (h.threads.begin[r]);
  FT_RELEASE (h.threads);
  FT_RELEASE (h.list);
  ft_map_release (&h.elements);
  ft_lock_sets_release (&h.states);
  return fine;
}
