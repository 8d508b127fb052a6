// What a record does to memory: the plain meaning of accesses, for both
// passes.

#ifndef FT_RUN_RUN_ACCESS_H
#define FT_RUN_RUN_ACCESS_H

#include "trace/event.h"
#include "run/run_reader.h"

typedef struct ft_run_access {
  uint64_t address, bytes;
  uint8_t kind;  // enum ft_kind, an access
  uint8_t order; // enum ft_memory_order
  bool valued;   // at most 8 bytes, whose value is 'value'
  uint64_t value, written;
  bool conditional; // an exchange that writes only if it reads 'value'
  bool symbolic;   // it writes what an input brings:
  uint32_t source; // number of the runtime
  uint64_t at;     // in it: the first byte that is left of the touch
} ft_run_access;

// The accesses of a record in their order, at most two; their number, or -1
// and an error for what no program can do.
int ft_run_record_accesses (const ft_run_record *, const ft_run_reader *, ft_run_access touches[2],
                       ft_error *);

// What the memory order of an access means for its kind.
enum ft_memory_order ft_run_access_order (enum ft_kind, unsigned order);

#endif
