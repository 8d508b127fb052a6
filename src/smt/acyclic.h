// A directed graph that is kept acyclic while labelled edges come and go in
// stack order: incremental topological ordering by Pearce & Kelly (JEA 2006).
//
// An edge that goes forward in the current order takes constant time.  An edge
// that goes back searches and reorders only the nodes between its ends.
// Compared with depth-first search in tests/unit/test_acyclic.c.

#ifndef FT_SMT_ACYCLIC_H
#define FT_SMT_ACYCLIC_H

#include "base/ids.h"
#include "base/stack.h"

#define FT_NO_LABEL UINT32_MAX // label of an edge that needs no explanation

typedef struct ft_acyclic ft_acyclic;

ft_acyclic *ft_acyclic_new (uint32_t nodes);
void ft_acyclic_free (ft_acyclic *);

// Adds an edge; false, without adding it, if it would close a cycle.  The
// labels of the other edges of that cycle are then in 'ft_acyclic_cycle'.
bool ft_acyclic_add (ft_acyclic *, uint32_t from, uint32_t to, uint32_t label);

const uint32_t *ft_acyclic_cycle (const ft_acyclic *, size_t *n);

// A watched edge that would close a cycle.
typedef struct ft_barred {
  uint32_t label;    // of the watched edge
  size_t begin, end; // of its reasons, in 'ft_acyclic_reasons'
} ft_barred;

// Watches an edge that may be added later.  After a successful addition,
// 'ft_acyclic_barred' lists watched edges that would close a cycle now, each
// with the labels of the edges of that cycle.  The list has only the edges that
// the searches of the addition found.
void ft_acyclic_watch (ft_acyclic *, uint32_t from, uint32_t to,
                       uint32_t label);
const ft_barred *ft_acyclic_barred (const ft_acyclic *, size_t *n);
const uint32_t *ft_acyclic_reasons (const ft_acyclic *);

// The number of edges, and how to remove the latest ones until 'n' are left.
size_t ft_acyclic_edges (const ft_acyclic *);
void ft_acyclic_drop (ft_acyclic *, size_t n);

#endif
