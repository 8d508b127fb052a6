// Random linearisations under the rules of the checker itself, for pairs that
// are impossible only as long as conditions, barriers, semaphores and failed
// tries go as recorded (see 'recorded_before' in facts.h): the checker knows
// all that they may do; for waits that nothing ends; and for failures, of which the solver
// finds none in time where threads are many.
//
// Threads run by random priorities with a few random changes, as in
// probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): a
// schedule that needs d changes of priority is found with a probability that
// depends on d and not on the length of the trace.  Incomplete: a pair without
// a schedule found stays undecided.
//
// A wait lasts for ever at the end of a walk in which no thread can go on.  The
// thread that waits runs first up to one of its last synchronisations before, one
// after the other, and from there on last; behind these walks come random ones.  On the
// way to a failure a few threads run before all others, each up to a place; each role,
// however many threads have it, is as likely to be among them, and a thread that would
// fail on its own way goes no further.  In an
// unfolded trace, with its checker of paths, a thread goes where its branches lead.

#ifndef FT_CERTIFY_PCT_H
#define FT_CERTIFY_PCT_H

#include "certify/cone.h"
#include "certify/greedy.h"
#include "witness/checker.h"

// Searches for a schedule that leaves the targets of the question pending, behind what
// the question requires, and that 'accept' accepts.  If the question is about a wait, no
// thread can go on at its end.  'budget' is the number of events that may be tried.
bool ft_pct_search (const ft_facts *, ft_checker *, const ft_question *,
                    uint64_t budget,
                    bool (*accept) (void *context, const ft_ids *),
                    void *context);

#endif
