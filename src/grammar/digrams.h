// The symbols of a grammar that grows, and where each pair of neighbours
// (digram) occurs: what Sequitur works on (see 'sequitur.h').
//
// Symbols are nodes of rings, one ring for each rule, closed by a guard.  A
// node is a symbol and how often it is repeated; digrams are equal if both of
// their nodes are, repeats and all.  Constant expected time per call.

#ifndef FT_GRAMMAR_DIGRAMS_H
#define FT_GRAMMAR_DIGRAMS_H

#include "base/ids.h"
#include "format/slp.h"

typedef struct ft_node {
  uint32_t prev, next;
  uint32_t symbol; // of a guard: that of its rule; FT_NO_NODE: not in use
  uint64_t times;  // 0: a guard, or not in use
} ft_node;

#define FT_NO_NODE UINT32_MAX

typedef struct ft_digrams {
  FT_STACK (ft_node) nodes;
  uint32_t vacant; // chain of nodes not in use, by 'next'
  struct ft_digram {
    uint32_t node; // the first one of a digram, or FT_NO_NODE
    uint32_t hash;
  } * slots; // owned: open addressing, linear probes
  size_t count, capacity;
} ft_digrams;

void ft_digrams_init (ft_digrams *);
void ft_digrams_clear (ft_digrams *); // as new, but for its memory
void ft_digrams_release (ft_digrams *);

// A node that is in no ring yet.
uint32_t ft_node_new (ft_digrams *, uint32_t symbol, uint64_t times);
void ft_node_free (ft_digrams *, uint32_t node);

// The digram that begins at the node.  Guards are part of none.
// The node of an equal one that is known; the node itself if there was none.
uint32_t ft_digram_add (ft_digrams *, uint32_t node);

// Forgets it, if it is the one that is known.
void ft_digram_remove (ft_digrams *, uint32_t node);

#endif
