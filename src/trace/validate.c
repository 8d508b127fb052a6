#include "trace/validate.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "trace/notes.h"
#include "trace/rules.h"

// Number of events that the fast path checks at a time.
#define STRIP 512u

struct ft_validator {
  const ft_tables *tables; // borrowed
  ft_notes *notes;         // borrowed
  ft_pos position;
  ft_thread_rules threads;
  ft_lock_rules locks;
  ft_object_rules objects;
};

enum ft_rule ft_rule_broken (const ft_rule_context *r, enum ft_rule rule,
                             const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_strbuf_add (r->why, "%s", text);
  return rule;
}

ft_validator *ft_validator_new (const ft_tables *tables, ft_notes *notes) {
  ft_validator *v = FT_NEW (ft_validator);
  v->tables = tables;
  v->notes = notes;
  return v;
}

void ft_validator_free (ft_validator *v) {
  if (!v)
    return;
  ft_thread_rules_release (&v->threads);
  ft_lock_rules_release (&v->locks);
  ft_object_rules_release (&v->objects);
  free (v);
}

static struct ft_rule_thread *state_of (ft_validator *v, ft_tid t) {
  return v->threads.threads.begin + t;
}

static enum ft_rule step_acquire (ft_validator *v, const ft_rule_context *r,
                                  ft_event *e) {
  const struct ft_rule_thread *t = state_of (v, e->thread);
  uint32_t depth = t->wait == FT_WOKEN ? t->depth : 1;
  return ft_lock_rules_step (&v->locks, r, e, &depth);
}

static void start_waiting (ft_validator *v, const ft_rule_context *r,
                           const ft_event *e, uint32_t depth) {
  struct ft_rule_thread *t = state_of (v, e->thread);
  t->wait = FT_WAITING;
  t->waits_since = r->position;
  t->condition = e->condition;
  t->lock = e->target;
  t->depth = depth;
  t->acquire = e->kind == FT_RELEASE ? FT_ACQUIRE : FT_ACQUIRE_SHARED;
  ft_object_rules_wait (&v->objects, r, e);
}

static enum ft_rule step_release (ft_validator *v, const ft_rule_context *r,
                                  ft_event *e) {
  bool waits = e->condition != FT_NO_ID;
  uint32_t depth = 0;
  enum ft_rule rule = FT_RULE_NONE;
  if (waits)
    rule = ft_object_rules_may_wait (&v->objects, r, e);
  if (!rule)
    rule = ft_lock_rules_step (&v->locks, r, e, &depth);
  if (!rule && waits)
    start_waiting (v, r, e, depth);
  return rule;
}

static enum ft_rule step_object (ft_validator *v, const ft_rule_context *r,
                                 ft_event *e) {
  struct ft_rule_thread *t = state_of (v, e->thread);
  enum ft_rule rule =
      ft_object_rules_step (&v->objects, r, e, t->waits_since, &t->depth);
  if (rule || e->kind != FT_BARRIER_ARRIVE)
    return rule;
  t->wait = FT_AT_BARRIER;
  t->waits_since = r->position;
  t->condition = e->target;
  return FT_RULE_NONE;
}

static enum ft_rule step (ft_validator *v, const ft_rule_context *r,
                          ft_event *e) {
  switch ((enum ft_kind)e->kind) {
  case FT_READ:
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
  case FT_FENCE:
  case FT_ALLOC:
  case FT_FREE:
  case FT_BRANCH:
  case FT_LOCAL:
    return FT_RULE_NONE;
  case FT_ACQUIRE:
  case FT_ACQUIRE_SHARED:
    return step_acquire (v, r, e);
  case FT_RELEASE:
  case FT_RELEASE_SHARED:
    return step_release (v, r, e);
  case FT_TRY_FAILED:
    return ft_lock_rules_step (&v->locks, r, e, &(uint32_t){1});
  case FT_FORK:
    return ft_thread_rules_fork (&v->threads, r, e);
  case FT_JOIN:
    return ft_thread_rules_join (&v->threads, r, e);
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
    return step_object (v, r, e);
  }
  assert (false);
  return FT_RULE_NONE;
}

