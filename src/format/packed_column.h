// A column being written: its different values, ascending, and for each
// entry the rank of its value.

#ifndef FT_FORMAT_PACKED_COLUMN_H
#define FT_FORMAT_PACKED_COLUMN_H

#include "base/varint.h"
#include "format/packed.h"

typedef struct ft_column_writer ft_column_writer;

struct ft_column_writer {
  uint64_t *keys; // owned: one for each entry, FT_PACKED_EVENTS at most
  uint32_t size;
  // Made from these:
  uint64_t *values; // owned: the different ones, ascending
  uint16_t *ranks;  // owned: of each entry, in 'values'
  uint32_t count;   // of 'values'
};

void ft_column_writer_init (ft_column_writer *);
void ft_column_writer_release (ft_column_writer *);

// Scratch memory to sort columns with, shared by all of them.
typedef struct ft_sorter ft_sorter;

ft_sorter *ft_sorter_new (void);
void ft_sorter_free (ft_sorter *);

// Makes values and ranks.
void ft_column_writer_sort (ft_column_writer *, ft_sorter *);

// Numbers that ascend: how many, then the distances.
void ft_put_ascending (ft_bytes *, const uint64_t *values, uint32_t count);

// The ranks, as wide as the number of values demands.
void ft_put_ranks (ft_bytes *, const ft_column_writer *);

#endif
