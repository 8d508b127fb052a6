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
//
// A pass can be resumed: now and then, and at its end, its racy events so far and
// the shadow memory of all checks are written to a file.  A later pass over the
// same trace reads the events before that point again, but steps over locks,
// forks and joins alone (in wcp and dc over what the order needs), gives the racy
// events of the file, and goes on behind it with its shadow memory.  So the
// file has no clocks, names or places in the trace, which the later pass finds
// anew.  shb and lockset cannot be resumed: their accesses change more.

#ifndef FT_ORDER_PARALLEL_FILTERS_H
#define FT_ORDER_PARALLEL_FILTERS_H

#include "order/checkpoint_file.h"
#include "order/filter.h"
#include "order/shared_batch.h"

// Takes the answers, batch by batch: 'racy[i]' is the set of the filters for which
// event i is racy.  May run while the stream reads another batch.
typedef void ft_take_racy (void *context, const ft_shared_batch *,
                           const uint8_t *racy);

typedef struct ft_filter_resume {
  const char *path; // of the file; borrowed
  ft_checkpoint_key key; // without 'kinds' and 'threads'
  ft_pos every; // events between two checkpoints, at least; zero: the default
} ft_filter_resume;

bool ft_filters_resumable (unsigned kinds);

// 'kinds' is a set of bits 1u << FT_FILTER_*; by at most 'threads' threads, the
// calling one among them.  'resume' may be NULL.  False and an error if its file
// cannot be read or written, or does not fit the trace; the error means nothing if
// the stream was ended by the caller.
bool ft_parallel_filters_run (unsigned kinds, unsigned threads,
                              const ft_batch_stream *, ft_take_racy *,
                              const ft_filter_resume *resume, ft_error *);

#endif
