// Rule (b) of WCP and DC: a release comes after each earlier release of the
// lock whose acquire it comes after.  Two shared sections are exempt.
//
// Most sections need not be kept for this.  Who comes after an acquire knows
// a local time that the section's thread let be known.  If it let nothing be
// known between the acquire and the release, that is the time of the release
// or a later one, and the rule says nothing new.  So sections matter that are
// *half known* to somebody: in which their thread gave another lock back, say.
// For WCP, those matter too whose acquire somebody comes after by a hard edge,
// which is not part of ≺WCP: a thread's last section, and those after which
// it handed on hard order before its next one.
//
// These sections wait in lanes, one per lock, thread and mode.  In a lane,
// what a release comes after is a prefix, found by binary search, and its
// last section speaks for all of it.  This is one queue for all threads, where
// the papers keep T copies.
//
// Lanes are visited from the latest to the earliest last section.  A section
// whose own clock knew all earlier ones of the lock ends the visit if it is
// known: so threads that hand a lock round look at one lane, not at T.
//
// What every thread that has begun and was not joined knows is dropped from
// the front.  (A thread that then begins without a fork may miss an edge,
// which costs a candidate.)  What a thread does not learn keeps sections only
// while somebody can reach them; see 'reach.h'.
// Cost: per release, nothing for a lock without half known sections if its
// thread learnt no hard order since its last release of the lock; otherwise
// the lanes visited times log of their length.

#ifndef FT_ORDER_RELEASE_QUEUE_H
#define FT_ORDER_RELEASE_QUEUE_H

#include "base/hash.h"
#include "order/reach.h"
#include "order/section.h"

typedef struct ft_release_queue {
  ft_id earlier; // next lane in the order of visits, or FT_NO_ID
  ft_id later;   // previous one
  ft_id lock;
  ft_tid thread;
  bool shared;
  uint32_t sync_joins; // that the thread had at its last release
  size_t checked;      // length at which to look for what may be dropped
  FT_STACK (struct ft_queued_section {
    ft_id section;
    ft_time opened; // and when it was closed, as in the section
    ft_time closed;
  })
  sections;
} ft_release_queue;

typedef struct ft_release_queues {
  FT_STACK (ft_release_queue) list;
  FT_STACK (struct ft_lock_queues {
    ft_id latest;     // first lane to visit, or FT_NO_ID
    uint32_t waiting; // sections that may be half known
  })
  locks;
  ft_map by_lock[2]; // lock and thread -> lane; exclusive, shared
  size_t waiting;    // sections in all lanes
  size_t prune_at;   // how many are so many that not all may be reached
} ft_release_queues;

// (ft_release_queues){0} is empty.
void ft_release_queues_release (ft_release_queues *);

// What the thread of a release comes after: 'known' by the relation, and by
// 'hard' edges that the relation does not contain (WCP), or NULL.
typedef struct ft_releasing {
  ft_tid thread;
  bool shared;
  uint32_t sync_joins; // of the thread
  ft_clock *known;
  const ft_clock *sync;
} ft_releasing;

// Joins to 'known' what the release comes after by rule (b).  Returns whether
// all sections in the lanes of the lock are known then.
bool ft_release_queues_join (const ft_release_queues *, const ft_section_pool *,
                             ft_id lock, const ft_releasing *);

// Whether lanes keep a section that is closed: 'hard' as above.
static inline bool ft_release_queues_needs (const ft_section *s, bool sync) {
  return sync || s->opened < s->closed;
}

// Appends a closed section; clock 'known' of a view says what a thread knows.
void ft_release_queues_push (ft_release_queues *, const ft_section_pool *,
                             ft_id lock, ft_id section,
                             const ft_order_threads *, unsigned known);

// Marks the sections that wait.
void ft_release_queues_mark (const ft_release_queues *, ft_section_pool *);

// Forgets sections that wait and are not reached, and marks the others.  The
// lanes ask first, then all clocks but theirs are added.
static inline bool ft_release_queues_full (const ft_release_queues *queues) {
  return queues->waiting > queues->prune_at;
}
void ft_release_queues_register (const ft_release_queues *, ft_reach *);
void ft_release_queues_prune (ft_release_queues *, ft_section_pool *,
                              ft_reach *, bool sync);

#endif
