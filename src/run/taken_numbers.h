// Numbers of descriptors that are given out again.
//
// The kernel gives no number that is taken: between two openings that return the
// same one there is a closing of it.  This holds in every order, as long as the
// records show all openings and closings of the number.  Those of a library's own
// system calls and messages with descriptors in them have no record; a number that
// was opened or closed so is unknown.
//
// Cost: a look at each record of an opening or a closing.

#ifndef FT_RUN_TAKEN_NUMBERS_H
#define FT_RUN_TAKEN_NUMBERS_H

#include "base/stack.h"
#include "run/run_reader.h"

typedef struct ft_taken_number {
  uint32_t openings;
  bool unknown; // not all of its openings and closings have records
} ft_taken_number;

typedef FT_STACK (ft_taken_number) ft_taken_numbers; // by number

// Whether the record opens or closes a descriptor, and '*number' is it.
bool ft_taken_number_changes (const ft_run_record *, uint32_t *number);

// Takes in a record of the run, in recorded order.
void ft_taken_numbers_record (ft_taken_numbers *, const ft_run_record *);

// Whether the number was given out more than once, and all is known of it.
bool ft_taken_numbers_know (const ft_taken_numbers *, uint32_t number);

#endif
