#include "grammar/pending_rules.h"

typedef struct ft_pending_state_thread waiter;
typedef struct ft_pending_state_object object;

// ---- conditions ------------------------------------------------------------

static ft_id notice (ft_pending_states *s, ft_id condition, size_t i) {
  return ft_sync_objects_id (s->flow, FT_SYNC_OBJECT_NOTICE, condition, (uint32_t)i);
}

// How many wait for it, and the most notices that were before one of them.
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

// Whether a thread that waits could be woken by notice i: it takes the earliest
// since its wait began, and a broadcast is never used up.
static bool is_awaited (const ft_pending_states *s, ft_id condition, const object *o,
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
static void drop_notice (ft_pending_states *s, ft_id condition, size_t i,
                         ft_clock_ops *steps) {
  object *o = ft_pending_states_object (s, condition);
  for (size_t k = i + 1; k < o->notices.size; k++) {
    o->notices.begin[k - 1] = o->notices.begin[k];
    ft_clock_ops_add_copy (steps, notice (s, condition, k - 1),
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
static void forget_notices (ft_pending_states *s, ft_id condition,
                            ft_clock_ops *steps) {
  ft_id latest;
  uint32_t waiting = count_waiting (s, condition, &latest);
  object *o = ft_pending_states_object (s, condition);
  for (size_t i = o->notices.size; i--;)
    if (!is_awaited (s, condition, o, i) || i >= (size_t)latest + waiting)
      drop_notice (s, condition, i, steps);
}

void ft_pending_end_wait (ft_pending_states *s, ft_tid t, ft_clock_ops *steps) {
  ft_id condition = ft_pending_states_thread (s, t)->condition;
  if (condition == FT_NO_ID)
    return;
  ft_pending_states_thread (s, t)->condition = FT_NO_ID;
  ft_pending_states_thread (s, t)->since = 0;
  forget_notices (s, condition, steps);
}

void ft_pending_wait (ft_pending_states *s, const ft_event *e, ft_clock_ops *steps) {
  ft_pending_end_wait (s, e->thread, steps);
  waiter *w = ft_pending_states_thread (s, e->thread);
  w->condition = e->condition;
  w->since = (ft_id)ft_pending_states_object (s, e->condition)->notices.size;
}

void ft_pending_notify (ft_pending_states *s, const ft_event *e, ft_id thread,
                        ft_clock_ops *steps) {
  ft_id latest;
  if (!count_waiting (s, e->target, &latest))
    return;
  object *o = ft_pending_states_object (s, e->target);
  ft_clock_ops_add_copy (steps, notice (s, e->target, o->notices.size), thread);
  FT_PUSH (o->notices, e->kind == FT_BROADCAST);
  forget_notices (s, e->target, steps);
}

void ft_pending_wake (ft_pending_states *s, const ft_event *e, ft_id thread,
                      ft_clock_ops *steps) {
  waiter w = *ft_pending_states_thread (s, e->thread);
  if (w.condition != e->target || (e->flags & (FT_SPURIOUS | FT_UNSIGNALLED)))
    return;
  object *o = ft_pending_states_object (s, e->target);
  if (w.since < o->notices.size) {
    ft_clock_ops_add_join (steps, thread, notice (s, e->target, w.since));
    if (!o->notices.begin[w.since])
      drop_notice (s, e->target, w.since, steps);
  }
  ft_pending_end_wait (s, e->thread, steps);
}

// ---- barriers --------------------------------------------------------------

static ft_id gathering (ft_pending_states *s, ft_id barrier) {
  return ft_sync_objects_id (s->flow, FT_SYNC_OBJECT_GATHERING, barrier, 0);
}

static ft_id round_of (ft_pending_states *s, ft_tid t) {
  return ft_sync_objects_id (s->flow, FT_SYNC_OBJECT_ROUND, t, 0);
}

void ft_pending_arrive (ft_pending_states *s, const ft_event *e, ft_id thread,
                        ft_clock_ops *steps) {
  waiter *w = ft_pending_states_thread (s, e->thread);
  w->barrier = e->target;
  w->closed = false;
  ft_clock_ops_add_join (steps, gathering (s, e->target), thread);
}

// The first one to leave closes the round.
static void close_round (ft_pending_states *s, ft_id barrier, ft_clock_ops *steps) {
  for (ft_tid t = 0; t < s->now.threads.size; t++) {
    waiter *w = s->now.threads.begin + t;
    if (w->barrier != barrier || w->closed)
      continue;
    w->closed = true;
    ft_clock_ops_add_copy (steps, round_of (s, t), gathering (s, barrier));
  }
  ft_clock_ops_add_clear (steps, gathering (s, barrier));
}

void ft_pending_leave_barrier (ft_pending_states *s, const ft_event *e, ft_id thread,
                               ft_clock_ops *steps) {
  waiter *w = ft_pending_states_thread (s, e->thread);
  if (w->barrier == FT_NO_ID)
    return;
  if (!w->closed)
    close_round (s, w->barrier, steps);
  ft_clock_ops_add_join (steps, thread, round_of (s, e->thread));
  w->barrier = FT_NO_ID;
  w->closed = false;
}

// ---- semaphores ------------------------------------------------------------

static ft_id post_of (ft_pending_states *s, ft_id semaphore, size_t i) {
  return ft_sync_objects_id (s->flow, FT_SYNC_OBJECT_POST, semaphore, (uint32_t)i);
}

void ft_pending_semaphore_post (ft_pending_states *s, const ft_event *e, ft_id thread,
                      ft_clock_ops *steps) {
  object *o = ft_pending_states_object (s, e->target);
  ft_clock_ops_add_copy (steps, post_of (s, e->target, o->posts++), thread);
}

void ft_pending_semaphore_wait (ft_pending_states *s, const ft_event *e, ft_id thread,
                      ft_clock_ops *steps) {
  object *o = ft_pending_states_object (s, e->target);
  if (o->initial) {
    o->initial--;
    return;
  }
  if (!o->posts)
    return;
  ft_clock_ops_add_join (steps, thread, post_of (s, e->target, 0));
  for (uint32_t i = 1; i < o->posts; i++)
    ft_clock_ops_add_copy (steps, post_of (s, e->target, i - 1),
                  post_of (s, e->target, i));
  o->posts--;
}

void ft_pending_semaphore_init (ft_pending_states *s, const ft_event *e) {
  object *o = ft_pending_states_object (s, e->target);
  o->initial = e->flags & FT_HAS_VALUE ? e->value : 0;
  o->posts = 0;
}
