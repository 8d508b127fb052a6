// A directed graph that is kept acyclic while labelled edges come and go in
// stack order: incremental topological ordering by Pearce & Kelly (JEA 2006).
//
// An edge that goes forward in the current order costs nothing; one that goes
// back searches and reorders only what lies between its ends.  Compared with
// depth-first search in tests/unit/test_acyclic.c.

#ifndef FT_SMT_ACYCLIC_H
#define FT_SMT_ACYCLIC_H

#include "base/ids.h"
#include "base/stack.h"

#define FT_NO_LABEL UINT32_MAX // of an edge that needs no explanation

typedef struct ft_acyclic ft_acyclic;

ft_acyclic *ft_acyclic_new (uint32_t nodes);
void ft_acyclic_free (ft_acyclic *);

// Adds an edge; false, without adding it, if it would close a cycle.  The
// labels of the other edges of that cycle are then in 'ft_acyclic_cycle'.
bool ft_acyclic_add (ft_acyclic *, uint32_t from, uint32_t to, uint32_t label);

const uint32_t *ft_acyclic_cycle (const ft_acyclic *, size_t *n);

// How many edges there are; drops the latest ones until 'n' are left.
size_t ft_acyclic_edges (const ft_acyclic *);
void ft_acyclic_drop (ft_acyclic *, size_t n);

#endif
