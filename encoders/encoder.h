// Encoders: a question about a pair of accesses as constraints for a solver.
//
// An encoder takes a widened cone and asserts constraints in a solver.  They
// have a model if and only if some correct reordering of the cone's events
// leaves both accesses pending (for a 'relaxed' question: only if).  An encoder
// does not solve, cut windows or print.  After FT_SAT it reads a schedule from
// the model, which the checker of src/witness must then accept.
//
// 'order' and 'idl' encode the maximal causal model independently of each
// other; tests/unit/test_certify.c compares them.

#ifndef FT_ENCODERS_ENCODER_H
#define FT_ENCODERS_ENCODER_H

#include "certify/graph.h"
#include "smt/smt.h"

// Events of the trace in the order in which a schedule executes them.
typedef struct ft_reordering {
  FT_STACK (ft_id) events;
} ft_reordering;

typedef struct ft_encoder {
  const char *name;
  // Asserts the constraints; the result is to be freed with 'free'.  NULL if
  // they would take more than 'memory' bytes (0: unlimited).
  void *(*encode) (const ft_cone *, ft_smt *, uint64_t memory);
  // After FT_SAT: appends the events of the cone in the order of the model;
  // false if the model is cyclic (a bug, to be reported as undecided).
  bool (*schedule) (void *encoding, ft_smt *, ft_reordering *);
  void (*free) (void *encoding);
} ft_encoder;

extern const ft_encoder ft_maximal_order; // maximal.c
extern const ft_encoder ft_maximal_idl;   // maximal_idl.c
extern const ft_encoder ft_recipe_value;  // recipe_value.c
extern const ft_encoder ft_recipe_path;   // recipe_path.c

#endif
