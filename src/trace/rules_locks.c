// The rules of locks: who may acquire and release them.

#include "trace/notes.h"
#include "trace/rules.h"

typedef struct ft_rule_lock lock;

void ft_lock_rules_release (ft_lock_rules *r) {
  FT_RELEASE (r->locks);
  ft_map_release (&r->shared);
}

static lock *state_of (ft_lock_rules *r, ft_id l) {
  FT_GROW (r->locks, l + 1, ((lock){FT_NO_ID, 0, 0, FT_NO_POS, FT_NO_ID}));
  return r->locks.begin + l;
}

static uint64_t key (const ft_event *e) {
  return (uint64_t)e->target << 32 | e->thread;
}

static uint32_t shared_depth (const ft_lock_rules *r, const ft_event *e) {
  uint32_t depth = ft_map_get (&r->shared, key (e));
  return depth == FT_NO_ID ? 0 : depth;
}

static const char *thread_name (const ft_rule_context *r, const ft_event *e) {
  return ft_tables_name (r->tables, FT_CLASS_THREAD, e->thread);
}

static const char *target (const ft_rule_context *r, const ft_event *e) {
  return ft_tables_name (r->tables, FT_CLASS_LOCK, e->target);
}

static enum ft_rule held_by (const ft_rule_context *r, const ft_event *e,
                             enum ft_rule rule, const char *does, ft_tid who,
                             ft_pos since) {
  return ft_rule_broken (
      r, rule,
      "thread '%s' %s lock '%s', which thread '%s' holds since event "
      "%llu",
      thread_name (r, e), does, target (r, e),
      ft_tables_name (r->tables, FT_CLASS_THREAD, who),
      (unsigned long long)since);
}

static enum ft_rule wrong_mode (const ft_rule_context *r, const ft_event *e,
                                const char *has) {
  return ft_rule_broken (
      r, FT_RULE_LOCK_MODE, "%s by thread '%s' of lock '%s', which it holds %s",
      ft_kind_name (e->kind), thread_name (r, e), target (r, e), has);
}

static enum ft_rule acquire_exclusive (ft_lock_rules *rules,
                                       const ft_rule_context *r, ft_event *e,
                                       uint32_t depth) {
  lock *l = state_of (rules, e->target);
  if (l->owner != FT_NO_ID && l->owner != e->thread)
    return held_by (r, e, FT_RULE_ACQUIRE_HELD, "acquires", l->owner, l->since);
  if (shared_depth (rules, e))
    return wrong_mode (r, e, "shared");
  if (l->readers)
    return held_by (r, e, FT_RULE_ACQUIRE_HELD, "acquires", l->reader,
                    l->since);
  if (l->owner == e->thread)
    e->flags |= FT_NESTED;
  else
    l->since = r->position;
  l->owner = e->thread;
  l->depth += depth;
  return FT_RULE_NONE;
}

static enum ft_rule release_exclusive (ft_lock_rules *rules,
                                       const ft_rule_context *r, ft_event *e,
                                       uint32_t *depth) {
  lock *l = state_of (rules, e->target);
  if (l->owner != FT_NO_ID && l->owner != e->thread)
    return held_by (r, e, FT_RULE_RELEASE_OTHER, "releases", l->owner,
                    l->since);
  if (shared_depth (rules, e))
    return wrong_mode (r, e, "shared");
  if (l->owner == FT_NO_ID)
    return ft_rule_broken (r, FT_RULE_RELEASE_UNHELD,
                           "thread '%s' releases lock '%s' without having "
                           "acquired it",
                           thread_name (r, e), target (r, e));
  *depth = e->condition == FT_NO_ID ? 1 : l->depth;
  l->depth -= *depth;
  if (l->depth)
    e->flags |= FT_NESTED;
  else
    l->owner = FT_NO_ID;
  return FT_RULE_NONE;
}

static enum ft_rule acquire_shared (ft_lock_rules *rules,
                                    const ft_rule_context *r, ft_event *e,
                                    uint32_t depth) {
  lock *l = state_of (rules, e->target);
  if (l->owner == e->thread)
    return wrong_mode (r, e, "exclusively");
  if (l->owner != FT_NO_ID)
    return held_by (r, e, FT_RULE_ACQUIRE_HELD, "acquires", l->owner, l->since);
  uint32_t *held = ft_map_at (&rules->shared, key (e));
  if (*held == FT_NO_ID)
    *held = 0;
  if (*held)
    e->flags |= FT_NESTED;
  else {
    l->readers++;
    l->reader = e->thread;
    l->since = r->position;
  }
  *held += depth;
  return FT_RULE_NONE;
}

static enum ft_rule release_shared (ft_lock_rules *rules,
                                    const ft_rule_context *r, ft_event *e,
                                    uint32_t *depth) {
  lock *l = state_of (rules, e->target);
  if (l->owner == e->thread)
    return wrong_mode (r, e, "exclusively");
  if (!shared_depth (rules, e))
    return ft_rule_broken (r, FT_RULE_RELEASE_UNHELD,
                           "thread '%s' releases lock '%s' without having "
                           "acquired it shared",
                           thread_name (r, e), target (r, e));
  uint32_t *held = ft_map_at (&rules->shared, key (e));
  *depth = e->condition == FT_NO_ID ? 1 : *held;
  *held -= *depth;
  if (*held)
    e->flags |= FT_NESTED;
  else
    l->readers--;
  return FT_RULE_NONE;
}

// A failed try-acquire of a lock that no other thread holds has no place in any
// reordering.
static enum ft_rule try_failed (ft_lock_rules *rules, const ft_rule_context *r,
                                const ft_event *e) {
  const lock *l = state_of (rules, e->target);
  uint32_t others = l->readers - (shared_depth (rules, e) > 0);
  if (others || (l->owner != FT_NO_ID && l->owner != e->thread))
    return FT_RULE_NONE;
  return ft_rule_broken (r, FT_RULE_TRY_FAILED_FREE,
                         "try-acquire of lock '%s' by thread '%s' fails, but "
                         "no other thread holds it",
                         target (r, e), thread_name (r, e));
}

enum ft_rule ft_lock_rules_step (ft_lock_rules *rules, const ft_rule_context *r,
                                 ft_event *e, uint32_t *depth) {
  if (e->kind == FT_ACQUIRE)
    return acquire_exclusive (rules, r, e, *depth);
  if (e->kind == FT_RELEASE)
    return release_exclusive (rules, r, e, depth);
  if (e->kind == FT_ACQUIRE_SHARED)
    return acquire_shared (rules, r, e, *depth);
  if (e->kind == FT_RELEASE_SHARED)
    return release_shared (rules, r, e, depth);
  return try_failed (rules, r, e);
}
