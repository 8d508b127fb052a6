// What a run did with its input, for the files of the concolic execution.

#ifndef FT_EXPLORE_CONCOLIC_TRAIL_H
#define FT_EXPLORE_CONCOLIC_TRAIL_H

#include "explore/concolic.h"
#include "explore/concolic_memory.h"

// Why a run with another input is held to something.
enum ft_path_constraint_kind {
  FT_CONSTRAINT_BRANCH,    // a branch comes out as it did
  FT_CONSTRAINT_TRAP,    // a division does not end the program
  FT_CONSTRAINT_DEFINED, // an operator has a result
  FT_CONSTRAINT_CONCRETIZED,     // what is not followed has its recorded value
};

typedef struct ft_path_constraint {
  enum ft_path_constraint_kind why;
  ft_id event; // where
  ft_term term;
} ft_path_constraint;

// A branch that depends on input, or a pin.
typedef struct ft_path_point {
  ft_id event;
  uint64_t value; // the outcome
  ft_term word;   // it, for any input
  size_t before;  // how many entries of 'trail' come before it
  uint64_t way;   // key of the branches before it
} ft_path_point;

typedef FT_STACK (ft_path_point) ft_path_points;

typedef struct ft_input_byte {
  ft_id source;
  uint64_t at;
  bool known;
  uint8_t recorded;
  ft_term word; // of one byte
} ft_input_byte;

struct ft_concolic {
  const ft_trace *trace; // borrowed
  ft_concolic_limits limits;
  ft_smt *smt; // has the terms; is never asked
  ft_term yes, no;
  FT_STACK (ft_sym_store) threads;
  ft_symbolic_memory bytes;
  ft_map input_at; // by source and place: index into 'inputs'
  FT_STACK (ft_input_byte) inputs;
  FT_STACK (ft_path_constraint) trail;
  ft_path_points branches, pins;
  uint64_t way; // key of the branches so far
  ft_id now;    // the event that is followed
};

// The key of the way to a fork and of its having a value.
uint64_t ft_path_point_key (const ft_concolic *, const ft_path_point *,
                      uint64_t value);

// Follows all events of the trace.
void ft_concolic_follow (ft_concolic *);

#endif
