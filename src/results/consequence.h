// The consequence of a race: what the program did behind it, in both orders of
// its accesses (replay/consequences.h).

#ifndef FT_RESULTS_CONSEQUENCE_H
#define FT_RESULTS_CONSEQUENCE_H

#include <stdbool.h>

#include "witness/witness.h"

// From the worst to the best.
//     class, its name in JSON and options, in words
#define FT_CONSEQUENCES(C)                                                     \
  C (CRASH, "crash", "crash")              /* a fault, or abort */             \
  C (MEMORY, "memory", "memory error")     /* a use of freed memory */         \
  C (HANG, "hang", "hang")                 /* no thread goes on */             \
  C (CHECK, "check", "failed check")       /* an assertion, exit status */     \
  C (OUTPUT, "output", "different output") /* by the order */                  \
  C (STATE, "state", "different state")    /* of memory, at the end */         \
  C (NOT_TRIED, "not-tried", "not tried")  /* or not in both orders */         \
  C (NONE, "none", "no difference seen")                                       \
  C (ONE_ORDER, "one-order", "one order only") /* the other was not reached */

enum ft_consequence_class {
#define C(NAME, name, words) FT_CONSEQUENCE_##NAME,
  FT_CONSEQUENCES (C)
#undef C
      FT_CONSEQUENCE_COUNT
};

const char *ft_consequence_name (enum ft_consequence_class);
const char *ft_consequence_words (enum ft_consequence_class);

// The classes with which a failure counts, as bits.  An abort and an exit with
// another status than 0 are one kind, which is a crash as well as a failed check.
unsigned ft_consequences_of_failure (enum ft_failure_kind);

typedef struct ft_consequence_order {
  unsigned runs;    // continuations that reached the race
  char *ended;      // owned; how the worst of them ended; NULL: no runs
  char *difference; // owned; from the other order, or NULL
  char *value; // owned; of the variable at the end, if that is one number in
               // all of them, else NULL
} ft_consequence_order;

typedef struct ft_consequence {
  bool known; // else none was asked for, and the rest is undefined
  enum ft_consequence_class class;
  char *text;                     // owned; one line
  unsigned planned;               // continuations asked for of each order
  char *in_both;                  // owned; a bad end of both orders, or NULL
  char *not_counted; // owned; one of some continuations of one order, or NULL
  ft_consequence_order orders[2]; // by the access that is made first
} ft_consequence;

void ft_consequence_release (ft_consequence *); // {0} is empty

// Whether no difference was seen, in fewer continuations than asked for.
bool ft_consequence_is_brief (const ft_consequence *);

#endif
