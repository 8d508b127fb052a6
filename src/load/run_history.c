#include "load/run_history.h"

#include <assert.h>
#include <string.h>

void ft_run_history_release (ft_run_history *h) {
  for (size_t i = 0; i < h->threads.size; i++)
    FT_RELEASE (h->threads.begin[i].holds);
  FT_RELEASE (h->threads);
  FT_RELEASE (h->allocated);
  ft_map_release (&h->initialised);
  ft_contexts_release (&h->contexts);
}

ft_run_history_thread *ft_run_history_thread_of (ft_run_history *h,
                                                 uint32_t number) {
  FT_GROW (h->threads, (size_t)number + 1,
           ((ft_run_history_thread){.created = FT_NO_ID}));
  return h->threads.begin + number;
}

static ft_id context (ft_run_history *h, const ft_run_record *r) {
  return ft_contexts_add (&h->contexts, h->code, r->thread, FT_NO_ID);
}

static ft_lock_hold *find (ft_run_history_thread *t, uint64_t address) {
  for (size_t i = t->holds.size; i--;)
    if (t->holds.begin[i].address == address)
      return t->holds.begin + i;
  return NULL;
}

static void acquire (ft_run_history *h, const ft_run_record *r, ft_id lock,
                     bool shared) {
  ft_run_history_thread *t = ft_run_history_thread_of (h, r->thread->number);
  ft_lock_hold *hold = find (t, r->payload);
  if (hold) {
    hold->depth++;
    return;
  }
  bool again = t->waiting.depth && t->waiting.address == r->payload;
  ft_lock_hold new = {r->payload,     lock,
                      shared,         again ? t->waiting.depth : 1,
                      context (h, r), r->tick};
  t->waiting.depth = 0;
  FT_PUSH (t->holds, new);
}

// Release a lock; a wait releases it however often it was acquired.
static void release (ft_run_history *h, const ft_run_record *r, bool wholly) {
  ft_run_history_thread *t = ft_run_history_thread_of (h, r->thread->number);
  ft_lock_hold *hold = find (t, r->payload);
  assert (!hold || hold->depth);
  if (!hold || (!wholly && --hold->depth))
    return;
  if (wholly)
    t->waiting = *hold;
  ft_lock_hold *end = t->holds.begin + --t->holds.size;
  memmove (hold, hold + 1, (size_t)(end - hold) * sizeof *hold);
}

// Drop a lock that no thread will release.
static void abandon (ft_run_history *h, uint64_t address) {
  for (size_t i = 0; i < h->threads.size; i++) {
    ft_run_history_thread *t = h->threads.begin + i;
    ft_lock_hold *hold = find (t, address);
    if (!hold)
      continue;
    ft_lock_hold *end = t->holds.begin + --t->holds.size;
    memmove (hold, hold + 1, (size_t)(end - hold) * sizeof *hold);
  }
}

static void create (ft_run_history *h, const ft_run_record *r) {
  ft_id created = context (h, r);
  ft_run_history_thread *t = ft_run_history_thread_of (h, (uint32_t)r->payload);
  t->creator = r->thread->number;
  t->created = created;
}

static void enter (ft_run_history *h, const ft_run_record *r) {
  ft_run_history_thread *t = ft_run_history_thread_of (h, r->thread->number);
  if (!t->start)
    t->start = FT_TOP (r->thread->frames).function;
}

void ft_run_history_step (ft_run_history *h, const ft_run_record *r,
                          ft_id lock) {
  switch (r->code) {
  case FT_WIRE_ENTER:
    enter (h, r);
    break;
  case FT_WIRE_FORK:
    create (h, r);
    break;
  case FT_WIRE_ACQUIRE:
  case FT_WIRE_ACQUIRE_SHARED:
  case FT_WIRE_TRIED:
  case FT_WIRE_TRIED_SHARED:
    acquire (h, r, lock,
             r->code == FT_WIRE_ACQUIRE_SHARED ||
                 r->code == FT_WIRE_TRIED_SHARED);
    break;
  case FT_WIRE_RELEASE:
  case FT_WIRE_RELEASE_SHARED:
  case FT_WIRE_WAIT:
    release (h, r, r->code == FT_WIRE_WAIT);
    break;
  case FT_WIRE_LOCK_INIT:
    if (r->word[0] & FT_WIRE_ABANDONED)
      abandon (h, r->payload);
    *ft_map_at (&h->initialised, r->payload) = context (h, r);
    break;
  case FT_WIRE_LOCK_DESTROY:
    if (ft_map_get (&h->initialised, r->payload) != FT_NO_ID)
      *ft_map_at (&h->initialised, r->payload) = FT_NO_ID;
    break;
  }
}

void ft_run_history_alloc (ft_run_history *h, const ft_run_record *r,
                           ft_id block) {
  FT_GROW (h->allocated, (size_t)block + 1, FT_NO_ID);
  h->allocated.begin[block] = context (h, r);
}
