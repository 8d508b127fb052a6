// The trail of a run: its path constraints in the order of the trace.  Shared
// by the parts of concolic execution ('concolic.h').

#ifndef FT_EXPLORE_CONCOLIC_TRAIL_H
#define FT_EXPLORE_CONCOLIC_TRAIL_H

#include "explore/concolic.h"
#include "explore/concolic_memory.h"

// The reason for a path constraint.
enum ft_path_constraint_kind {
  FT_CONSTRAINT_BRANCH,      // a branch has its recorded outcome
  FT_CONSTRAINT_TRAP,        // a division does not end the program
  FT_CONSTRAINT_DEFINED,     // an operator has a result
  FT_CONSTRAINT_CONCRETIZED, // a concretized value is the recorded one
};

typedef struct ft_path_constraint {
  enum ft_path_constraint_kind why;
  ft_id event; // the event of the constraint
  ft_term term;
} ft_path_constraint;

// A branch that depends on input, or a concretized value.
typedef struct ft_path_point {
  ft_id event;
  uint64_t value; // the outcome, or the value
  ft_term word;   // the same for any input
  size_t before;  // number of entries of 'trail' before it
  uint64_t path;  // key of the branches before it
} ft_path_point;

typedef FT_STACK (ft_path_point) ft_path_points;

typedef struct ft_input_byte {
  ft_id source;
  uint64_t at;
  bool known;
  uint8_t recorded;
  ft_term word; // its value for any input
} ft_input_byte;

struct ft_independence;

struct ft_concolic {
  const ft_trace *trace; // borrowed
  ft_concolic_limits limits;
  ft_smt *smt; // owns the terms; solves nothing
  ft_term yes, no;
  FT_STACK (ft_sym_store) threads;
  ft_symbolic_memory bytes;
  ft_map input_at; // by source and position: index into 'inputs'
  FT_STACK (ft_input_byte) inputs;
  FT_STACK (ft_path_constraint) trail;
  ft_path_points branches, concretized;
  uint64_t path; // key of the branches so far
  ft_id now;     // the current event
  struct ft_independence *independence; // once a question is asked; NULL before
};

// The key of the path to a point and of the value it has there.
uint64_t ft_path_point_key (const ft_concolic *, const ft_path_point *,
                            uint64_t value);

// Follows all events of the trace.
void ft_concolic_follow (ft_concolic *);

#endif
