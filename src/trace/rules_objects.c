// The rules of conditions, barriers and semaphores.

#include <string.h>

#include "trace/notes.h"
#include "trace/rules.h"

typedef struct ft_rule_object object;

enum role { UNUSED, CONDITION, BARRIER, SEMAPHORE };

void ft_object_rules_release (ft_object_rules *rules) {
  for (size_t i = 0; i < rules->objects.size; i++)
    FT_RELEASE (rules->objects.begin[i].signals);
  FT_RELEASE (rules->objects);
}

static object *state_of (ft_object_rules *rules, ft_id o) {
  FT_GROW (rules->objects, o + 1,
           ((object){.first = FT_NO_POS, .broadcast = FT_NO_POS}));
  return rules->objects.begin + o;
}

static const char *object_name (const ft_rule_context *r, ft_id o) {
  return ft_tables_name (r->tables, FT_CLASS_OBJECT, o);
}

static const char *thread_name (const ft_rule_context *r, const ft_event *e) {
  return ft_tables_name (r->tables, FT_CLASS_THREAD, e->thread);
}

static enum ft_rule check_role (object *o, const ft_rule_context *r, ft_id id,
                                enum role role) {
  static const char *const names[] = {"", "condition", "barrier", "semaphore"};
  if (o->role == UNUSED || o->role == role)
    return FT_RULE_NONE;
  return ft_rule_broken (r, FT_RULE_OBJECT_ROLE,
                         "'%s' is used as a %s, but as a %s since event %llu",
                         object_name (r, id), names[role], names[o->role],
                         (unsigned long long)o->first);
}

static void use (object *o, const ft_rule_context *r, enum role role) {
  if (o->role == UNUSED)
    o->first = r->position;
  o->role = (uint8_t)role;
}

// Conditions.  A wake needs a broadcast, or a signal of its own, after its wait
// began.  Wakes are taken in order, and the earliest fitting signal for each,
// which is optimal: a later wake that could use this signal could use the
// others as well.  It is enough to keep as many of the latest signals as there
// are waiting threads.

enum ft_rule ft_object_rules_may_wait (ft_object_rules *rules,
                                       const ft_rule_context *r,
                                       const ft_event *e) {
  return check_role (state_of (rules, e->condition), r, e->condition,
                     CONDITION);
}

void ft_object_rules_wait (ft_object_rules *rules, const ft_rule_context *r,
                           const ft_event *e) {
  object *o = state_of (rules, e->condition);
  use (o, r, CONDITION);
  o->waiting++;
}

static void drop_signal (object *o, size_t i) {
  memmove (o->signals.begin + i, o->signals.begin + i + 1,
           (o->signals.size - i - 1) * sizeof *o->signals.begin);
  o->signals.size--;
}

static void add_signal (object *o, ft_pos position) {
  if (!o->waiting)
    return;
  if (o->signals.size == o->waiting)
    drop_signal (o, 0);
  FT_PUSH (o->signals, position);
}

static bool explain_wake (object *o, ft_pos since) {
  if (o->broadcast != FT_NO_POS && o->broadcast > since)
    return true;
  for (size_t i = 0; i < o->signals.size; i++)
    if (o->signals.begin[i] > since) {
      drop_signal (o, i);
      return true;
    }
  return false;
}

static void wake (object *o, const ft_rule_context *r, ft_event *e,
                  ft_pos since) {
  if (e->flags & FT_UNSIGNALLED)
    e->flags |= FT_SPURIOUS;
  else if (!explain_wake (o, since)) {
    e->flags |= FT_SPURIOUS;
    ft_notes_add (r->notes, FT_NOTE_SPURIOUS_WAKE, r->position,
                  "%.200s:%llu: thread '%.60s' wakes on '%.60s' without a "
                  "signal; taken as spurious",
                  r->path, (unsigned long long)r->line, thread_name (r, e),
                  object_name (r, e->target));
  }
  o->waiting--;
  while (o->signals.size > o->waiting)
    drop_signal (o, 0);
}

// Barriers.  The first leave closes the round of the arrivals so far.  That the
// thread has arrived is checked by the rules of threads.

static void leave (object *o, uint32_t round) {
  if (round == o->round)
    o->round++;
}

// Semaphores.  Without a recorded initial count the least count that works is
// assumed, so that no rule can be broken.

static enum ft_rule init_semaphore (object *o, const ft_rule_context *r,
                                    const ft_event *e) {
  if (o->first != FT_NO_POS)
    return ft_rule_broken (r, FT_RULE_SEM_LATE,
                           "semaphore '%s' is initialised after its use at "
                           "event %llu",
                           object_name (r, e->target),
                           (unsigned long long)o->first);
  o->initialised = e->flags & FT_HAS_VALUE;
  o->count = e->value;
  return FT_RULE_NONE;
}

static enum ft_rule take_semaphore (object *o, const ft_rule_context *r,
                                    const ft_event *e) {
  if (o->initialised && !o->count)
    return ft_rule_broken (r, FT_RULE_SEM_NEGATIVE,
                           "thread '%s' passes semaphore '%s', whose count is "
                           "zero",
                           thread_name (r, e), object_name (r, e->target));
  o->count--;
  return FT_RULE_NONE;
}

static enum role role_of (enum ft_kind kind) {
  if (kind == FT_WAKE || kind == FT_SIGNAL || kind == FT_BROADCAST)
    return CONDITION;
  if (kind == FT_BARRIER_ARRIVE || kind == FT_BARRIER_LEAVE)
    return BARRIER;
  return SEMAPHORE;
}

static enum ft_rule step (object *o, const ft_rule_context *r, ft_event *e,
                          ft_pos since, uint32_t *round) {
  if (e->kind == FT_WAKE)
    wake (o, r, e, since);
  else if (e->kind == FT_SIGNAL)
    add_signal (o, r->position);
  else if (e->kind == FT_BROADCAST)
    o->broadcast = r->position;
  else if (e->kind == FT_BARRIER_ARRIVE)
    *round = o->round;
  else if (e->kind == FT_BARRIER_LEAVE)
    leave (o, *round);
  else if (e->kind == FT_SEM_INIT)
    return init_semaphore (o, r, e);
  else if (e->kind == FT_SEM_WAIT)
    return take_semaphore (o, r, e);
  else if (e->kind == FT_SEM_POST)
    o->count++;
  return FT_RULE_NONE;
}

enum ft_rule ft_object_rules_step (ft_object_rules *rules,
                                   const ft_rule_context *r, ft_event *e,
                                   ft_pos since, uint32_t *round) {
  enum role role = role_of (e->kind);
  object *o = state_of (rules, e->target);
  enum ft_rule rule = check_role (o, r, e->target, role);
  if (!rule)
    rule = step (o, r, e, since, round);
  if (!rule)
    use (o, r, role);
  return rule;
}
