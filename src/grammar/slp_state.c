// Slow twin: 'order/sync.c', compared in 'tests/unit/test_slp_races.c'.

#include "grammar/slp_state.h"

#include <string.h>

// Notices of a condition, or posts of a semaphore, at once.
enum { MOST_PENDING = 128 };

typedef struct ft_state_thread waiter;
typedef struct ft_state_object object;

static void clear (ft_state *now) {
  for (size_t o = 0; o < now->objects.size; o++)
    FT_RELEASE (now->objects.begin[o].notices);
  FT_CLEAR (now->objects);
  FT_CLEAR (now->threads);
}

void ft_states_release (ft_states *s) {
  clear (&s->now);
  FT_RELEASE (s->now.objects);
  FT_RELEASE (s->now.threads);
  ft_map_release (&s->waits);
  ft_map_release (&s->by_hash);
  FT_RELEASE (s->words);
  FT_RELEASE (s->begin);
  FT_RELEASE (s->older);
}

static waiter *waiter_at (ft_states *s, ft_tid t) {
  FT_GROW (s->now.threads, (size_t)t + 1,
           ((waiter){FT_NO_ID, 0, FT_NO_ID, false}));
  return s->now.threads.begin + t;
}

static object *object_at (ft_states *s, ft_id o) {
  FT_GROW (s->now.objects, (size_t)o + 1, ((object){.posts = 0}));
  return s->now.objects.begin + o;
}

// ---- numbers ---------------------------------------------------------------

static bool is_idle (const waiter *w) {
  return w->condition == FT_NO_ID && w->barrier == FT_NO_ID;
}

static bool is_unused (const object *o) {
  return !o->notices.size && !o->initial && !o->posts;
}

static void write_object (ft_states *s, ft_id id, const object *o) {
  FT_PUSH (s->words, id);
  FT_PUSH (s->words, (uint32_t)o->initial);
  FT_PUSH (s->words, (uint32_t)(o->initial >> 32));
  FT_PUSH (s->words, o->posts);
  FT_PUSH (s->words, (uint32_t)o->notices.size);
  for (size_t i = 0; i < o->notices.size; i++)
    FT_PUSH (s->words, o->notices.begin[i]);
}

// Appends the state at hand, without what is idle.
static void write_state (ft_states *s) {
  for (ft_tid t = 0; t < s->now.threads.size; t++) {
    const waiter *w = s->now.threads.begin + t;
    if (is_idle (w))
      continue;
    FT_PUSH (s->words, t);
    FT_PUSH (s->words, w->condition);
    FT_PUSH (s->words, w->since);
    FT_PUSH (s->words, w->barrier);
    FT_PUSH (s->words, w->closed);
  }
  FT_PUSH (s->words, FT_NO_ID);
  for (ft_id o = 0; o < s->now.objects.size; o++)
    if (!is_unused (s->now.objects.begin + o))
      write_object (s, o, s->now.objects.begin + o);
}

static const uint32_t *read_object (ft_states *s, const uint32_t *word) {
  object *o = object_at (s, word[0]);
  o->initial = word[1] | (uint64_t)word[2] << 32;
  o->posts = word[3];
  for (uint32_t i = 0; i < word[4]; i++)
    FT_PUSH (o->notices, (uint8_t)word[5 + i]);
  return word + 5 + word[4];
}

static void read_state (ft_states *s, ft_id state) {
  const uint32_t *word = s->words.begin + s->begin.begin[state];
  const uint32_t *end = s->words.begin + s->begin.begin[state + 1];
  clear (&s->now);
  for (; *word != FT_NO_ID; word += 5)
    *waiter_at (s, word[0]) = (waiter){word[1], word[2], word[3], word[4]};
  for (word++; word < end;)
    word = read_object (s, word);
}

// The number of the state at hand.
static ft_id number_state (ft_states *s) {
  size_t begin = s->words.size;
  write_state (s);
  size_t size = s->words.size - begin;
  const uint32_t *words = s->words.begin;
  uint64_t hash = size;
  for (size_t i = begin; i < s->words.size; i++)
    hash = (hash ^ words[i]) * 0x100000001b3u;
  ft_id *newest = ft_map_at (&s->by_hash, hash);
  for (ft_id n = *newest; n != FT_NO_ID; n = s->older.begin[n]) {
    const size_t *of = s->begin.begin + n;
    if (of[1] - of[0] != size ||
        memcmp (words + of[0], words + begin, size * sizeof *words))
      continue;
    s->words.size = begin;
    return n;
  }
  FT_PUSH (s->older, *newest);
  FT_PUSH (s->begin, s->words.size);
  return *newest = (ft_id)(s->older.size - 1);
}

