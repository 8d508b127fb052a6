// What certified races do: continuations of each race on the program itself, in
// both orders of its accesses and under several policies (continuation.h), and
// the class of what was seen.
//
// A crash, a use of freed memory, a hang and a failed assertion count wherever
// they are seen, unless the recorded run ended in the same way and the order
// does not decide it.  Exit status, output and the value of the variable depend
// on the policy, too.  They count as a difference between the orders if no
// outcome is seen in both, or if one order has one outcome alone and the other
// has others: "the order decides".  Lines of output are compared as a set.  A
// file, bytes that are sent, and the other values in memory count if all
// continuations of one order leave what none of the other does. Where no two
// continuations of an order agree, its first one is made again; what is then
// another thing does not count, since the clock or the system decides it.
//
// A continuation may run into another race.  An end that one order of a race
// always has and the other never is the consequence of this race, and where
// some continuations of other races end so, these are left out.  An end that some
// continuations of an order have counts if it comes again (mixed_ends.h).
//
// "No difference seen" is about these continuations and what is compared, and
// not about the program: a C program with a data race has no defined behaviour.

#ifndef FT_REPLAY_CONSEQUENCES_H
#define FT_REPLAY_CONSEQUENCES_H

#include "replay/replay.h"

typedef struct ft_consequence_options {
  unsigned runs;            // continuations of each order
  double seconds;           // time limit of all; 0: none
  const volatile int *stop; // becomes non-zero when the user interrupts
  // Called before each continuation; may be NULL.
  void (*progress) (void *context, size_t done, size_t total);
  void *context;
} ft_consequence_options;

// Fills 'consequence' of the certified races.  Races that replays did not
// reach, races under c11, and what the time limit leaves over stay unknown.
// False and an error if the program cannot be run.
bool ft_consequences_find (const ft_consequence_options *,
                           const ft_replay_context *, ft_results *, ft_error *);

#endif