enum ft_rule ft_validator_step (ft_validator *v, ft_event *e, const char *path,
                                uint64_t line, ft_strbuf *why) {
  ft_rule_context r = {v->tables, v->notes, path, line, v->position++, why};
  if (e->flags & FT_DROPPED)
    return FT_RULE_NONE;
  enum ft_rule rule = ft_thread_rules_check (&v->threads, &r, e);
  if (!rule)
    rule = step (v, &r, e);
  if (!rule)
    ft_thread_rules_ran (&v->threads, &r, e);
  return rule;
}

// 1: only rules of threads concern the kind; 2: and rules of locks; 0: others.
static const uint8_t simplicity[FT_KIND_COUNT] = {
    [FT_READ] = 1,         [FT_WRITE] = 1,      [FT_ATOMIC_READ] = 1,
    [FT_ATOMIC_WRITE] = 1, [FT_ATOMIC_RMW] = 1, [FT_FENCE] = 1,
    [FT_ALLOC] = 1,        [FT_FREE] = 1,       [FT_BRANCH] = 1,
    [FT_LOCAL] = 1,        [FT_ACQUIRE] = 2,    [FT_RELEASE] = 2};

// Accesses depend only on the states of their threads, which simple events of
// locks do not change.  So a loop without a branch on the kind checks the
// threads and lists the events of locks, which are checked afterwards.
static uint32_t list_locks (const ft_validator *v, const ft_event *events,
                            uint32_t count, uint16_t *list, uint32_t *size) {
  uint32_t i = 0, n = 0;
  for (; i < count; i++) {
    const ft_event *e = events + i;
    uint8_t plain = simplicity[e->kind];
    if (!plain || !ft_thread_rules_runs (&v->threads, e->thread))
      break;
    list[n] = (uint16_t)i;
    n += plain >> 1;
  }
  *size = n;
  return i;
}

static uint32_t run_strip (ft_validator *v, const ft_event *events,
                           uint32_t count) {
  uint16_t list[STRIP];
  uint32_t n, done = list_locks (v, events, count, list, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!ft_lock_rules_plain (&v->locks, events + list[i],
                              v->position + list[i]))
      return list[i];
  return done;
}

uint32_t ft_validator_run (ft_validator *v, const ft_event *events,
                           uint32_t count) {
  uint32_t done = 0, strip, n;
  do {
    strip = count - done < STRIP ? count - done : STRIP;
    n = run_strip (v, events + done, strip);
    done += n;
    v->position += n;
  } while (n == strip && done < count);
  return done;
}

void ft_validator_close (const ft_validator *v, ft_event_list *list) {
  ft_rules_close (&v->threads, &v->locks, list);
}

static void note_open (ft_validator *v, const char *path, ft_tid t, ft_id l,
                       ft_pos since) {
  ft_notes_add (v->notes, FT_NOTE_OPEN_SECTION, since,
                "%.200s: thread '%.60s' still holds lock '%.60s' at the end "
                "of the trace (since event %llu)",
                path, ft_tables_name (v->tables, FT_CLASS_THREAD, t),
                ft_tables_name (v->tables, FT_CLASS_LOCK, l),
                (unsigned long long)since);
}

void ft_validator_finish (ft_validator *v, const char *path) {
  for (ft_id l = 0; l < v->locks.locks.size; l++) {
    const struct ft_rule_lock *lock = v->locks.locks.begin + l;
    if (lock->owner != FT_NO_ID)
      note_open (v, path, lock->owner, l, lock->since);
    for (uint32_t i = 0; i < lock->readers; i++)
      note_open (v, path, lock->reader, l, lock->since);
  }
}
