// A column of a packed block as it is written: the different values of its
// entries in ascending order, and for each entry the rank of its value.
//
// Values are counted with a hash table and sorted by their bytes (radix sort),
// so that a column takes linear time.

#ifndef FT_FORMAT_COLUMN_WRITER_H
#define FT_FORMAT_COLUMN_WRITER_H

#include "base/varint.h"

typedef struct ft_column_writer ft_column_writer;

struct ft_column_writer {
  uint64_t *keys; // owned: one for each entry, FT_PACKED_EVENTS at most
  uint32_t size;  // number of keys
  // Made by sorting:
  uint64_t *values; // owned: the different keys, ascending
  uint16_t *ranks;  // owned: for each key its index in 'values'
  uint32_t count;   // number of values
};

void ft_column_writer_init (ft_column_writer *);
void ft_column_writer_release (ft_column_writer *);

// Scratch memory for sorting, shared by all columns of a writer.
typedef struct ft_sorter ft_sorter;

ft_sorter *ft_sorter_new (void);
void ft_sorter_free (ft_sorter *);

// Makes values and ranks of the keys.
void ft_column_writer_sort (ft_column_writer *, ft_sorter *);

// Appends ascending numbers: how many, then their distances.
void ft_put_ascending (ft_bytes *, const uint64_t *values, uint32_t count);

// Appends the ranks, with as many bytes each as the number of values needs.
void ft_put_ranks (ft_bytes *, const ft_column_writer *);

#endif
