// The symbols of a growing grammar, and an index of its digrams: the pairs of
// neighbouring symbols.  Sequitur works on both (see 'sequitur.h').
//
// Symbols are nodes of rings, one ring for each rule, closed by a guard.  A
// node is a symbol and the number of its repeats.  Two digrams are equal if
// both of their nodes are, repeats included.  Constant expected time per call.

#ifndef FT_GRAMMAR_DIGRAMS_H
#define FT_GRAMMAR_DIGRAMS_H

#include "base/ids.h"
#include "format/slp.h"

typedef struct ft_node {
  uint32_t prev, next;
  uint32_t symbol; // of a guard: its rule's; FT_NO_NODE: not in use
  uint64_t times;  // 0: a guard, or not in use
} ft_node;

#define FT_NO_NODE UINT32_MAX

typedef struct ft_digrams {
  FT_STACK (ft_node) nodes;
  uint32_t vacant; // chain of nodes that are not in use, by 'next'
  struct ft_digram {
    uint32_t node; // the first one of a digram, or FT_NO_NODE
    uint32_t hash;
  } * slots; // owned: open addressing, linear probes
  size_t count, capacity;
} ft_digrams;

void ft_digrams_init (ft_digrams *);
void ft_digrams_clear (ft_digrams *); // as new, but keeps its memory
void ft_digrams_release (ft_digrams *);

// A node that is in no ring yet.
uint32_t ft_node_new (ft_digrams *, uint32_t symbol, uint64_t times);
void ft_node_free (ft_digrams *, uint32_t node);

// Adds the digram that begins at the node.  Returns the node of the equal
// digram that is known, or the node itself if there was none.  Guards are part
// of no digram.
uint32_t ft_digram_add (ft_digrams *, uint32_t node);

// Removes the digram that begins at the node, if it is the known one.
void ft_digram_remove (ft_digrams *, uint32_t node);

#endif
