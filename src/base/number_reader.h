// Reads numbers (see 'varint.h') from untrusted bytes, for readers that report
// what is wrong with the bytes and where.
//
// The first defect is kept.  From then on every number reads as 0, so that a
// reader may go on to its end and check once.

#ifndef FT_BASE_NUMBER_READER_H
#define FT_BASE_NUMBER_READER_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

typedef struct ft_number_reader {
  const unsigned char *begin, *at, *end; // borrowed
  const char *wrong;                     // the first defect; NULL: none
  size_t where;                          // its offset in bytes
} ft_number_reader;

ft_number_reader ft_number_reader_of (const void *bytes, size_t size);

// Report the defect 'what', at the offset 'where' or at the current position;
// returns 0.
uint64_t ft_number_refuse_at (ft_number_reader *, size_t where,
                              const char *what);
uint64_t ft_number_refuse (ft_number_reader *, const char *what);

uint64_t ft_number_next (ft_number_reader *);

// A number below 'limit' (at most 2^32); a greater one is the defect 'what'.
uint32_t ft_number_below (ft_number_reader *, uint64_t limit, const char *what);

void ft_number_write (ft_strbuf *out, uint64_t number);

#endif
