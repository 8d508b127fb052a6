// What the orders of a constraint graph leave of the candidates that could
// allow a wake or a failed try ('enablers.h'): those that do not end before
// 'since' nor begin after the event.
//
// If all of them are in one thread, its first one begins before the event and
// its last one ends after 'since'; if there are none the event cannot happen.
// Cost: a few binary searches per thread that has candidates.  Tested as
// 'closure.h' is.

#ifndef FT_CERTIFY_ENABLING_H
#define FT_CERTIFY_ENABLING_H

#include "certify/graph.h"

typedef struct ft_enabling {
  ft_id threads;     // number of threads that have candidates left
  ft_id first, last; // of one of these threads
} ft_enabling;

// With 'all', also candidates that are not included so far but may be.
ft_enabling ft_enabling_find (const ft_graph *, ft_id event, bool all);

#endif