void ft_states_init (ft_states *s, ft_flow *flow, const ft_slp *slp) {
  *s = (ft_states){.flow = flow};
  for (size_t t = 0; t < slp->terminals.size; t++) {
    const ft_event *e = slp->terminals.begin + t;
    if (ft_kind_releases (e->kind) && e->condition != FT_NO_ID)
      *ft_map_at (&s->waits, e->thread) = 0;
  }
  FT_PUSH (s->begin, 0);
  number_state (s);
}

// ---- conditions ------------------------------------------------------------

static ft_id notice (ft_states *s, ft_id condition, size_t i) {
  return ft_flow_carrier (s->flow, FT_CARRIER_NOTICE, condition, (uint32_t)i);
}

// How many wait for it, and the most notices that were before one of them.
static uint32_t count_waiting (const ft_states *s, ft_id condition,
                               ft_id *latest) {
  uint32_t n = 0;
  *latest = 0;
  for (size_t t = 0; t < s->now.threads.size; t++) {
    const waiter *w = s->now.threads.begin + t;
    if (w->condition != condition)
      continue;
    n++;
    *latest = w->since > *latest ? w->since : *latest;
  }
  return n;
}

// Whether a thread that waits could be woken by notice i: it takes the earliest
// since its wait began, and a broadcast is never used up.
static bool is_awaited (const ft_states *s, ft_id condition, const object *o,
                        size_t i) {
  for (size_t t = 0; t < s->now.threads.size; t++) {
    const waiter *w = s->now.threads.begin + t;
    if (w->condition != condition || w->since > i)
      continue;
    size_t k = w->since;
    while (k < i && !o->notices.begin[k])
      k++;
    if (k == i)
      return true;
  }
  return false;
}

// Takes notice i away; later ones move up.
static void drop_notice (ft_states *s, ft_id condition, size_t i,
                         ft_flow_steps *steps) {
  object *o = object_at (s, condition);
  for (size_t k = i + 1; k < o->notices.size; k++) {
    o->notices.begin[k - 1] = o->notices.begin[k];
    ft_flow_copy (steps, notice (s, condition, k - 1),
                  notice (s, condition, k));
  }
  o->notices.size--;
  for (size_t t = 0; t < s->now.threads.size; t++) {
    waiter *w = s->now.threads.begin + t;
    if (w->condition == condition && w->since > i)
      w->since--;
  }
}

// Each of those who wait takes one at most, and those who will begin later
// none of them.
static void forget_notices (ft_states *s, ft_id condition,
                            ft_flow_steps *steps) {
  ft_id latest;
  uint32_t waiting = count_waiting (s, condition, &latest);
  object *o = object_at (s, condition);
  for (size_t i = o->notices.size; i--;)
    if (!is_awaited (s, condition, o, i) || i >= (size_t)latest + waiting)
      drop_notice (s, condition, i, steps);
}

static void leave (ft_states *s, ft_tid t, ft_flow_steps *steps) {
  ft_id condition = waiter_at (s, t)->condition;
  if (condition == FT_NO_ID)
    return;
  waiter_at (s, t)->condition = FT_NO_ID;
  waiter_at (s, t)->since = 0;
  forget_notices (s, condition, steps);
}

static void begin_wait (ft_states *s, const ft_event *e,
                        ft_flow_steps *steps) {
  leave (s, e->thread, steps);
  waiter *w = waiter_at (s, e->thread);
  w->condition = e->condition;
  w->since = (ft_id)object_at (s, e->condition)->notices.size;
}

static void notify (ft_states *s, const ft_event *e, ft_id thread,
                    ft_flow_steps *steps) {
  ft_id latest;
  if (!count_waiting (s, e->target, &latest))
    return;
  object *o = object_at (s, e->target);
  ft_flow_copy (steps, notice (s, e->target, o->notices.size), thread);
  FT_PUSH (o->notices, e->kind == FT_BROADCAST);
  forget_notices (s, e->target, steps);
}

static void wake (ft_states *s, const ft_event *e, ft_id thread,
                  ft_flow_steps *steps) {
  waiter w = *waiter_at (s, e->thread);
  if (w.condition != e->target ||
      (e->flags & (FT_SPURIOUS | FT_UNSIGNALLED)))
    return;
  object *o = object_at (s, e->target);
  if (w.since < o->notices.size) {
    ft_flow_join (steps, thread, notice (s, e->target, w.since));
    if (!o->notices.begin[w.since])
      drop_notice (s, e->target, w.since, steps);
  }
  leave (s, e->thread, steps);
}

// ---- barriers --------------------------------------------------------------

static ft_id gathering (ft_states *s, ft_id barrier) {
  return ft_flow_carrier (s->flow, FT_CARRIER_GATHERING, barrier, 0);
}

