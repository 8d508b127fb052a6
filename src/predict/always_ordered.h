// Pairs of locations whose accesses every schedule orders, under every model of
// memory and of values: by program order, fork, join and barriers with fixed
// rounds.
//
// A barrier has fixed rounds if as many threads use it as it has parties
// (certify/object_orders.h): each of them arrives once in each round, so that
// the i-th arrival of each comes before the i-th leave of each, whatever else
// changes.  No alternative path has events of barriers (trace/altpath.c); where one
// ended at such a call, the orders are none of the model of paths, which who asks has
// to see to (predict/memory_model.c).  These orders synchronise, so that they are
// happens-before of C11, too.
//
// And pairs of locations that forks and joins order, or that a common lock keeps
// apart, be it one that the program makes of a word (certify/word_lock.h), if the
// word synchronises: each section of the lock then happens before the next one.
// This holds under sc and c11, as long as reads return what they returned.
//
// Cost: two passes over a trace with such a barrier, two over one with such
// words.  Slow twin: enumeration, in tests/unit/test_always_ordered.c.

#ifndef FT_PREDICT_ALWAYS_ORDERED_H
#define FT_PREDICT_ALWAYS_ORDERED_H

#include "certify/facts.h"
#include "results/results.h"

// Sets ordered[i] for each refuted race i of the recorded paths of which all
// pairs of events are ordered so; the others stay as they are.
void ft_always_ordered_find (const ft_facts *, const ft_results *,
                             bool *ordered);

// The same for what locks keep apart.
void ft_always_locked_find (const ft_facts *, const ft_results *, bool *locked);

#endif
