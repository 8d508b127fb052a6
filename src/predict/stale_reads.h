// The recorded order as an execution graph of RC11 that orders little: atomic
// reads return the oldest store that has the recorded value and that coherence
// and the axiom SC let them return, rather than the last one, with which they
// would synchronise.

#ifndef FT_PREDICT_STALE_READS_H
#define FT_PREDICT_STALE_READS_H

#include "witness/witness.h"

typedef FT_STACK (ft_read_from) ft_stale_reads;

// Appends the reads that do not return the last store, in the order of the
// trace.  The choice is meant to be consistent; the checker decides.
void ft_stale_reads_find (const ft_trace *, ft_stale_reads *);

#endif
