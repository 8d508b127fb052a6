// What the three-address events of a thread compute, as terms: one symbol per
// definition (the SSA form of RECIPE, Section III.A).
//
// Definition: the operators of 'trace/operator.h' on the operands that the
// trace names.  An event whose operator is not known, or not what the trace
// shows, pins its operands to their recorded values; so does what nothing
// defined.  Where a read's value comes from is the caller's: the order of a
// schedule in 'recipe.c', the run itself in 'explore/concolic_follow.c'.
// Cost: a term per event that depends on a read with a value in question.

#ifndef FT_ENCODERS_SYM_STORE_H
#define FT_ENCODERS_SYM_STORE_H

#include "smt/word.h"
#include "trace/trace.h"

// A local, what a write leaves or what a branch comes out with.
typedef struct ft_sym_value {
  bool known; // 'recorded' is its value in the trace
  uint64_t recorded;
  ft_term word;  // its value; NULL if there is none to compute with
  ft_term fine;  // a Boolean: 'word' is its value
  ft_term right; // a Boolean: its value is the one of the trace
} ft_sym_value;

// What the locals of a thread are: by slot an index into the symbols, FT_NO_ID
// for one that nothing defined.
typedef struct ft_locals {
  FT_STACK (ft_id) symbol;
} ft_locals;

typedef struct ft_sym_store {
  ft_smt *smt;           // borrowed
  const ft_trace *trace; // borrowed
  ft_term yes, no;
  ft_map slot_of; // by local
  ft_locals locals;
  FT_STACK (ft_sym_value) list;
  FT_STACK (ft_term) unsure; // of its reads: right, if not always
} ft_sym_store;

void ft_sym_store_init (ft_sym_store *, const ft_trace *, ft_smt *, ft_term yes,
                      ft_term no);
void ft_sym_store_release (ft_sym_store *);
void ft_sym_store_clear (ft_sym_store *); // for another thread

// Logic that leaves constants out.
ft_term ft_sym_store_and (const ft_sym_store *, ft_term, ft_term);
ft_term ft_sym_store_or (const ft_sym_store *, ft_term, ft_term);
ft_term ft_sym_store_not (const ft_sym_store *, ft_term);

// What is as in the trace, whatever else is not.
ft_sym_value ft_sym_value_concrete (ft_sym_store *, bool known, uint64_t value);

// An event's detail, or one that says nothing.
const ft_detail *ft_sym_store_detail (const ft_sym_store *, const ft_event *);

unsigned ft_sym_store_width (const ft_event *); // bytes

// The event's result is the symbol, if it has one.  The word of a fixed one may
// be NULL: it is made when it is needed.
void ft_sym_store_define (ft_sym_store *, const ft_event *, ft_sym_value);

// What a local is, NULL if nothing defined it.
const ft_sym_value *ft_sym_store_find (const ft_sym_store *, ft_id local);

// Whether all reads of the thread so far returned what they did in the trace;
// whether an address is the one of the trace.
ft_term ft_sym_store_all_right (ft_sym_store *);
ft_term ft_sym_store_pointers_right (ft_sym_store *, const ft_event *);

// Whether what the event computes depends on a local with a value in question.
bool ft_sym_store_depend (const ft_sym_store *, const ft_event *);

// What the event gives in the trace, without a term; false if that is unknown.
bool ft_sym_store_recorded (const ft_sym_store *, const ft_event *, uint64_t *);

typedef struct ft_sym_result {
  ft_sym_value symbol;
  bool modelled;
  ft_term right;   // the operands are
  ft_term defined; // modelled: they are known, and the operator has a result
} ft_sym_result;

// Of a write, a branch, a local operation or what an atomic-rmw writes.
ft_sym_result ft_sym_store_compute (ft_sym_store *, const ft_event *);

// What an exchange of an alternative leaves, by its operator; and whether what
// that takes but for its own result is known.
ft_sym_value ft_sym_store_exchanged (ft_sym_store *, const ft_event *,
                                ft_term *known);

// Whether the trace says what an event gives whose operands are right: that of
// an alternative did not happen, so that nothing tells that it gives anything
// but its operator or its value.  The outcome of a branch there is no value.
bool ft_sym_store_is_recorded (const ft_event *);

#endif
