// What the encoders of RECIPE (Liu, Zhang, Tripp, Zheng 2015) share: terms for
// what events compute, on top of the orders of 'maximal.c'.
//
// Definition: 'witness/value_model.c', which checks what is found here.  A read that
// matters may read from any write of its bytes; its value is a word that equals
// what the write leaves.  The three-address events of a thread are followed
// with one term per definition (the SSA form of Section III.A).  When an event
// happens, a branch has an outcome of which a side is known, what an address is
// computed from its recorded value (the invariant base objects of III.B), a
// division does not trap; an event whose operator is not known, or not what
// the trace shows, pins its operands to their recorded values.
// Cost: as 'maximal.c', with a clause per read and writer, and a term per
// three-address event that depends on a read.

#ifndef FT_ENCODERS_RECIPE_H
#define FT_ENCODERS_RECIPE_H

#include "encoders/maximal.h"
#include "encoders/sym_store.h"

typedef struct ft_recipe ft_recipe;

struct ft_recipe {
  ft_maximal *order;
  ft_smt *smt;
  const ft_trace *trace;
  ft_term yes, no;

  // Of the thread at hand.
  ft_sym_store thread;
  ft_term here; // its path has the event at hand

  ft_map write_at; // by event: index into 'writes'
  FT_STACK (ft_sym_value) writes;
  ft_map read_at;             // by event: index into 'reads'
  FT_STACK (ft_sym_value) reads; // those that may return something else
  bool on_paths;              // events need not happen, nor reads be known
};

void ft_recipe_init (ft_recipe *, ft_maximal *, ft_smt *);
void ft_recipe_release (ft_recipe *);

// Begins with the locals of another thread.
void ft_recipe_enter (ft_recipe *);

// The next event of the thread; what must hold for it to happen is asserted if
// it is 'included', that is in the window.  For a branch of which other sides
// are known that is left to the caller; '*outcome' (may be NULL) is what it
// comes out with then.
void ft_recipe_follow (ft_recipe *, ft_id event, bool included, bool turns,
                       ft_sym_value *outcome);

// The addresses of the racing access, which comes next, are those of the trace,
// and what it compares with, if it has to be made.
void ft_recipe_target (ft_recipe *, ft_id event);

// Asserts what must hold when an event happens.
void ft_recipe_require (ft_recipe *, ft_id event, ft_term what);

// For 'ft_maximal': what it means for values that a read reads from a writer,
// and that it need not be known.
void ft_recipe_reads_from (ft_maximal *, ft_term unless, ft_id read, ft_id writer);

static inline ft_term ft_recipe_and (ft_recipe *v, ft_term a, ft_term b) {
  return ft_sym_store_and (&v->thread, a, b);
}

static inline ft_term ft_recipe_or (ft_recipe *v, ft_term a, ft_term b) {
  return ft_sym_store_or (&v->thread, a, b);
}

static inline ft_term ft_recipe_not (ft_recipe *v, ft_term a) {
  return ft_sym_store_not (&v->thread, a);
}

#endif
