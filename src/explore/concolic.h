// Concolic execution (Racageddon, Section 3.3) as a function of traces.
//
// Definition: the trace of a run says which writes bring which bytes of input
// (trace/origin.h).  Values read from them, computed from these and stored
// again are terms over the input bytes.  A branch on such a term may have
// another outcome with another input.  To flip a branch is to find an input
// with which all input-dependent branches before it, in the order of the trace,
// have the same outcomes, and this branch has another one.  The program need
// not get there with this input; only a recording shows what it does. Source:
// Godefroid, Klarlund, Sen (DART, PLDI 2005) for the idea; terms as in
// encoders/sym_store.h.
// Cost: linear in the trace, a term per event that depends on input; a flip
// takes at most three bit-vector problems, each with the path so far, and one
// more for each byte that has to change; where the solver gives up, three more times the
// path alone. Slow twin: tests/unit/test_concolic.c tries all inputs of a small domain.

#ifndef FT_EXPLORE_CONCOLIC_H
#define FT_EXPLORE_CONCOLIC_H

#include "smt/smt.h"
#include "trace/trace.h"

typedef struct ft_concolic_limits {
  double timeout;  // in seconds, of each problem; 0 for none
  uint64_t memory; // in bytes, of the solver; 0 for none
} ft_concolic_limits;

typedef struct ft_concolic ft_concolic;

// Follows the inputs of a trace, which stays borrowed.
ft_concolic *ft_concolic_new (const ft_trace *, ft_concolic_limits);
void ft_concolic_free (ft_concolic *);

// A branch that depends on input; they are listed in the order of the trace.
typedef struct ft_input_branch {
  ft_id event;      // a BRANCH; its thread and location are the trace's
  uint64_t outcome; // in the run
} ft_input_branch;

size_t ft_concolic_size (const ft_concolic *);
ft_input_branch ft_concolic_branch (const ft_concolic *, size_t);

// The index of the first branch that is not before an event; the size if there
// is none.
size_t ft_concolic_from (const ft_concolic *, ft_id event);

// A key of the branches up to one, as conditions on the input, and of the
// outcome of this one, as in the run or flipped.  The same question has the
// same key in every trace; the values that threads read of each other are part
// of the conditions.
uint64_t ft_concolic_key (const ft_concolic *, size_t branch, bool flipped);

size_t ft_concolic_inputs (const ft_concolic *); // bytes that reached memory

// A concretized value depends on input and is used where terms do not follow
// it, in an address or in an event without an operator.  The behaviour of the
// program with another value is unknown before a run with it.
typedef struct ft_concretized_value {
  ft_id event;
  uint64_t value; // in the run
} ft_concretized_value;

size_t ft_concolic_concretized_count (const ft_concolic *);
ft_concretized_value ft_concolic_concretized (const ft_concolic *, size_t);

// A key as of a branch, for a concretized value and the value that it has.
uint64_t ft_concolic_concretized_key (const ft_concolic *, size_t concretized,
                                      uint64_t value);

typedef struct ft_input_change {
  const char *source; // borrowed from the trace
  uint64_t at;
  uint8_t byte; // instead of what was there
} ft_input_change;

typedef struct ft_flip_result {
  enum ft_answer answer; // FT_UNSAT: no input does it; FT_UNKNOWN: undecided
  bool reconcretized;    // only if concretized values may change as well
  bool undefined; // only after undefined behaviour (an overflow, a shift by too
                  // much)
  uint64_t value; // the new outcome of the branch, or the concretized value
  FT_STACK (ft_input_change) changes; // all other bytes stay
  char why[120];                      // of FT_UNKNOWN
} ft_flip_result;

// Flips a branch.  Inputs without undefined behaviour on the path to it are
// preferred, then inputs that leave all concretized values on the path as they
// were; among these one with few changed bytes, low ones of a number, which are
// ASCII or small where they were.
void ft_concolic_flip (ft_concolic *, size_t branch, ft_flip_result *);

// The same, and the path constraints of other threads after the branch, up to
// an event, hold as well.
void ft_concolic_flip_alone (ft_concolic *, size_t branch, ft_id until,
                             ft_flip_result *);

// After an impossible flip: the blocking branch, which is the last branch of an
// unsatisfiable core of the outcomes before it; SIZE_MAX if there is no core.
// Only one of several cores is examined.
size_t ft_concolic_blocking_branch (ft_concolic *, size_t branch);

// The same as flipping a branch, for a concretized value: it gets a value that
// is neither the one of the run nor one of 'count' others.
void ft_concolic_reconcretize (ft_concolic *, size_t concretized,
                               const uint64_t *others, size_t count,
                               ft_flip_result *);

// Two words that must differ.
typedef struct ft_words_apart {
  size_t one, other; // indices of concretized values; 'other' may be SIZE_MAX:
  uint64_t value;    // then the value that the one must not have
} ft_words_apart;

enum { FT_MOST_APART = 6 };

// A collision: an access whose address depends on input gets the address of
// another access.
typedef struct ft_collision {
  size_t access;        // index of its concretized address
  size_t other;         // the same of the other one; SIZE_MAX: it is fixed
  uint64_t address;     // then its address
  uint64_t first, last; // the addresses that the access may have
  ft_words_apart apart[FT_MOST_APART]; // locks that must not be one
  unsigned apart_count;
} ft_collision;

// Finds an input for a collision; the branches before both accesses keep their
// outcomes.
void ft_concolic_collide (ft_concolic *, const ft_collision *,
                          ft_flip_result *);
void ft_flip_result_release (ft_flip_result *); // (ft_flip_result){0} is empty

#endif
