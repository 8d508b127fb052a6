// Addresses as values: a block that has memory which another thread gave back
// has an address that nobody could have before.
//
// While an address is only used to access memory, a schedule in which the other
// thread gives it back later is a schedule of a program whose block is somewhere
// else.  Not so if the address is compared, computed with, or given to other
// threads: then the block must be allocated after the other one was freed.  So
// the trace has a variable for each block of which another thread gets memory
// later, which the FREE writes and the ALLOC reads; and the read matters only if
// the address is used in such a way.  The word says so: one that is in
// such a block is taken for an address.
//
// A mapping has an address that no other one has at the time: so there is one
// variable that each mapping reads and leaves, and which matters only if the
// thread itself compares the address, or computes with it.  Where another thread
// does so, it reads a variable of that mapping, whose value rests on what the
// mapping has read.  Only mappings of which the pass before has found such a use
// have that variable, since what a written value rests on matters.
//
// Stacks are such blocks, and what identifies a thread is an address in its
// stack: a thread gives them back when it is joined, or when it ends; the thread
// that creates the next one gets them, and so does that one.

#ifndef FT_SYMEX_EXEC_ADDRESS_NAME_H
#define FT_SYMEX_EXEC_ADDRESS_NAME_H

#include "symex/exec/machine.h"

// To be called before each record, and behind it.
void ft_address_name_see_mappings (ft_machine *);
void ft_address_name_record (ft_machine *);

// To be called when the frame calls a function that has no code.
void ft_address_name_call (ft_machine *, const ft_exec_frame *);

// Whether the result of the function identifies the thread.
bool ft_address_name_is_thread (uint64_t callee);

// A value is used, the low bits of one are, all that the thread has are, or two
// are compared or computed with.
void ft_address_name_use_known (ft_machine *, const ft_value *);
void ft_address_name_use_bits (ft_machine *, unsigned width, const ft_value *);
void ft_address_name_use_all (ft_machine *);
void ft_address_name_use_both (ft_machine *, enum ft_operator,
                               const ft_value two[2]);

static inline bool ft_has_address_names (const ft_machine *m) {
  return !FT_EMPTY (m->thread->names);
}

static inline void ft_address_name_use (ft_machine *m, const ft_value *v) {
  if (ft_has_address_names (m))
    ft_address_name_use_known (m, v);
}

#endif
