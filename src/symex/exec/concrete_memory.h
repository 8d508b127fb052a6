// Concrete memory: what bytes of shared memory held when they were last
// accessed, as far as records say, and memory that never changes.

#ifndef FT_SYMEX_EXEC_CONCRETE_MEMORY_H
#define FT_SYMEX_EXEC_CONCRETE_MEMORY_H

#include "symex/exec/machine.h"

// Notes the accesses of the record at hand.
void ft_concrete_note_accesses (ft_machine *);

// Sets at most 8 bytes that no access reports; 'fixed': they never change.
void ft_concrete_set (ft_machine *, uint64_t address, uint64_t word,
                      uint64_t bytes, bool fixed);

// A word of at most 8 bytes; false if a byte of it is not known.
bool ft_concrete_word (ft_machine *, uint64_t address, unsigned bytes,
                       uint64_t *word);

// The same of memory that never changes: set so, or a constant of the program.
bool ft_immutable_word (ft_machine *, uint64_t address, unsigned bytes,
                        uint64_t *word);
bool ft_constant_word (const ft_machine *, uint64_t address, unsigned bytes,
                       uint64_t *word);

// A pointer that may be in a granule, 0 if there is none.  A guess, for escape
// analysis alone.
uint64_t ft_concrete_maybe_pointer (ft_machine *, uint64_t granule);

// Memory is copied whose bytes are not known: such pointers go with it.
void ft_concrete_copy (ft_machine *, uint64_t to, uint64_t from,
                       uint64_t bytes);

// GUID of the function at an address, 0 if it is not known.
uint64_t ft_guid_at (const ft_machine *, uint64_t address);

#endif
