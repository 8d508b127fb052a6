// The graph of distances, for the files that make it and that use it.

#ifndef FT_EXPLORE_DISTANCE_INSIDE_H
#define FT_EXPLORE_DISTANCE_INSIDE_H

#include "base/stack.h"
#include "explore/distance.h"
#include "symex/code/unit_code.h"
#include "trace/tables.h"

typedef struct edge {
  uint32_t from, to; // blocks, numbered through
} edge;

// A side of a branch; 'outcome' is ANY for a switch, whose cases are compared
// one by one.
typedef struct side {
  ft_id location;
  uint32_t outcome, to;
} side;

enum { ANY = 2 };

typedef struct place { // of an access, or a call
  ft_id location;
  uint32_t block;
  bool call, writes;
  ft_id variable; // by its name
} place;

struct ft_distances {
  ft_tables tables; // names of locations
  ft_intern variables;
  FT_STACK (edge) edges;
  FT_STACK (side) sides;
  FT_STACK (place) places;
  uint32_t *first;           // owned: edges to each block, which are sorted
  FT_STACK (uint32_t) steps; // by block
};

#endif
