// Segments of threads between forks and joins, and which of them program order,
// fork and join order (ThreadSanitizer: Serebryany, Iskhodzhanov 2009).
//
// Segments of a thread are numbered from 1; a fork or join ends one.  Clocks
// are kept only where they change.  If they would take more than a limit
// (threads forked after many joins), later clocks are left empty, which only
// makes more pairs look unordered: the candidates stay complete.

#ifndef FT_CERTIFY_SEGMENT_H
#define FT_CERTIFY_SEGMENT_H

#include "trace/index.h"

typedef struct ft_segments ft_segments;

ft_segments *ft_segments_new (const ft_index *);
void ft_segments_free (ft_segments *);

// The segment of an event in its thread.
uint32_t ft_segments_of (const ft_segments *, ft_id event);

// For each thread below '*size' (no others are known), the last of its segments
// that is ordered before segment 's' of thread 'u', 0 if none is.
const uint32_t *ft_segments_known (const ft_segments *, ft_tid u, uint32_t s,
                                   ft_tid *size);

// Whether segment 'a' of thread 't' is ordered before segment 'b' of thread
// 'u'; the threads differ.
bool ft_segments_before (const ft_segments *, ft_tid t, uint32_t a, ft_tid u,
                         uint32_t b);

#endif
