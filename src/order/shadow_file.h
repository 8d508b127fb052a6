// Shadow memory in a file, between two accesses ('checkpoint_file.h').

#ifndef FT_ORDER_SHADOW_FILE_H
#define FT_ORDER_SHADOW_FILE_H

#include "order/checkpoint_file.h"
#include "order/shadow.h"

void ft_shadow_write_to (const ft_shadow *, ft_checkpoint_writer *);

// Fills an empty shadow, whose locks have all sets that it had when it was
// written.  Sets 'bad' of the reader if it is none.
void ft_shadow_read_from (ft_shadow *, ft_checkpoint_reader *);

#endif
