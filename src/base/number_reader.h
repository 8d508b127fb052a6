// Numbers (see 'varint.h') in bytes that nobody vouches for, for readers that
// say what is wrong with them and where.
//
// The first thing that is wrong is kept; from then on every number is 0, so
// that a reader may go on to its end and look then.

#ifndef FT_BASE_NUMBER_READER_H
#define FT_BASE_NUMBER_READER_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

typedef struct ft_number_reader {
  const unsigned char *begin, *at, *end; // borrowed
  const char *wrong;                     // NULL: nothing so far
  size_t where;                          // bytes before it
} ft_number_reader;

ft_number_reader ft_number_reader_of (const void *bytes, size_t size);

// 'what' is wrong at this place, or where the reader stands; returns 0.
uint64_t ft_number_refuse_at (ft_number_reader *, size_t where,
                              const char *what);
uint64_t ft_number_refuse (ft_number_reader *, const char *what);

uint64_t ft_number_next (ft_number_reader *);

// 'what' is wrong with one that is not below the limit, of at most 2^32.
uint32_t ft_number_below (ft_number_reader *, uint64_t limit, const char *what);

void ft_number_write (ft_strbuf *out, uint64_t number);

#endif
