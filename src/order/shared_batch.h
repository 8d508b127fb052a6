// A batch of events that several threads of this process look at while the
// reader goes on.

#ifndef FT_ORDER_SHARED_BATCH_H
#define FT_ORDER_SHARED_BATCH_H

#include "format/reader.h"

typedef struct ft_shared_batch {
  ft_event *events; // owned, room for FT_READER_BATCH
  uint32_t count;
  ft_pos first;     // position of events[0]
  ft_tables tables; // owned: no names, and of details those of FREEs
} ft_shared_batch;

void ft_shared_batch_init (ft_shared_batch *);
void ft_shared_batch_release (ft_shared_batch *);

// Makes '*to' the reader's current batch.  The reader goes on with the former
// events of '*to' as its buffer, so that nothing is copied but details.
void ft_shared_batch_take (ft_shared_batch *to, ft_reader *,
                           const ft_batch *current);

// The same for events in memory, which are copied.
void ft_shared_batch_copy (ft_shared_batch *to, const ft_tables *,
                           const ft_batch *);

// Makes the details of the batch those of '*tables', which borrow them.
void ft_shared_batch_show (const ft_shared_batch *, ft_tables *tables);

typedef struct ft_batch_stream {
  // Fills the next batch, or returns false at the end.
  bool (*read) (void *context, ft_shared_batch *);
  void *context; // borrowed
} ft_batch_stream;

#endif
