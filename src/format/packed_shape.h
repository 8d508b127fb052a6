// The shape of an event, as one number: what it is apart from what it names.
// Packed and compressed traces hold shapes (see 'packed.h', 'ftz.h').

#ifndef FT_FORMAT_PACKED_SHAPE_H
#define FT_FORMAT_PACKED_SHAPE_H

#include "trace/event.h"
#include "format/packed.h"

// The event as files hold it: what the validator dropped is a mark, and what
// it noted besides it will note again.
ft_event ft_event_in_file (const ft_event *);

// The shape of such an event.
uint64_t ft_shape_of (const ft_event *);

// The event that a shape from a file stands for, without what it names; false
// for a shape that no event can have.
bool ft_shape_event (uint64_t shape, ft_event *);

static inline bool ft_shape_has (uint64_t shape, enum ft_shape_bits bit) {
  return shape >> bit & 1;
}

#endif
