// Run accesses: the reads and writes of memory that a record makes, for both
// passes over a run.

#ifndef FT_RUN_RUN_ACCESS_H
#define FT_RUN_RUN_ACCESS_H

#include "trace/event.h"
#include "run/run_reader.h"

typedef struct ft_run_access {
  uint64_t address, bytes;
  uint8_t kind;  // enum ft_kind, an access
  uint8_t order; // enum ft_memory_order
  bool valued;   // at most 8 bytes, whose value is 'value'
  bool filled;   // a write of one value to all bytes, eight times in 'value'
  uint64_t value, written;
  bool conditional; // a compare-and-swap that succeeded
  bool of_object;   // of a lock, condition, ... by an operation on it
  bool frees;       // a second free (see 'memory_blocks.h')
  bool symbolic;    // a write of input:
  uint32_t source;  // number of the source in the run
  uint8_t cause;    // enum ft_wire_cause, NONE: an access of the program, and
  uint32_t cause_number; // which of its kind
  uint64_t at;      // offset in the source of the first byte of the access
} ft_run_access;

// Which of the 8 bytes from 8 * 'granule' on it accesses, a bit for each; it accesses some.
static inline uint8_t ft_run_access_bytes_in (const ft_run_access *a,
                                              uint64_t granule) {
  uint64_t from = a->address > granule << 3 ? a->address : granule << 3,
           last = a->address + a->bytes - 1;
  last = last < (granule << 3 | 7) ? last : granule << 3 | 7;
  return (uint8_t)((0xffu << (from & 7)) & (0xffu >> (7 - (last & 7))));
}

// The accesses of a record in their order, at most two: their number, or -1 and
// an error for accesses that no program can make.
int ft_run_record_accesses (const ft_run_record *, const ft_run_reader *,
                            ft_run_access accesses[2], ft_error *);

// The meaning of a memory order for accesses of a kind.
enum ft_memory_order ft_run_access_order (enum ft_kind, unsigned order);

// The same for fences; seq_cst for what is no order.
enum ft_memory_order ft_run_fence_order (uint64_t order);

#endif
