// What the three-address events of a thread compute, as terms: one symbol per
// definition (the SSA form of RECIPE, Section III.A).
//
// Definition: the operators of 'trace/operator.h' on the operands that the
// trace names.  An event whose operator is not known, or not what the trace
// shows, pins its operands to their recorded values; so does what nothing
// defined.  Where a read's value comes from is the caller's: the order of a
// schedule in 'recipe.c', the run itself in 'explore/concolic_follow.c'.
// Cost: a term per event that depends on a read with a value in question.

#ifndef FT_ENCODERS_SYMBOL_H
#define FT_ENCODERS_SYMBOL_H

#include "smt/word.h"
#include "trace/trace.h"

// A local, what a write leaves or what a branch comes out with.
typedef struct ft_symbol {
  bool known; // 'recorded' is its value in the trace
  uint64_t recorded;
  ft_term word;  // its value; NULL if there is none to compute with
  ft_term fine;  // a Boolean: 'word' is its value
  ft_term right; // a Boolean: its value is the one of the trace
} ft_symbol;

// What the locals of a thread are: by slot an index into the symbols, FT_NO_ID
// for one that nothing defined.
typedef struct ft_locals {
  FT_STACK (ft_id) symbol;
} ft_locals;

typedef struct ft_symbols {
  ft_smt *smt;           // borrowed
  const ft_trace *trace; // borrowed
  ft_term yes, no;
  ft_map slot_of; // by local
  ft_locals locals;
  FT_STACK (ft_symbol) list;
  FT_STACK (ft_term) unsure; // of its reads: right, if not always
} ft_symbols;

void ft_symbols_init (ft_symbols *, const ft_trace *, ft_smt *, ft_term yes,
                      ft_term no);
void ft_symbols_release (ft_symbols *);
void ft_symbols_clear (ft_symbols *); // for another thread

// Logic that leaves constants out.
ft_term ft_symbols_and (const ft_symbols *, ft_term, ft_term);
ft_term ft_symbols_or (const ft_symbols *, ft_term, ft_term);
ft_term ft_symbols_not (const ft_symbols *, ft_term);

// What is as in the trace, whatever else is not.
ft_symbol ft_symbol_fixed (ft_symbols *, bool known, uint64_t value);

// An event's detail, or one that says nothing.
const ft_detail *ft_symbols_detail (const ft_symbols *, const ft_event *);

unsigned ft_symbols_width (const ft_event *); // bytes

// The event's result is the symbol, if it has one.  The word of a fixed one may
// be NULL: it is made when it is needed.
void ft_symbols_define (ft_symbols *, const ft_event *, ft_symbol);

// What a local is, NULL if nothing defined it.
const ft_symbol *ft_symbols_find (const ft_symbols *, ft_id local);

// Whether all reads of the thread so far returned what they did in the trace;
// whether an address is the one of the trace.
ft_term ft_symbols_all_right (ft_symbols *);
ft_term ft_symbols_pointers_right (ft_symbols *, const ft_event *);

// Whether what the event computes depends on a local with a value in question.
bool ft_symbols_depend (const ft_symbols *, const ft_event *);

// What the event gives in the trace, without a term; false if that is unknown.
bool ft_symbols_recorded (const ft_symbols *, const ft_event *, uint64_t *);

typedef struct ft_computed {
  ft_symbol symbol;
  bool modelled;
  ft_term right;   // the operands are
  ft_term defined; // modelled: they are known, and the operator has a result
} ft_computed;

// Of a write, a branch, a local operation or what an atomic-rmw writes.
ft_computed ft_symbols_compute (ft_symbols *, const ft_event *);

// What an exchange of an alternative leaves, by its operator; and whether what
// that takes but for its own result is known.
ft_symbol ft_symbols_exchanged (ft_symbols *, const ft_event *,
                                ft_term *known);

// Whether the trace says what an event gives whose operands are right: that of
// an alternative did not happen, so that nothing tells that it gives anything
// but its operator or its value.  The outcome of a branch there is no value.
bool ft_symbols_told (const ft_event *);

#endif
