// The graph of distances, shared by 'distance.c', which makes it, and
// 'distance_steps.c', which searches it.

#ifndef FT_EXPLORE_DISTANCE_INSIDE_H
#define FT_EXPLORE_DISTANCE_INSIDE_H

#include "base/stack.h"
#include "explore/distance.h"
#include "symex/code/unit_code.h"
#include "trace/tables.h"

typedef struct block_edge {
  uint32_t from, to; // blocks, numbered over all units
} block_edge;

// A direction of a branch; 'outcome' is ANY for a switch, whose cases are
// compared one by one.
typedef struct branch_edge {
  ft_id location; // of the branch
  uint32_t outcome;
  uint32_t to; // block
} branch_edge;

enum { ANY = 2 };

// An access or a call.
typedef struct code_point {
  ft_id location;
  uint32_t block;
  bool call, writes;
  bool fails; // a call that ends the program
  ft_id variable; // by its name; FT_NO_ID: none
} code_point;

struct ft_distances {
  ft_tables tables; // names of locations
  ft_intern variables;
  FT_STACK (block_edge) edges; // sorted by 'to'
  FT_STACK (branch_edge) branches;
  FT_STACK (code_point) points;
  uint32_t *first;           // owned; by block: its first entry edge
  FT_STACK (uint32_t) steps; // by block: distance to a wanted location
};

#endif
