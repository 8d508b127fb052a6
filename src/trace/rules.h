// The parts of the validator (see 'validate.h'): rules of threads, locks and
// objects.  Each part checks an event against its rules and, if it breaks none,
// changes its state; an event that breaks a rule changes nothing.

#ifndef FT_TRACE_RULES_H
#define FT_TRACE_RULES_H

#include "trace/validate.h"

// The event at hand, as all parts see it.
typedef struct ft_rule_context {
  const ft_tables *tables;
  ft_notes *notes;
  const char *path;
  uint64_t line;
  ft_pos position;
  ft_strbuf *why;
} ft_rule_context;

// Write the reason to '*why' and return the rule.
enum ft_rule ft_rule_broken (const ft_rule_context *, enum ft_rule,
                             const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

// ---- threads: fork, join, and the next event of a blocked thread -----------

enum ft_wait_state { FT_RUNNING, FT_WAITING, FT_WOKEN, FT_AT_BARRIER };

struct ft_rule_thread {
  ft_pos first;  // position of its first event, or FT_NO_POS
  ft_pos forked; // position of its fork
  ft_pos joined; // position of its first join
  // A wait on a condition: the position of its release, the lock that it
  // released, and the depth that its acquire restores.  At a barrier
  // 'condition' is the barrier and 'depth' the round.
  ft_pos waits_since;
  ft_id condition, lock;
  uint32_t depth;
  uint8_t wait;    // enum ft_wait_state
  uint8_t acquire; // enum ft_kind that ends the wait
};

typedef struct ft_thread_rules {
  FT_STACK (struct ft_rule_thread) threads;
  FT_STACK (bool) run; // parallel: has begun, is not joined, does not wait
} ft_thread_rules;

void ft_thread_rules_release (ft_thread_rules *);

// Whether the thread may do anything now, and this event in particular.
enum ft_rule ft_thread_rules_check (ft_thread_rules *, const ft_rule_context *,
                                    const ft_event *);

// Whether the thread may execute any event that is not part of a wait.
static inline bool ft_thread_rules_runs (const ft_thread_rules *r, ft_tid t) {
  return t < r->run.size && r->run.begin[t];
}

// FORK and JOIN.
enum ft_rule ft_thread_rules_fork (ft_thread_rules *, const ft_rule_context *,
                                   ft_event *);
enum ft_rule ft_thread_rules_join (ft_thread_rules *, const ft_rule_context *,
                                   const ft_event *);

// After an event of the thread was accepted.
void ft_thread_rules_ran (ft_thread_rules *, const ft_rule_context *,
                          const ft_event *);

// ---- locks -----------------------------------------------------------------

struct ft_rule_lock {
  ft_tid owner; // exclusive, or FT_NO_ID
  uint32_t depth;
  uint32_t readers; // threads that hold it shared
  ft_pos since;     // acquire of the owner, or of the latest reader
  ft_tid reader;    // the latest one
};

typedef struct ft_lock_rules {
  FT_STACK (struct ft_rule_lock) locks;
  ft_map shared; // lock and thread to depth; absent or 0: not held
} ft_lock_rules;

void ft_lock_rules_release (ft_lock_rules *);

// ACQUIRE, RELEASE, their shared forms and TRY_FAILED.  '*depth' is the depth
// that the acquire of a woken thread restores (otherwise 1), or that the
// release of a wait gave up.
enum ft_rule ft_lock_rules_step (ft_lock_rules *, const ft_rule_context *,
                                 ft_event *, uint32_t *depth);

// The fast path of ACQUIRE and RELEASE: if the event acquires a free lock, or
// releases a lock that is held once, and begins no wait, do it and return true.
// The map of readers is not needed if there are none.  Acquire and release are
// told apart without a branch, since no branch predictor could guess it.
static inline bool ft_lock_rules_plain (ft_lock_rules *r, const ft_event *e,
                                        ft_pos position) {
  uint32_t takes = e->kind == FT_ACQUIRE, gives = !takes;
  if (e->target >= r->locks.size)
    return false;
  struct ft_rule_lock *l = r->locks.begin + e->target;
  if ((l->owner ^ (e->thread | -takes)) | (l->depth ^ gives) | l->readers |
      ~e->condition)
    return false;
  l->owner = e->thread | -gives;
  l->depth = takes;
  l->since = position;
  return true;
}

// ---- threads and locks -----------------------------------------------------

// Append events that end all waits and release all locks.
void ft_rules_close (const ft_thread_rules *, const ft_lock_rules *,
                     ft_event_list *);

// ---- conditions, barriers, semaphores --------------------------------------

struct ft_rule_object {
  ft_pos first;              // position of its first use, or FT_NO_POS
  uint8_t role;              // enum ft_object_role
  uint32_t waiting;          // condition: threads between release and wake
  ft_pos broadcast;          // condition: the latest one
  FT_STACK (ft_pos) signals; // condition: not yet used up, ascending
  uint32_t round;            // barrier: the round of the next arrival
  bool initialised;          // semaphore
  uint64_t count;            // semaphore
};

typedef struct ft_object_rules {
  FT_STACK (struct ft_rule_object) objects;
} ft_object_rules;

void ft_object_rules_release (ft_object_rules *);

// Events whose target is an object.  For WAKE 'since' is the position where its
// wait began.  '*round' of a barrier is an output for ARRIVE and an input for
// LEAVE.
enum ft_rule ft_object_rules_step (ft_object_rules *, const ft_rule_context *,
                                   ft_event *, ft_pos since, uint32_t *round);

// For a release that waits on 'condition': whether it may, and its effect.
enum ft_rule ft_object_rules_may_wait (ft_object_rules *,
                                       const ft_rule_context *,
                                       const ft_event *);
void ft_object_rules_wait (ft_object_rules *, const ft_rule_context *,
                           const ft_event *);

#endif
