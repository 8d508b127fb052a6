// Functions of the C library that re-execution knows: lists by GUID (libc.c),
// and calls of those that are modelled (model.c).

#ifndef FT_SYMEX_LIBC_LIBC_H
#define FT_SYMEX_LIBC_LIBC_H

#include "symex/exec/machine.h"

// ---- lists (libc.c) --------------------------------------------------------

// Fully recorded functions, which read and write only what the records say:
// enum ft_libc_model.
void ft_libc_list_models (ft_map *);

// Of those, the functions that an alternative path may call.  FT_ACQUIRE,
// FT_ACQUIRE_SHARED: takes a lock or tries to; FT_RELEASE, FT_RELEASE_SHARED:
// gives one back, the latter one of readers and writers; FT_SIGNAL: wakes
// waiters; FT_LOCAL: returns something and does nothing; FT_ALLOC: allocates as
// many bytes as the product of its arguments; others print:
enum ft_libc_altpath_effect {
  FT_LIBC_PRINTS_FORMAT = FT_KIND_COUNT, // the first argument is the format
  FT_LIBC_PRINTS_CHECKED,                // the second argument is the format
  FT_LIBC_PRINTS_TEXT,
  FT_LIBC_PRINTS_BYTE
};
void ft_libc_list_altpath_effects (ft_map *);

// Other functions that write only what no program reads.
void ft_libc_list_synchronises (ft_map *);

// Functions that return the block that they have allocated or enlarged.
enum ft_libc_allocator { FT_LIBC_ALLOCATES, FT_LIBC_REALLOCATES };
void ft_libc_list_allocators (ft_map *);

// Functions that store an argument, which whoever asks may get.
void ft_libc_list_stores_argument (ft_map *);

// ---- calls of modelled functions (model.c) ---------------------------------

// Whether the records say all that a call of the function reads and writes.
bool ft_libc_is_fully_recorded (const ft_machine *, uint64_t callee);

// A call of a library function begins.
void ft_libc_begin (ft_machine *, uint64_t callee);

// Accesses of the record at hand, which the call made; false if the function is
// not modelled.
bool ft_libc_access (ft_machine *);

// The record at hand copies memory to memory; false if it is not modelled.
bool ft_libc_copy (ft_machine *);

// The record at hand says what the call returns.
void ft_libc_result_recorded (ft_machine *);

// The call is over; true and its result if it was modelled.
bool ft_libc_end (ft_machine *, const ft_exec_frame *, ft_value *result);

void ft_libc_call_release (struct ft_libc_call *);

#endif
