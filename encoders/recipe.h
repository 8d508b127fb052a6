// The common part of the encoders of RECIPE (Liu, Zhang, Tripp, Zheng 2015):
// terms for the values that events compute, together with the orders of
// 'maximal.c'.
//
// Definition: 'witness/value_model.c', which checks the schedules found here.
// A read that matters may read from any write of its bytes; its value is a word
// that equals the one that the write leaves.  Each three-address event of a
// thread defines one term (the SSA form of Section III.A).  When an event
// happens,
// - a branch has an outcome for which a path is known;
// - the values that an address is computed from are the recorded ones (the
//   invariant base objects of III.B);
// - a division does not trap;
// - an event whose operator is unknown, or disagrees with the trace,
//   concretizes its operands.
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

  // The thread that is being encoded.
  ft_sym_store thread;    // the values of its locals
  ft_term path_condition; // its path has the current event

  ft_map write_at; // by event: index into 'writes'
  FT_STACK (ft_sym_value) writes;
  ft_map read_at;                // by event: index into 'reads'
  FT_STACK (ft_sym_value) reads; // of reads that may return another value
  bool path_model; // included events need not happen, and reads may return
                   // unknown values
};

void ft_recipe_init (ft_recipe *, ft_maximal *, ft_smt *);
void ft_recipe_release (ft_recipe *);

// Starts another thread: no local is defined.
void ft_recipe_enter (ft_recipe *);

// Encodes the next event of the thread.  If the event is 'included', that is in
// the window, the conditions under which it can happen are asserted.  The
// caller asserts them for a branch with alternative paths ('has_altpaths').
// '*outcome' (may be NULL) is set to the value of a branch.
void ft_recipe_follow (ft_recipe *, ft_id event, bool included,
                       bool has_altpaths, ft_sym_value *outcome);

// Encodes the event that comes next: the address of an access is the recorded one,
// and so are the operands of a compare-and-swap that must succeed.
void ft_recipe_target (ft_recipe *, ft_id event);

// Asserts that 'what' holds if the event happens.
void ft_recipe_require (ft_recipe *, ft_id event, ft_term what);

// The call-back 'on_reads_from' of 'ft_maximal': asserts that the read has the
// value that the writer leaves in these bytes, or an unknown one.
void ft_recipe_reads_from (ft_maximal *, ft_term unless, ft_id read,
                           ft_id writer, uint8_t mask);

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
