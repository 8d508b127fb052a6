// Memory of streams: the objects FILE of the C library and what is allocated
// with them.  Macros of <stdio.h> (getc_unlocked, putc_unlocked, feof_unlocked)
// read and write their fields in the program's own code, which the functions of
// the library change without a record.
//
// A stream is what a call that makes one allocates (MAKES in 'calls.def'), or
// what the variables stdin, stdout and stderr hold.

#ifndef FT_RUN_STREAM_MEMORY_H
#define FT_RUN_STREAM_MEMORY_H

#include "base/hash.h"
#include "run/run_reader.h"

enum { FT_STREAM_MEMORY_FILTER = 64 };

typedef struct ft_stream_memory {
  ft_map blocks;   // first addresses: bytes
  ft_map granules; // 1, or FT_NO_ID after the free
  // A bit for each address modulo 2 MiB, in units of 512 bytes: most accesses
  // are not looked up.
  uint64_t filter[FT_STREAM_MEMORY_FILTER];
} ft_stream_memory;

void ft_stream_memory_release (ft_stream_memory *);

// To be called with each record; 'makes': it is inside a call that makes a
// stream.
void ft_stream_memory_record (ft_stream_memory *, const ft_run_record *,
                              bool makes);

// The same of the read of a variable; whether it is one of stdin, stdout, stderr
// is asked once for each site.
bool ft_stream_memory_is_variable (const char *name);
void ft_stream_memory_variable (ft_stream_memory *, const ft_run_record *);

static inline uint64_t ft_stream_memory_bit (uint64_t address) {
  return address >> 9 & (FT_STREAM_MEMORY_FILTER * 64 - 1);
}

static inline bool ft_stream_memory_has (const ft_stream_memory *s,
                                         uint64_t address) {
  uint64_t bit = ft_stream_memory_bit (address);
  return s->filter[bit / 64] >> bit % 64 & 1 &&
         ft_map_get (&s->granules, address >> 3) != FT_NO_ID;
}

#endif
