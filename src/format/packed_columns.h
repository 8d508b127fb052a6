// The columns of a block of a packed trace, and how they become events.
//
// Nothing that a file says is trusted: ids are checked against the names that
// there are, once for each dictionary; what remains per event is a look into
// the dictionaries and a few comparisons.

#ifndef FT_FORMAT_PACKED_COLUMNS_H
#define FT_FORMAT_PACKED_COLUMNS_H

#include "format/packed_altpath.h"
#include "format/packed_file.h"

// The dictionaries have room for every index that two bytes can hold, so that
// a look into them is safe before it is known to be right.
struct ft_dictionary {
  uint32_t *values; // owned; NULL for shapes
  uint32_t count;
  const uint8_t *low, *high; // borrowed: indices; NULL where all bytes are 0
};

struct ft_packed_values {
  uint64_t *values; // owned
  uint32_t count;
  uint32_t size, at; // of the indices, of the next one
  const uint8_t *low, *high;
};

// What events of a shape have in common.
struct ft_event_shape {
  ft_event event;
  uint32_t begin, count; // of their targets in the dictionary
  uint64_t has;          // bits FT_SHAPE_CONDITION and after, of what is wanted
};

typedef struct ft_packed_columns {
  unsigned without;        // enum ft_columns
  uint32_t at;             // event of the block that comes next
  ft_pos first;            // position of the first
  struct ft_event_shape *shapes; // owned
  uint64_t *scratch;       // owned
  struct ft_dictionary shape, thread, target, location;
  uint32_t shapes_used, threads_used; // of the block before
  uint32_t classes[FT_CLASS_NONE + 2]; // where they begin in 'target'
  struct ft_packed_values value;
  ft_varints conditions, counts, ranges, details;
  ft_packed_ids ids; // of alternative paths in the details
  bool located; // 'location' is of this block
  bool allocs;  // some variables are of allocations,
  bool careful; // of this block
} ft_packed_columns;

void ft_packed_columns_init (ft_packed_columns *, unsigned without);
void ft_packed_columns_release (ft_packed_columns *);

// Begins a block, which stays as it is while it is used.  NULL, or what is
// wrong with it.
const char *ft_packed_columns_begin (ft_packed_columns *,
                                     const ft_packed_block *,
                                     const ft_tables *);

// Makes the next 'n' events, and adds their details to the tables.
bool ft_packed_columns_take (ft_packed_columns *, ft_tables *, ft_event *to,
                             uint32_t n);

// Locations, when the block's frame is unpacked; then that of one event.
bool ft_packed_columns_locate (ft_packed_columns *, const ft_packed_block *,
                               const ft_tables *);
ft_id ft_packed_columns_location (const ft_packed_columns *, uint32_t);

#endif
