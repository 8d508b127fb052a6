// Slow twin: 'order/sync_edges.c', compared in 'tests/unit/test_slp_races.c'.

#include "grammar/pending_rules.h"

#include <string.h>

// Notices of a condition, or posts of a semaphore, at once.
enum { MOST_PENDING = 128 };

typedef struct ft_pending_state_thread waiter;
typedef struct ft_pending_state_object object;

static void clear (ft_pending_state *now) {
  for (size_t o = 0; o < now->objects.size; o++)
    FT_RELEASE (now->objects.begin[o].notices);
  FT_CLEAR (now->objects);
  FT_CLEAR (now->threads);
}

void ft_pending_states_release (ft_pending_states *s) {
  clear (&s->now);
  FT_RELEASE (s->now.objects);
  FT_RELEASE (s->now.threads);
  ft_map_release (&s->waits);
  ft_map_release (&s->by_hash);
  FT_RELEASE (s->words);
  FT_RELEASE (s->begin);
  FT_RELEASE (s->older);
}

waiter *ft_pending_states_thread (ft_pending_states *s, ft_tid t) {
  FT_GROW (s->now.threads, (size_t)t + 1,
           ((waiter){FT_NO_ID, 0, FT_NO_ID, false}));
  return s->now.threads.begin + t;
}

object *ft_pending_states_object (ft_pending_states *s, ft_id o) {
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

static void write_object (ft_pending_states *s, ft_id id, const object *o) {
  FT_PUSH (s->words, id);
  FT_PUSH (s->words, (uint32_t)o->initial);
  FT_PUSH (s->words, (uint32_t)(o->initial >> 32));
  FT_PUSH (s->words, o->posts);
  FT_PUSH (s->words, (uint32_t)o->notices.size);
  for (size_t i = 0; i < o->notices.size; i++)
    FT_PUSH (s->words, o->notices.begin[i]);
}

// Appends the state at hand, without what is idle.
static void write_state (ft_pending_states *s) {
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

static const uint32_t *read_object (ft_pending_states *s, const uint32_t *word) {
  object *o = ft_pending_states_object (s, word[0]);
  o->initial = word[1] | (uint64_t)word[2] << 32;
  o->posts = word[3];
  for (uint32_t i = 0; i < word[4]; i++)
    FT_PUSH (o->notices, (uint8_t)word[5 + i]);
  return word + 5 + word[4];
}

static void read_state (ft_pending_states *s, ft_id state) {
  const uint32_t *word = s->words.begin + s->begin.begin[state];
  const uint32_t *end = s->words.begin + s->begin.begin[state + 1];
  clear (&s->now);
  for (; *word != FT_NO_ID; word += 5)
    *ft_pending_states_thread (s, word[0]) =
        (waiter){word[1], word[2], word[3], word[4]};
  for (word++; word < end;)
    word = read_object (s, word);
}

// The number of the state at hand.
static ft_id number_state (ft_pending_states *s) {
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

void ft_pending_states_init (ft_pending_states *s, ft_sync_objects *flow, const ft_slp *slp) {
  *s = (ft_pending_states){.flow = flow};
  for (size_t t = 0; t < slp->terminals.size; t++) {
    const ft_event *e = slp->terminals.begin + t;
    if (ft_kind_releases (e->kind) && e->condition != FT_NO_ID)
      *ft_map_at (&s->waits, e->thread) = 0;
  }
  FT_PUSH (s->begin, 0);
  number_state (s);
}

// ---- events ----------------------------------------------------------------

bool ft_pending_states_concern (const ft_pending_states *s, const ft_event *e) {
  if (ft_event_is_void (e))
    return false;
  if (ft_kind_acquires (e->kind))
    return ft_map_get (&s->waits, e->thread) != FT_NO_ID;
  if (ft_kind_releases (e->kind))
    return e->condition != FT_NO_ID;
  return ft_kind_class ((enum ft_kind)e->kind) == FT_CLASS_OBJECT;
}

static void step (ft_pending_states *s, const ft_event *e, ft_clock_ops *steps) {
  ft_id thread = ft_sync_objects_id (s->flow, FT_SYNC_OBJECT_THREAD, e->thread, 0);
  if (ft_kind_acquires (e->kind))
    ft_pending_end_wait (s, e->thread, steps);
  else if (ft_kind_releases (e->kind))
    ft_pending_wait (s, e, steps);
  else if (e->kind == FT_WAKE)
    ft_pending_wake (s, e, thread, steps);
  else if (e->kind == FT_SIGNAL || e->kind == FT_BROADCAST)
    ft_pending_notify (s, e, thread, steps);
  else if (e->kind == FT_BARRIER_ARRIVE)
    ft_pending_arrive (s, e, thread, steps);
  else if (e->kind == FT_BARRIER_LEAVE)
    ft_pending_leave_barrier (s, e, thread, steps);
  else if (e->kind == FT_SEM_INIT)
    ft_pending_semaphore_init (s, e);
  else if (e->kind == FT_SEM_POST)
    ft_pending_semaphore_post (s, e, thread, steps);
  else
    ft_pending_semaphore_wait (s, e, thread, steps);
}

static bool too_much_pends (ft_pending_states *s, const ft_event *e) {
  ft_id id = ft_kind_releases (e->kind) ? e->condition : e->target;
  if (ft_kind_acquires (e->kind))
    return false;
  const object *o = ft_pending_states_object (s, id);
  return o->posts > MOST_PENDING || o->notices.size > MOST_PENDING;
}

ft_id ft_pending_states_step (ft_pending_states *s, ft_id state, const ft_event *e,
                      ft_clock_ops *steps) {
  read_state (s, state);
  ft_clock_ops_add_event (s->flow, e, steps);
  step (s, e, steps);
  return too_much_pends (s, e) ? FT_NO_ID : number_state (s);
}
