// Facts about a trace that all questions share.  They are computed once and
// read-only afterwards, so that worker processes inherit them.

#ifndef FT_CERTIFY_FACTS_H
#define FT_CERTIFY_FACTS_H

#include "base/deadline.h"
#include "certify/access_lists.h"
#include "certify/awaiting.h"
#include "certify/enablers.h"
#include "certify/free_allocs.h"
#include "certify/kept.h"
#include "certify/object_orders.h"
#include "certify/possible_paths.h"
#include "certify/reads.h"
#include "certify/word_lock.h"
#include "trace/altpath_unfold.h"

typedef struct ft_facts ft_facts;

struct ft_facts {
  const ft_trace *trace; // borrowed
  ft_index *index;
  bool borrows; // 'index' is that of other facts
  ft_reads *reads;
  ft_access_lists *writes;   // per variable
  ft_access_lists *accesses; // per variable: accesses, when something is freed
  ft_access_lists *acquires; // per lock, either mode

  // The orders that barriers and semaphores force in every schedule, and what
  // they leave to choose; NULL without objects, and in an unfolded trace.
  ft_object_orders *orders;

  // Which events allow wakes and failed tries; NULL likewise.
  ft_enablers *enablers;

  // The locks that the program makes of atomic words; NULL without any, and
  // likewise.
  ft_word_locks *words;

  // Per event, or NULL if there is no such event: the previous event on the
  // same condition, barrier or semaphore, unless 'orders' are all that the
  // object asks for, and for a TRY_FAILED the acquire of the section that made
  // it fail.  Keeping these in the recorded order is enough for the rules of
  // these objects, but not necessary: a question that is refuted with their
  // help is asked again without.
  ft_id *recorded_before;

  // Whether there is such an event, or a read of bytes to which different
  // writes might combine, or a read that is frozen or kept as recorded
  // ('reads.h');
  // and the same in the relaxed models, which compute what exchanges leave.
  bool unnecessary, unnecessary_relaxed;

  // Whether a question that is asked again has choices in place of some of
  // these, which the encoders alone look at.
  bool choices;

  // Which of these have no choice in their place: orders that are only assumed,
  // orders by variables of the system (see 'trace/assumed.h'), frozen reads, and
  // others.
  bool assumed, system, frozen, recorded;

  // Whether something is kept as recorded because of an unknown use, which
  // refutes nothing under relaxed models, whatever other uses the reads have.
  bool unknown_uses;

  // Whether there are computations that no operator describes: the same.
  bool unmodelled;

  // Whether some read that matters has no recorded value, so that the relaxed
  // models give it no other one: the same.
  bool unvalued;

  // All that is kept as recorded and need not be ('kept.h'), and that which
  // has no choice in its place.
  unsigned kept, kept_for_good;

  // Whether there is an exchange that leaves an unknown value if it reads
  // another one, which no model can refute by.
  bool opaque;

  // Whether the trace has limits: less is followed than may happen, which no model
  // can refute by.
  bool limited;

  // Whether a thread stores with a relaxed order to a variable after a write of its
  // own that releases: C11 and C++20 differ about what that hands on.
  bool own_stores;

  ft_free_allocs *free_allocs; // of each FREE

  // Per variable, the FREE event that freed it, or FT_NO_ID; NULL without
  // FREEs.
  ft_id *freed_by;

  // Per acquire, the most recent releases of its lock that it had to wait for,
  // as in happens-before: the last exclusive release and, for an exclusive
  // acquire, every shared release since (as a chain through 'next_release').
  ft_id *last_release;
  ft_id *next_release;

  ft_awaiting *awaiting; // events that may need events of other threads

  // For a trace with alternative paths: its unfolding, and the facts of the
  // unfolded trace, which name this unfolding in turn.  Both owned, NULL for
  // others.
  ft_unfolding *unfolding;
  ft_facts *paths;
  const ft_unfolding *of_unfolding; // borrowed
  bool *left_out; // by event of an unfolding: some path goes on behind it without it
  ft_possible_paths *possible; // of the unfolding; NULL: not known
};

ft_facts *ft_facts_new (const ft_trace *);

// NULL if the deadline was over first; looked at between passes, of which each
// takes a fraction of a second per ten million events.
ft_facts *ft_facts_bounded (const ft_trace *, const ft_deadline *);

// Facts about the recorded paths of the same trace in which no refutation may rest on
// the reads of 'free', per event.  The given facts, whose index these have, and 'free'
// live as long.  NULL likewise.
ft_facts *ft_facts_freeing (const ft_facts *, const bool *free,
                            const ft_deadline *);
void ft_facts_free (ft_facts *);

// The release of a section, FT_NO_ID if there is none.  In an unfolded trace
// several events may end the section, each on another path; then the first one
// in the order of the unfolding.
static inline ft_id ft_facts_release (const ft_facts *f, ft_id acquire) {
  return f->index->match[acquire];
}

// The next release that ends the same section on another path, or FT_NO_ID.
static inline ft_id ft_facts_next_release (const ft_facts *f, ft_id release) {
  ft_id again =
      f->of_unfolding ? f->of_unfolding->reacquire[release] : FT_NO_ID;
  return again == FT_NO_ID ? FT_NO_ID : f->index->match[again];
}

// The last release that ends the section, or FT_NO_ID.
ft_id ft_facts_last_release (const ft_facts *, ft_id acquire);

// The position of an event of an alternative path in the trace: its outermost
// branch.  The position of any other event is the event.
ft_id ft_facts_anchor (const ft_facts *, ft_id event);

#endif
