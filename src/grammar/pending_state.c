// Slow twin: 'order/sync_edges.c', compared in 'tests/unit/test_slp_races.c'.

#include "grammar/pending_state.h"

#include <assert.h>
#include <string.h>

// Limit on the notices of a condition, or the posts of a semaphore, that are
// pending at once.
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

// Appends the current state, without idle threads and unused objects.
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

static const uint32_t *read_object (ft_pending_states *s,
                                    const uint32_t *word) {
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

// The number of the current state.
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

void ft_pending_states_init (ft_pending_states *s, ft_sync_objects *sync,
                             const ft_slp *slp) {
  *s = (ft_pending_states){.sync = sync};
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

static void step (ft_pending_states *s, const ft_event *e, ft_clock_ops *ops) {
  ft_id thread =
      ft_sync_objects_id (s->sync, FT_SYNC_OBJECT_THREAD, e->thread, 0);
  if (ft_kind_acquires (e->kind))
    ft_pending_end_wait (s, e->thread, ops);
  else if (ft_kind_releases (e->kind))
    ft_pending_wait (s, e, ops);
  else if (e->kind == FT_WAKE)
    ft_pending_wake (s, e, thread, ops);
  else if (e->kind == FT_SIGNAL || e->kind == FT_BROADCAST)
    ft_pending_notify (s, e, thread, ops);
  else if (e->kind == FT_BARRIER_ARRIVE)
    ft_pending_arrive (s, e, thread, ops);
  else if (e->kind == FT_BARRIER_LEAVE)
    ft_pending_leave_barrier (s, e, thread, ops);
  else if (e->kind == FT_SEM_INIT)
    ft_pending_semaphore_init (s, e);
  else if (e->kind == FT_SEM_POST)
    ft_pending_semaphore_post (s, e, thread, ops);
  else
    ft_pending_semaphore_wait (s, e, thread, ops);
}

static bool too_much_pends (ft_pending_states *s, const ft_event *e) {
  ft_id id = ft_kind_releases (e->kind) ? e->condition : e->target;
  if (ft_kind_acquires (e->kind))
    return false;
  const object *o = ft_pending_states_object (s, id);
  return o->posts > MOST_PENDING || o->notices.size > MOST_PENDING;
}

ft_id ft_pending_states_step (ft_pending_states *s, ft_id state,
                              const ft_event *e, ft_clock_ops *ops) {
  read_state (s, state);
  ft_clock_ops_add_event (s->sync, e, ops);
  step (s, e, ops);
  return too_much_pends (s, e) ? FT_NO_ID : number_state (s);
}

// ---- conditions ------------------------------------------------------------

static ft_id notice_object (ft_pending_states *s, ft_id condition, size_t i) {
  return ft_sync_objects_id (s->sync, FT_SYNC_OBJECT_NOTICE, condition,
                             (uint32_t)i);
}

// The number of threads that wait for the condition.  '*latest' becomes the
// greatest number of notices before one of their waits.
static uint32_t count_waiting (const ft_pending_states *s, ft_id condition,
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

// Whether notice i could wake a thread that waits.  A thread takes the earliest
// notice since its wait began, and a broadcast is never used up.
static bool is_awaited (const ft_pending_states *s, ft_id condition,
                        const object *o, size_t i) {
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

// Removes notice i; later ones move up.
static void drop_notice (ft_pending_states *s, ft_id condition, size_t i,
                         ft_clock_ops *ops) {
  object *o = ft_pending_states_object (s, condition);
  assert (i < o->notices.size);
  for (size_t k = i + 1; k < o->notices.size; k++) {
    o->notices.begin[k - 1] = o->notices.begin[k];
    ft_clock_ops_add_copy (ops, notice_object (s, condition, k - 1),
                           notice_object (s, condition, k));
  }
  o->notices.size--;
  for (size_t t = 0; t < s->now.threads.size; t++) {
    waiter *w = s->now.threads.begin + t;
    if (w->condition == condition && w->since > i)
      w->since--;
  }
}

// Removes the notices that can wake no thread.  Each waiting thread takes one
// at most, and threads that begin to wait later take none of them.
static void forget_notices (ft_pending_states *s, ft_id condition,
                            ft_clock_ops *ops) {
  ft_id latest;
  uint32_t waiting = count_waiting (s, condition, &latest);
  object *o = ft_pending_states_object (s, condition);
  for (size_t i = o->notices.size; i--;)
    if (!is_awaited (s, condition, o, i) || i >= (size_t)latest + waiting)
      drop_notice (s, condition, i, ops);
}

void ft_pending_end_wait (ft_pending_states *s, ft_tid t, ft_clock_ops *ops) {
  ft_id condition = ft_pending_states_thread (s, t)->condition;
  if (condition == FT_NO_ID)
    return;
  ft_pending_states_thread (s, t)->condition = FT_NO_ID;
  ft_pending_states_thread (s, t)->since = 0;
  forget_notices (s, condition, ops);
}

void ft_pending_wait (ft_pending_states *s, const ft_event *e,
                      ft_clock_ops *ops) {
  ft_pending_end_wait (s, e->thread, ops);
  waiter *w = ft_pending_states_thread (s, e->thread);
  w->condition = e->condition;
  w->since = (ft_id)ft_pending_states_object (s, e->condition)->notices.size;
}

void ft_pending_notify (ft_pending_states *s, const ft_event *e, ft_id thread,
                        ft_clock_ops *ops) {
  ft_id latest;
  if (!count_waiting (s, e->target, &latest))
    return;
  object *o = ft_pending_states_object (s, e->target);
  ft_clock_ops_add_copy (ops, notice_object (s, e->target, o->notices.size),
                         thread);
  FT_PUSH (o->notices, e->kind == FT_BROADCAST);
  forget_notices (s, e->target, ops);
}

void ft_pending_wake (ft_pending_states *s, const ft_event *e, ft_id thread,
                      ft_clock_ops *ops) {
  waiter w = *ft_pending_states_thread (s, e->thread);
  if (w.condition != e->target || (e->flags & (FT_SPURIOUS | FT_UNSIGNALLED)))
    return;
  object *o = ft_pending_states_object (s, e->target);
  if (w.since < o->notices.size) {
    ft_clock_ops_add_join (ops, thread, notice_object (s, e->target, w.since));
    if (!o->notices.begin[w.since])
      drop_notice (s, e->target, w.since, ops);
  }
  ft_pending_end_wait (s, e->thread, ops);
}

// ---- barriers --------------------------------------------------------------

static ft_id gathering (ft_pending_states *s, ft_id barrier) {
  return ft_sync_objects_id (s->sync, FT_SYNC_OBJECT_GATHERING, barrier, 0);
}

static ft_id round_of (ft_pending_states *s, ft_tid t) {
  return ft_sync_objects_id (s->sync, FT_SYNC_OBJECT_ROUND, t, 0);
}

void ft_pending_arrive (ft_pending_states *s, const ft_event *e, ft_id thread,
                        ft_clock_ops *ops) {
  waiter *w = ft_pending_states_thread (s, e->thread);
  w->barrier = e->target;
  w->closed = false;
  ft_clock_ops_add_join (ops, gathering (s, e->target), thread);
}

// Closes the round of a barrier, as the first thread leaves it.
static void close_round (ft_pending_states *s, ft_id barrier,
                         ft_clock_ops *ops) {
  for (ft_tid t = 0; t < s->now.threads.size; t++) {
    waiter *w = s->now.threads.begin + t;
    if (w->barrier != barrier || w->closed)
      continue;
    w->closed = true;
    ft_clock_ops_add_copy (ops, round_of (s, t), gathering (s, barrier));
  }
  ft_clock_ops_add_clear (ops, gathering (s, barrier));
}

void ft_pending_leave_barrier (ft_pending_states *s, const ft_event *e,
                               ft_id thread, ft_clock_ops *ops) {
  waiter *w = ft_pending_states_thread (s, e->thread);
  if (w->barrier == FT_NO_ID)
    return;
  if (!w->closed)
    close_round (s, w->barrier, ops);
  ft_clock_ops_add_join (ops, thread, round_of (s, e->thread));
  w->barrier = FT_NO_ID;
  w->closed = false;
}

// ---- semaphores ------------------------------------------------------------

static ft_id post_of (ft_pending_states *s, ft_id semaphore, size_t i) {
  return ft_sync_objects_id (s->sync, FT_SYNC_OBJECT_POST, semaphore,
                             (uint32_t)i);
}

void ft_pending_semaphore_post (ft_pending_states *s, const ft_event *e,
                                ft_id thread, ft_clock_ops *ops) {
  object *o = ft_pending_states_object (s, e->target);
  ft_clock_ops_add_copy (ops, post_of (s, e->target, o->posts++), thread);
}

void ft_pending_semaphore_wait (ft_pending_states *s, const ft_event *e,
                                ft_id thread, ft_clock_ops *ops) {
  object *o = ft_pending_states_object (s, e->target);
  if (o->initial) {
    o->initial--;
    return;
  }
  if (!o->posts)
    return;
  ft_clock_ops_add_join (ops, thread, post_of (s, e->target, 0));
  for (uint32_t i = 1; i < o->posts; i++)
    ft_clock_ops_add_copy (ops, post_of (s, e->target, i - 1),
                           post_of (s, e->target, i));
  o->posts--;
}

void ft_pending_semaphore_init (ft_pending_states *s, const ft_event *e) {
  object *o = ft_pending_states_object (s, e->target);
  o->initial = e->flags & FT_HAS_VALUE ? e->value : 0;
  o->posts = 0;
}
