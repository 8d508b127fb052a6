// The parts of the validator (see 'validate.h'): threads, locks, objects.
// Each checks an event against its rules and, if none is broken, changes its
// state; a broken rule changes nothing.

#ifndef FT_TRACE_RULES_H
#define FT_TRACE_RULES_H

#include "trace/validate.h"

// What the parts share about the event at hand.
typedef struct ft_rule_context {
  const ft_tables *tables;
  ft_notes *notes;
  const char *path;
  uint64_t line;
  ft_pos position;
  ft_strbuf *why;
} ft_rule_context;

// Says why and returns the rule.
enum ft_rule ft_rule_broken (const ft_rule_context *, enum ft_rule,
                             const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

// ---- threads: fork and join, and what a blocked thread does next ------------

enum ft_wait_state { FT_RUNNING, FT_WAITING, FT_WOKEN, FT_AT_BARRIER };

struct ft_rule_thread {
  ft_pos first;  // its first event
  ft_pos forked; // position of its fork
  ft_pos joined; // position of its (first) join
  // A wait on a condition: what was released where, and what the acquire
  // restores.  At a barrier 'condition' is the barrier and 'depth' the round.
  ft_pos waits_since;
  ft_id condition, lock;
  uint32_t depth;
  uint8_t wait;    // enum ft_wait_state
  uint8_t acquire; // enum ft_kind that ends the wait
};

typedef struct ft_thread_rules {
  FT_STACK (struct ft_rule_thread) threads;
  FT_STACK (bool) run; // parallel: has begun, was not joined, does not wait
} ft_thread_rules;

void ft_thread_rules_release (ft_thread_rules *);

// May the thread do anything now, and this in particular?
enum ft_rule ft_thread_rules_check (ft_thread_rules *, const ft_rule_context *,
                                    const ft_event *);

// Whether the thread may do whatever does not take part in a wait.
static inline bool ft_thread_rules_runs (const ft_thread_rules *r, ft_tid t) {
  return t < r->run.size && r->run.begin[t];
}

// FORK and JOIN.
enum ft_rule ft_thread_rules_fork (ft_thread_rules *, const ft_rule_context *,
                                   ft_event *);
enum ft_rule ft_thread_rules_join (ft_thread_rules *, const ft_rule_context *,
                                   const ft_event *);

// The event was accepted.
void ft_thread_rules_ran (ft_thread_rules *, const ft_rule_context *,
                          const ft_event *);

// ---- locks -----------------------------------------------------------------

struct ft_rule_lock {
  ft_tid owner; // exclusive, or FT_NO_ID
  uint32_t depth;
  uint32_t readers; // threads that hold it shared
  ft_pos since;     // of the owner, or of the latest reader
  ft_tid reader;    // the latest one
};

typedef struct ft_lock_rules {
  FT_STACK (struct ft_rule_lock) locks;
  ft_map shared; // lock and thread to depth; absent or 0: not held
} ft_lock_rules;

void ft_lock_rules_release (ft_lock_rules *);

// ACQUIRE, RELEASE, their shared forms and TRY_FAILED.  '*depth' is what a
// waking acquire restores (otherwise 1), and what a waiting release gave up.
enum ft_rule ft_lock_rules_step (ft_lock_rules *, const ft_rule_context *, ft_event *,
                                 uint32_t *depth);

// Of an ACQUIRE or RELEASE: whether it takes a lock that is free, or gives back
// one held once, without a wait; if so it has its effect.  The map of shared
// holders need not be asked where there are none, and nothing here depends on
// which of the two it is by a branch, since nobody could predict it.
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

// ---- both ------------------------------------------------------------------

// Appends events that end all waits and give all locks back.
void ft_rules_close (const ft_thread_rules *, const ft_lock_rules *,
                     ft_event_list *);

// ---- conditions, barriers, semaphores --------------------------------------

struct ft_rule_object {
  ft_pos first;              // use, FT_NO_POS before it
  uint8_t role;              // enum ft_object_role
  uint32_t waiting;          // condition: threads between release and wake
  ft_pos broadcast;          // condition: the latest one
  FT_STACK (ft_pos) signals; // condition: not yet used up, ascending
  uint32_t round;            // barrier: arrivals now are of this round
  bool initialised;          // semaphore
  uint64_t count;
};

typedef struct ft_object_rules {
  FT_STACK (struct ft_rule_object) objects;
} ft_object_rules;

void ft_object_rules_release (ft_object_rules *);

// Events whose target is an object; for WAKE 'since' is where its wait began.
// '*round' of a barrier is told for ARRIVE and asked for LEAVE.
enum ft_rule ft_object_rules_step (ft_object_rules *, const ft_rule_context *,
                                   ft_event *, ft_pos since, uint32_t *round);

// A release that waits on 'condition': whether it may; then its effect.
enum ft_rule ft_object_rules_may_wait (ft_object_rules *, const ft_rule_context *,
                                       const ft_event *);
void ft_object_rules_wait (ft_object_rules *, const ft_rule_context *,
                           const ft_event *);

#endif
