// The symbolic store: terms for the values that the three-address events of a
// thread compute, one symbol per definition (the SSA form of RECIPE, Section
// III.A).
//
// Definition: the operators of 'trace/operator.h' on the operands that the
// trace names.  An event whose operator is unknown, or disagrees with the
// trace, has its recorded value only if its operands have theirs; a local
// without a definition, only if all reads of the thread so far have theirs.
// The caller gives reads their values: from the order of a schedule in
// 'recipe.c', from the run itself in 'explore/concolic_follow.c'.
// Cost: a term per event that depends on a read whose value may change.

#ifndef FT_ENCODERS_SYM_STORE_H
#define FT_ENCODERS_SYM_STORE_H

#include "smt/word.h"
#include "trace/trace.h"

// The value of a local, the word that a write leaves or the outcome of a
// branch.
typedef struct ft_sym_value {
  bool known; // 'recorded' is its value in the trace
  uint64_t recorded;
  ft_term word;        // its value; NULL if there is no term for it
  ft_term valid;       // a Boolean: 'word' is its value
  ft_term as_recorded; // a Boolean: its value is the recorded one
} ft_sym_value;

// The current values of the locals of a thread.
typedef struct ft_locals {
  FT_STACK (ft_id)
  symbol; // by slot: index into the symbols; FT_NO_ID for a
          // local without a definition
} ft_locals;

typedef struct ft_sym_store {
  ft_smt *smt;           // borrowed
  const ft_trace *trace; // borrowed
  ft_term yes, no;
  // Whether a value that no operator computes may be any if its operands are not
  // as recorded, so that nothing is required of them: for refutations.
  bool loose;
  ft_map slot_of; // by local
  ft_locals locals;
  FT_STACK (ft_sym_value) symbols;
  // For each read that may return another value: it returns the recorded one.
  FT_STACK (ft_term) reads_as_recorded;
} ft_sym_store;

void ft_sym_store_init (ft_sym_store *, const ft_trace *, ft_smt *, ft_term yes,
                        ft_term no);
void ft_sym_store_release (ft_sym_store *);
void ft_sym_store_clear (ft_sym_store *); // for another thread

// Connectives that simplify constants.
ft_term ft_sym_store_and (const ft_sym_store *, ft_term, ft_term);
ft_term ft_sym_store_or (const ft_sym_store *, ft_term, ft_term);
ft_term ft_sym_store_not (const ft_sym_store *, ft_term);

// A value that is the recorded one in every reordering.
ft_sym_value ft_sym_value_concrete (ft_sym_store *, bool known, uint64_t value);

// An event's detail, or an empty one.
const ft_detail *ft_sym_store_detail (const ft_sym_store *, const ft_event *);

// The width of the event's value in bytes.
unsigned ft_sym_store_width (const ft_event *);

// Defines the local that holds the event's result, if it has one.  The word of
// a value that is always the recorded one may be NULL: it is made when needed.
void ft_sym_store_define (ft_sym_store *, const ft_event *, ft_sym_value);

// The value of a local, NULL if the local has no definition; borrowed until the
// next definition.
const ft_sym_value *ft_sym_store_find (const ft_sym_store *, ft_id local);

// The term "all reads of the thread so far return their recorded values".
ft_term ft_sym_store_reads_as_recorded (ft_sym_store *);

// The term "the address of the event is the recorded one".
ft_term ft_sym_store_pointers_as_recorded (ft_sym_store *, const ft_event *);

// Whether an operand of the event may have another value than the recorded one.
bool ft_sym_store_depends (const ft_sym_store *, const ft_event *);

// The event's result in the trace, without a term; false if it is unknown.
bool ft_sym_store_recorded_result (const ft_sym_store *, const ft_event *,
                                   uint64_t *);

typedef struct ft_sym_result {
  ft_sym_value symbol;
  bool modelled;       // the operator computes the value that the trace shows
  ft_term as_recorded; // the operands have their recorded values
  ft_term defined;     // if modelled: the operands are valid, and the operator
                       // has a result
} ft_sym_result;

// The result of a write, of a branch, of a local operation, or the word that an
// atomic-rmw writes.
ft_sym_result ft_sym_store_compute (ft_sym_store *, const ft_event *);

// The word that an atomic-rmw that is no exchange leaves.
ft_sym_value ft_sym_store_updated (ft_sym_store *, const ft_event *);

// The word that an exchange leaves, by its operator.  '*known' is set to the term
// "its operands, other than its own result, are valid", in the run "or as
// recorded".
ft_sym_value ft_sym_store_exchanged (ft_sym_store *, const ft_event *,
                                     ft_term *known);

// The word that a compare-and-swap of the run leaves, if it has an operator.
// 'read' is its result; '*succeeds' is set to the term "that equals the word
// that it compares with".
ft_sym_value ft_sym_store_swapped (ft_sym_store *, const ft_event *,
                                   const ft_sym_value *read,
                                   ft_term *succeeds);

// Whether the trace says which result the event has if its operands have their
// recorded values.  An event of an alternative path did not happen, so that
// only its operator or its value can say so.  A branch of an alternative path
// has an outcome for each of its paths, which is no recorded value.
bool ft_sym_store_result_recorded (const ft_event *);

#endif
