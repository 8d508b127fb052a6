// Rule (b) of WCP and DC: a release comes after each earlier release of the
// lock whose acquire it comes after.  Two shared sections are exempt.
//
// Most sections need not be kept for this rule.  An event that comes after an
// acquire knows a local time that the section's thread published later.  If the
// thread published nothing between the acquire and the release, that is the
// time of the release or a later one, and the rule says nothing new.  So
// sections matter that a clock may know by half, that is, the acquire and not
// the release: sections in which their thread released another lock, say.  For
// WCP, sections matter too whose acquire is known by a synchronisation edge,
// which is not part of ≺WCP: a thread's last section, and those after which the
// thread handed on synchronisation order before its next section.
//
// These sections wait in queues, one per lock, thread and mode.  The sections
// of a queue that a release comes after are a prefix, found by binary search,
// and the last section of the prefix speaks for all of it.  So one queue serves
// all threads, where the papers keep T copies.
//
// Queues are visited from the latest to the earliest last section.  A section
// whose own clock knew all earlier ones of the lock ends the visit if it is
// known. So threads that pass a lock round look at one queue, not at T.
//
// Sections that every running thread knows are dropped from the front.  (A
// thread that then begins without a fork may miss an edge, which costs a
// candidate.) For a thread that learns nothing, sections are kept only while
// some clock can reach them; see 'reach.h'.
//
// Cost: per release, nothing for a lock without half known sections if its
// thread learnt no synchronisation order since its last release of the lock;
// otherwise the queues visited times log of their length.

#ifndef FT_ORDER_RELEASE_QUEUE_H
#define FT_ORDER_RELEASE_QUEUE_H

#include "base/hash.h"
#include "order/reach.h"
#include "order/section.h"

typedef struct ft_release_queue {
  ft_id earlier; // next queue in the order of visits, or FT_NO_ID
  ft_id later;   // previous queue
  ft_id lock;
  ft_tid thread;
  bool shared;
  uint32_t sync_joins; // of the thread, at its last release of the lock
  size_t checked;      // length at which known sections are looked for and
                       // dropped
  FT_STACK (struct ft_queued_section {
    ft_id section;
    ft_time opened; // as in the section, like 'closed'
    ft_time closed;
  })
  sections;
} ft_release_queue;

typedef struct ft_release_queues {
  FT_STACK (ft_release_queue) list;
  FT_STACK (struct ft_lock_queues {
    ft_id latest;     // first queue to visit, or FT_NO_ID
    uint32_t waiting; // sections that may be half known
  })
  locks;
  ft_map by_lock[2]; // lock and thread -> queue; exclusive, shared
  size_t waiting;    // sections in all queues
  size_t prune_at;   // number of sections from which unreachable ones are
                     // looked for
} ft_release_queues;

// (ft_release_queues){0} is empty.
void ft_release_queues_release (ft_release_queues *);

// The thread of a release and its clocks: 'known' has the events ordered before
// by the relation; 'sync' those before by synchronisation edges that the
// relation does not contain (WCP), or is NULL.
typedef struct ft_releasing {
  ft_tid thread;
  bool shared;
  uint32_t sync_joins; // of the thread
  ft_clock *known;
  const ft_clock *sync;
} ft_releasing;

// Joins to 'known' the clocks of the releases that come before by rule (b).
// Returns whether all sections in the queues of the lock are known then.
bool ft_release_queues_join (const ft_release_queues *, const ft_section_pool *,
                             ft_id lock, const ft_releasing *);

// Whether queues keep a closed section.  'sync': synchronisation edges are no
// part of the relation, as above.
static inline bool ft_release_queues_needs (const ft_section *s, bool sync) {
  return sync || s->opened < s->closed;
}

// Appends a closed section.  'known' is the kind of the clock that says which
// events a thread knows.
void ft_release_queues_push (ft_release_queues *, const ft_section_pool *,
                             ft_id lock, ft_id section,
                             const ft_order_threads *, unsigned known);

// Marks the sections in queues.
void ft_release_queues_mark (const ft_release_queues *, ft_section_pool *);

// Forgets the sections in queues that no clock reaches, and marks the others:
// ft_release_queues_register states the questions, then the caller adds all
// clocks but those of the queues, then ft_release_queues_prune.
static inline bool ft_release_queues_full (const ft_release_queues *queues) {
  return queues->waiting > queues->prune_at;
}
void ft_release_queues_register (const ft_release_queues *, ft_reach *);
void ft_release_queues_prune (ft_release_queues *, ft_section_pool *,
                              ft_reach *, bool sync);

#endif
