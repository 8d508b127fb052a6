// The racy events of a pass as bytes, in the order of the trace, for the next
// pass over the same events.

#ifndef FT_ORDER_RACY_LOG_H
#define FT_ORDER_RACY_LOG_H

#include "base/ids.h"
#include "order/checkpoint_file.h"
#include "base/varint.h"

typedef struct ft_racy_log {
  ft_bytes bytes; // for each racy event its distance from the one before, and
                  // the set of the filters
  ft_pos last;    // behind the last one that was added
  size_t read;    // bytes that were replayed
  ft_pos replayed; // behind the last one that was replayed
} ft_racy_log;

void ft_racy_log_release (ft_racy_log *); // {0} is empty

// 'racy[i]': the set of the filters for which event 'first + i' is racy.
void ft_racy_log_add (ft_racy_log *, ft_pos first, const uint8_t *racy,
                      uint32_t count);

// Sets 'racy[i]', zero before, of the next 'count' events.
void ft_racy_log_replay (ft_racy_log *, ft_pos first, uint8_t *racy,
                         uint32_t count);

void ft_racy_log_write_to (const ft_racy_log *, ft_checkpoint_writer *);

// Fills an empty log of events before 'end' and of filters in 'kinds'.  Sets 'bad'
// of the reader if it is none.
void ft_racy_log_read_from (ft_racy_log *, ft_pos end, unsigned kinds,
                            ft_checkpoint_reader *);

#endif
