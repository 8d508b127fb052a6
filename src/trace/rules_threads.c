#include <assert.h>

#include "trace/notes.h"
#include "trace/rules.h"

typedef struct ft_rule_thread thread;

#define NEVER FT_NO_POS

void ft_thread_rules_release (ft_thread_rules *r) {
  FT_RELEASE (r->threads);
  FT_RELEASE (r->run);
}

static thread *state_of (ft_thread_rules *r, ft_tid t) {
  FT_GROW (r->threads, t + 1,
           ((thread){NEVER, NEVER, NEVER, NEVER, FT_NO_ID, FT_NO_ID, 0,
                     FT_RUNNING, FT_ACQUIRE}));
  FT_GROW (r->run, t + 1, false);
  return r->threads.begin + t;
}

static const char *name (const ft_rule_context *r, enum ft_class class,
                         ft_id id) {
  return ft_tables_name (r->tables, class, id);
}

static enum ft_rule check_waiting (const thread *t, const ft_rule_context *r,
                                   const ft_event *e) {
  if (e->kind == FT_WAKE && e->target == t->condition)
    return FT_RULE_NONE;
  return ft_rule_broken (
      r, FT_RULE_RUN_WHILE_WAITING,
      "thread '%s' waits on '%s' since event %llu; expected its wake",
      name (r, FT_CLASS_THREAD, e->thread),
      name (r, FT_CLASS_OBJECT, t->condition),
      (unsigned long long)t->waits_since);
}

static enum ft_rule check_woken (const thread *t, const ft_rule_context *r,
                                 const ft_event *e) {
  if (e->kind == t->acquire && e->target == t->lock)
    return FT_RULE_NONE;
  return ft_rule_broken (
      r, FT_RULE_REACQUIRE,
      "thread '%s' woke from its wait of event %llu; expected %s of lock '%s'",
      name (r, FT_CLASS_THREAD, e->thread), (unsigned long long)t->waits_since,
      ft_kind_name (t->acquire), name (r, FT_CLASS_LOCK, t->lock));
}

static enum ft_rule check_at_barrier (const thread *t, const ft_rule_context *r,
                                      const ft_event *e) {
  if (e->kind == FT_BARRIER_LEAVE && e->target == t->condition)
    return FT_RULE_NONE;
  return ft_rule_broken (
      r, FT_RULE_RUN_WHILE_WAITING,
      "thread '%s' waits at barrier '%s' since event %llu; expected its "
      "barrier-leave",
      name (r, FT_CLASS_THREAD, e->thread),
      name (r, FT_CLASS_OBJECT, t->condition),
      (unsigned long long)t->waits_since);
}

// Events that only a waiting thread can have.
static enum ft_rule check_running (const ft_rule_context *r,
                                   const ft_event *e) {
  if (e->kind == FT_WAKE)
    return ft_rule_broken (r, FT_RULE_WAKE_WITHOUT_WAIT,
                           "thread '%s' wakes on '%s' but does not wait",
                           name (r, FT_CLASS_THREAD, e->thread),
                           name (r, FT_CLASS_OBJECT, e->target));
  if (e->kind == FT_BARRIER_LEAVE)
    return ft_rule_broken (r, FT_RULE_BARRIER_LEAVE,
                           "thread '%s' leaves barrier '%s' without arriving "
                           "first",
                           name (r, FT_CLASS_THREAD, e->thread),
                           name (r, FT_CLASS_OBJECT, e->target));
  return FT_RULE_NONE;
}

enum ft_rule ft_thread_rules_check (ft_thread_rules *rules,
                                    const ft_rule_context *r,
                                    const ft_event *e) {
  const thread *t = state_of (rules, e->thread);
  if (t->joined != NEVER)
    return ft_rule_broken (r, FT_RULE_RUN_AFTER_JOIN,
                           "thread '%s' acts after it was joined (event %llu)",
                           name (r, FT_CLASS_THREAD, e->thread),
                           (unsigned long long)t->joined);
  switch ((enum ft_wait_state)t->wait) {
  case FT_WAITING:
    return check_waiting (t, r, e);
  case FT_WOKEN:
    return check_woken (t, r, e);
  case FT_AT_BARRIER:
    return check_at_barrier (t, r, e);
  case FT_RUNNING:
    return check_running (r, e);
  }
  assert (false);
  return FT_RULE_NONE;
}

static void note_repeated (const ft_rule_context *r, const ft_event *e) {
  ft_notes_add (r->notes, FT_NOTE_REPEATED_FORK, r->position,
                "%.200s:%llu: thread '%.60s' is forked again before it "
                "starts; ignored",
                r->path, (unsigned long long)r->line,
                name (r, FT_CLASS_THREAD, e->target));
}

enum ft_rule ft_thread_rules_fork (ft_thread_rules *rules,
                                   const ft_rule_context *r, ft_event *e) {
  const char *child = name (r, FT_CLASS_THREAD, e->target);
  if (e->target == e->thread)
    return ft_rule_broken (r, FT_RULE_FORK_SELF, "thread '%s' forks itself",
                           child);
  thread *t = state_of (rules, e->target);
  if (t->first != NEVER)
    return ft_rule_broken (r, FT_RULE_FORK_LATE,
                           "thread '%s' is forked after it ran (event %llu)",
                           child, (unsigned long long)t->first);
  if (t->joined != NEVER)
    return ft_rule_broken (
        r, FT_RULE_FORK_LATE,
        "thread '%s' is forked after it was joined (event %llu)", child,
        (unsigned long long)t->joined);
  if (t->forked != NEVER) {
    note_repeated (r, e);
    e->flags |= FT_DROPPED | FT_REPEATED;
  } else
    t->forked = r->position;
  return FT_RULE_NONE;
}

enum ft_rule ft_thread_rules_join (ft_thread_rules *rules,
                                   const ft_rule_context *r,
                                   const ft_event *e) {
  const char *child = name (r, FT_CLASS_THREAD, e->target);
  if (e->target == e->thread)
    return ft_rule_broken (r, FT_RULE_JOIN_SELF, "thread '%s' joins itself",
                           child);
  thread *t = state_of (rules, e->target);
  if (t->first == NEVER && t->forked == NEVER)
    return ft_rule_broken (r, FT_RULE_JOIN_UNKNOWN,
                           "thread '%s' is joined but never started", child);
  if (t->joined == NEVER)
    t->joined = r->position;
  rules->run.begin[e->target] = false;
  return FT_RULE_NONE;
}

void ft_thread_rules_ran (ft_thread_rules *rules, const ft_rule_context *r,
                          const ft_event *e) {
  thread *t = state_of (rules, e->thread);
  if (t->first == NEVER)
    t->first = r->position;
  if (e->kind == FT_WAKE)
    t->wait = FT_WOKEN;
  else if (t->wait == FT_WOKEN || e->kind == FT_BARRIER_LEAVE)
    t->wait = FT_RUNNING;
  rules->run.begin[e->thread] = t->wait == FT_RUNNING && t->joined == NEVER;
}
