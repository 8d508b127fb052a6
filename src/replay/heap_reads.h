// Reads of heap bytes that nothing has written: the records of a continuation
// say which bytes of a block from malloc were written, and by which accesses
// behind the race the program reads bytes that were not, or that were.  The
// orders of a race are compared by it (judge.h): what one order alone reads too
// early is a memory error.
//
// Counted are reads of at most eight bytes, none of which was written, so that
// padding that is copied with its struct is none.  Blocks of more than 16 MiB,
// and what calloc and realloc give, count as written.

#ifndef FT_REPLAY_HEAP_READS_H
#define FT_REPLAY_HEAP_READS_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "run/location_names.h"
#include "run/memory_blocks.h"
#include "run/run_access.h"

typedef struct ft_heap_reads {
  const ft_run_code *code;        // borrowed
  const ft_memory_blocks *blocks; // borrowed
  FT_STACK (uint8_t *) written; // by block, owned: bits of its bytes; NULL: all
  ft_intern names;              // of accesses
  FT_STACK (uint8_t) sites;     // by site of an access: the same bits
  FT_STACK (uint8_t) seen;      // by name: bits of the values below
} ft_heap_reads;

#define FT_HEAP_READ_WRITTEN "written"
#define FT_HEAP_READ_UNWRITTEN "unwritten"

void ft_heap_reads_release (ft_heap_reads *);

// Takes a block that was allocated by the record.
void ft_heap_reads_block (ft_heap_reads *, const ft_run_record *, ft_id block);

// Takes an access of a record; reads count only if 'begun', behind the race.
void ft_heap_reads_access (ft_heap_reads *, ft_location_names *,
                           const ft_run_record *, const ft_run_access *,
                           bool begun);

// Adds a line "4 bytes at a.c:9:3=unwritten" for each access that read such
// bytes, or
// "=written" for one that never did.
void ft_heap_reads_list (const ft_heap_reads *, ft_strbuf *);

#endif
