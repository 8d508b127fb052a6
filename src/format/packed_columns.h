// Makes events of the columns of a block of a packed trace.
//
// No part of a file is trusted.  Ids are checked against the known names, once
// for each dictionary, so that an event costs a look into the dictionaries and
// a few comparisons.

#ifndef FT_FORMAT_PACKED_COLUMNS_H
#define FT_FORMAT_PACKED_COLUMNS_H

#include "format/packed_altpath.h"
#include "format/packed_file.h"

// A dictionary has room for every index that two bytes can hold, so that an
// index may be used before it is checked.
struct ft_dictionary {
  uint32_t *values; // owned; NULL for shapes
  uint32_t count;
  const uint8_t *low, *high; // borrowed: bytes of the indices; NULL: all are 0
};

struct ft_packed_values {
  uint64_t *values; // owned
  uint32_t count;
  uint32_t size, at;         // number of indices, number of the next one
  const uint8_t *low, *high; // as above
};

// The common part of all events of a shape.
struct ft_event_shape {
  ft_event event;
  uint32_t begin, count; // range of their targets in the dictionary
  uint64_t has; // bits FT_SHAPE_CONDITION and after, for parts that are decoded
};

typedef struct ft_packed_columns {
  unsigned without;              // enum ft_columns: columns to skip
  uint32_t at;                   // next event, counted in the block
  ft_pos first;                  // position of the block's first event
  struct ft_event_shape *shapes; // owned
  uint64_t *scratch;             // owned
  struct ft_dictionary shape, thread, target, location;
  uint32_t shapes_used, threads_used;  // sizes in the previous block
  uint32_t classes[FT_CLASS_NONE + 2]; // their begins in 'target'
  struct ft_packed_values value;
  ft_varints conditions, counts, ranges, details;
  ft_packed_ids ids;  // of alternative paths in the details
  bool located;       // 'location' is of this block
  bool allocs;        // some variable belongs to an allocation
  bool checks_allocs; // so does a variable of this block, maybe too early
} ft_packed_columns;

void ft_packed_columns_init (ft_packed_columns *, unsigned without);
void ft_packed_columns_release (ft_packed_columns *);

// Begins a block, which is borrowed until the next call.  Returns NULL or the
// fault in the block.
const char *ft_packed_columns_begin (ft_packed_columns *,
                                     const ft_packed_block *,
                                     const ft_tables *);

// Makes the next 'n' events, and adds their details to the tables; false if
// they are malformed.
bool ft_packed_columns_take (ft_packed_columns *, ft_tables *, ft_event *to,
                             uint32_t n);

// Reads the locations after their frame has been unpacked; then the location of
// one event.
bool ft_packed_columns_locate (ft_packed_columns *, const ft_packed_block *,
                               const ft_tables *);
ft_id ft_packed_columns_location (const ft_packed_columns *, uint32_t);

#endif