static ft_id round_of (ft_states *s, ft_tid t) {
  return ft_flow_carrier (s->flow, FT_CARRIER_ROUND, t, 0);
}

static void arrive (ft_states *s, const ft_event *e, ft_id thread,
                    ft_flow_steps *steps) {
  waiter *w = waiter_at (s, e->thread);
  w->barrier = e->target;
  w->closed = false;
  ft_flow_join (steps, gathering (s, e->target), thread);
}

// The first one to leave closes the round.
static void close_round (ft_states *s, ft_id barrier, ft_flow_steps *steps) {
  for (ft_tid t = 0; t < s->now.threads.size; t++) {
    waiter *w = s->now.threads.begin + t;
    if (w->barrier != barrier || w->closed)
      continue;
    w->closed = true;
    ft_flow_copy (steps, round_of (s, t), gathering (s, barrier));
  }
  ft_flow_clear (steps, gathering (s, barrier));
}

static void leave_barrier (ft_states *s, const ft_event *e, ft_id thread,
                           ft_flow_steps *steps) {
  waiter *w = waiter_at (s, e->thread);
  if (w->barrier == FT_NO_ID)
    return;
  if (!w->closed)
    close_round (s, w->barrier, steps);
  ft_flow_join (steps, thread, round_of (s, e->thread));
  w->barrier = FT_NO_ID;
  w->closed = false;
}

// ---- semaphores ------------------------------------------------------------

static ft_id post_of (ft_states *s, ft_id semaphore, size_t i) {
  return ft_flow_carrier (s->flow, FT_CARRIER_POST, semaphore, (uint32_t)i);
}

static void post (ft_states *s, const ft_event *e, ft_id thread,
                  ft_flow_steps *steps) {
  object *o = object_at (s, e->target);
  ft_flow_copy (steps, post_of (s, e->target, o->posts++), thread);
}

static void pass (ft_states *s, const ft_event *e, ft_id thread,
                  ft_flow_steps *steps) {
  object *o = object_at (s, e->target);
  if (o->initial) {
    o->initial--;
    return;
  }
  if (!o->posts)
    return;
  ft_flow_join (steps, thread, post_of (s, e->target, 0));
  for (uint32_t i = 1; i < o->posts; i++)
    ft_flow_copy (steps, post_of (s, e->target, i - 1),
                  post_of (s, e->target, i));
  o->posts--;
}

static void init_semaphore (ft_states *s, const ft_event *e) {
  object *o = object_at (s, e->target);
  o->initial = e->flags & FT_HAS_VALUE ? e->value : 0;
  o->posts = 0;
}

// ---- events ----------------------------------------------------------------

bool ft_states_concern (const ft_states *s, const ft_event *e) {
  if (ft_event_is_void (e))
    return false;
  if (ft_kind_acquires (e->kind))
    return ft_map_get (&s->waits, e->thread) != FT_NO_ID;
  if (ft_kind_releases (e->kind))
    return e->condition != FT_NO_ID;
  return ft_kind_class ((enum ft_kind)e->kind) == FT_CLASS_OBJECT;
}

static void step (ft_states *s, const ft_event *e, ft_flow_steps *steps) {
  ft_id thread = ft_flow_carrier (s->flow, FT_CARRIER_THREAD, e->thread, 0);
  if (ft_kind_acquires (e->kind))
    leave (s, e->thread, steps);
  else if (ft_kind_releases (e->kind))
    begin_wait (s, e, steps);
  else if (e->kind == FT_WAKE)
    wake (s, e, thread, steps);
  else if (e->kind == FT_SIGNAL || e->kind == FT_BROADCAST)
    notify (s, e, thread, steps);
  else if (e->kind == FT_BARRIER_ARRIVE)
    arrive (s, e, thread, steps);
  else if (e->kind == FT_BARRIER_LEAVE)
    leave_barrier (s, e, thread, steps);
  else if (e->kind == FT_SEM_INIT)
    init_semaphore (s, e);
  else if (e->kind == FT_SEM_POST)
    post (s, e, thread, steps);
  else
    pass (s, e, thread, steps);
}

static bool too_much_pends (ft_states *s, const ft_event *e) {
  ft_id id = ft_kind_releases (e->kind) ? e->condition : e->target;
  if (ft_kind_acquires (e->kind))
    return false;
  const object *o = object_at (s, id);
  return o->posts > MOST_PENDING || o->notices.size > MOST_PENDING;
}

ft_id ft_states_step (ft_states *s, ft_id state, const ft_event *e,
                      ft_flow_steps *steps) {
  read_state (s, state);
  ft_flow_event (s->flow, e, steps);
  step (s, e, steps);
  return too_much_pends (s, e) ? FT_NO_ID : number_state (s);
}
