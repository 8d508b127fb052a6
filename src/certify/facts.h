// Everything about a trace that questions about pairs share, computed once
// and read-only afterwards, so that worker processes inherit it.

#ifndef FT_CERTIFY_FACTS_H
#define FT_CERTIFY_FACTS_H

#include "base/deadline.h"
#include "certify/access_lists.h"
#include "certify/reads.h"
#include "trace/altpath_unfold.h"

typedef struct ft_facts ft_facts;

struct ft_facts {
  const ft_trace *trace; // borrowed
  ft_index *index;
  ft_reads *reads;
  ft_access_lists *writes;   // per variable
  ft_access_lists *accesses; // per variable: accesses, when something is freed
  ft_access_lists *acquires; // per lock, either mode

  // Per event, or NULL if there is no such event: the previous event on the
  // same condition, barrier or semaphore, and for a TRY_FAILED the acquire of
  // the section that made it fail.  Keeping these in the recorded order is
  // enough for the rules of these objects, but not necessary: a question that
  // is refuted with their help is asked again without.
  ft_id *recorded_before;

  // Whether there is such an event, or a read of bytes that different writes
  // might combine to ('reads.h').
  bool unnecessary;

  // FREE events, and per variable the one that freed it or FT_NO_ID.
  ft_id *freed_by;

  // Most recent release of each acquire's lock before it that the acquire
  // had to wait for, as in happens-before: per acquire up to two events, the
  // last exclusive release and, for an exclusive acquire, every shared
  // release since (as a chain through 'next_release').
  ft_id *last_release;
  ft_id *next_release;

  // Of a trace with alternatives: its unfolding and the facts of that, whose
  // 'row' it is.  Both owned, NULL for others.
  ft_unfolding *unfolding;
  ft_facts *paths;
  const ft_unfolding *of_unfolding; // borrowed
};

ft_facts *ft_facts_new (const ft_trace *);

// NULL if there was no time for all of it; looked at between passes, of which
// each takes a fraction of a second per ten million events.
ft_facts *ft_facts_bounded (const ft_trace *, const ft_deadline *);
void ft_facts_free (ft_facts *);

// The release of a section; of an unfolded trace, the first of those that end
// it, each on another path, in the order of the row.  FT_NO_ID if none does.
static inline ft_id ft_facts_release (const ft_facts *f, ft_id acquire) {
  return f->index->match[acquire];
}

// The one after it, or FT_NO_ID.
static inline ft_id ft_facts_next_release (const ft_facts *f, ft_id release) {
  ft_id again =
      f->of_unfolding ? f->of_unfolding->reacquire[release] : FT_NO_ID;
  return again == FT_NO_ID ? FT_NO_ID : f->index->match[again];
}

// The last of them, or FT_NO_ID.
ft_id ft_facts_last_release (const ft_facts *, ft_id acquire);

// Where an event of an alternative belongs in the trace: its outermost branch.
// Any other event is its own place.
ft_id ft_facts_anchor (const ft_facts *, ft_id event);

#endif
