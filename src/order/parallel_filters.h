// Several filters over one stream, by several threads of this process.
//
// Reading, the order of hb, c11, wcp or dc, and the checks of accesses are
// stages of a pipeline ('stage_pipeline.h') over batches of events.  Checks are dealt
// out by variables.  What orders events cannot be dealt out: the clocks of an
// acquire depend on all earlier releases, and in wcp and dc on accesses, too,
// so that each order is one stage.  lockset and hybrid, whose orders are cheap,
// are stages that track all locks, forks and joins and check their variables;
// shb, whose reads change its clocks, is one stage.
//
// The answers are those of ft_filter_run, each filter with a mark of its own.

#ifndef FT_ORDER_PARALLEL_FILTERS_H
#define FT_ORDER_PARALLEL_FILTERS_H

#include "order/filter.h"
#include "order/shared_batch.h"

// Takes the answers, batch by batch: 'racy[i]' is the set of the filters for which
// event i is racy.  May run while the stream reads another batch.
typedef void ft_take_racy (void *context, const ft_shared_batch *,
                           const uint8_t *racy);

// 'kinds' is a set of bits 1u << FT_FILTER_*; by at most 'threads' threads, the
// calling one among them.
void ft_parallel_filters_run (unsigned kinds, unsigned threads,
                              const ft_batch_stream *, ft_take_racy *);

#endif
