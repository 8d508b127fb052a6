// Concolic execution (Racageddon, Section 3.3) as a function of traces.
//
// Definition: the trace of a run says which writes bring which bytes of input
// (trace/origin.h).  What is read from them, computed from what was read, and
// stored again is a term over these bytes; a branch on such a term may come out
// otherwise with another input.  To turn a branch is to find an input with
// which all input-dependent branches before it, in the order of the trace, come
// out as they did, and this one does not.  That the program then gets there is
// not promised: what its run does is for a recording to say.
// Source: Godefroid, Klarlund, Sen (DART, PLDI 2005) for the idea; terms as in
// encoders/sym_store.h.
// Cost: linear in the trace, a term per event that depends on input; a turn is
// at most three problems of bit-vectors, each with the path so far, and again
// one for each byte that has to change.
// Slow twin: tests/unit/test_concolic.c tries all inputs of a small domain.

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

// Branches that depend on input, in the order of the trace.
typedef struct ft_input_branch {
  ft_id event;      // a BRANCH; its thread and location are the trace's
  uint64_t outcome; // in the run
} ft_input_branch;

size_t ft_concolic_size (const ft_concolic *);
ft_input_branch ft_concolic_branch (const ft_concolic *, size_t);

// The first of them that is not before an event; the size if there is none.
size_t ft_concolic_from (const ft_concolic *, ft_id event);

// A key of the branches up to one, as conditions on the input, and of how this
// one comes out, as in the run or not.  The same question has the same key in
// whatever trace; what threads read of each other is part of the conditions.
uint64_t ft_concolic_key (const ft_concolic *, size_t branch, bool turned);

size_t ft_concolic_inputs (const ft_concolic *); // bytes that reached memory

// Pins: values that depend on input and go where they are not followed, into
// an address, or an event that has no operator; what the program does with
// another one is not known before it has run.
typedef struct ft_concretized_value {
  ft_id event;
  uint64_t value; // in the run
} ft_concretized_value;

size_t ft_concolic_concretized_count (const ft_concolic *);
ft_concretized_value ft_concolic_concretized (const ft_concolic *, size_t);

// A key as of a branch, for any value.
uint64_t ft_concolic_concretized_key (const ft_concolic *, size_t pin, uint64_t value);

typedef struct ft_input_change {
  const char *source; // borrowed from the trace
  uint64_t at;
  uint8_t byte; // instead of what was there
} ft_input_change;

typedef struct ft_flip_result {
  enum ft_answer answer; // FT_UNSAT: no input does it; FT_UNKNOWN: undecided
  bool loose; // only with addresses, or what is not followed, changed as well
  bool undefined; // only after undefined behaviour (an overflow, a shift by too
                  // much)
  uint64_t value; // that the branch comes out with, or the pin has, then
  FT_STACK (ft_input_change) changes; // all other bytes stay
  char why[120];                      // of FT_UNKNOWN
} ft_flip_result;

// Turns a branch.  Inputs without undefined behaviour on the way to it are
// preferred, then those that leave everything else on the way as it was; of
// these one with few changed bytes, which are ASCII where they were.
void ft_concolic_flip (ft_concolic *, size_t branch, ft_flip_result *);

// The same, and what other threads do after the branch, up to an event, stays
// as it was, too.
void ft_concolic_flip_alone (ft_concolic *, size_t branch, ft_id until,
                             ft_flip_result *);

// After a turn that no input does: the last of the branches before it that, as
// they came out, rule it out; SIZE_MAX if they do not.  One of several such
// sets of branches is looked at.
size_t ft_concolic_blocking_branch (ft_concolic *, size_t branch);

// As turning a branch, for a pin: it has a value that is neither the one of the
// run nor one of 'count' others.
void ft_concolic_reconcretize (ft_concolic *, size_t pin, const uint64_t *others,
                        size_t count, ft_flip_result *);
void ft_flip_result_release (ft_flip_result *); // (ft_flip_result){0} is empty

#endif
