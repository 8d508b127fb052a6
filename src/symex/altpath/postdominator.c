// Postdominators: paths from a branch merge in its immediate postdominator, the
// nearest block on every path from the branch to the end of the function.
//
// Source: Cooper, Harvey, Kennedy, A Simple, Fast Dominance Algorithm (2001),
// on the reversed graph, whose root is a block behind all ends.  A block of an
// endless loop has no postdominator.
//
// Cost: near linear in practice; once a function.
#include "symex/altpath/postdominator.h"

#include <string.h>

typedef struct graph {
  const ft_unit_code *code;
  const ft_code_body *body;
  uint32_t root;              // number of the block behind all ends
  FT_STACK (uint32_t) to;     // successors, by block from 'first'
  uint32_t *first;            // owned, as the following ones
  FT_STACK (uint32_t) from;   // predecessors
  uint32_t *first_from;
  uint32_t *order;            // blocks in postorder of the reversed graph
  uint32_t *number; // of a block in 'order'; UINT32_MAX: no path to an end
  uint32_t count;             // of 'order'
} graph;

static const ft_instruction *last_of (const graph *g, uint32_t block) {
  const ft_code_block *b = g->code->blocks.begin + g->body->first_block + block;
  return g->code->instructions.begin + b->first + b->count - 1;
}

static void add_targets (graph *g, const ft_instruction *i) {
  const ft_code_operand *o = g->code->operands.begin + i->first;
  uint32_t n = i->kind == FT_INSTRUCTION_JUMP ? 0 : 1;
  uint32_t step = i->kind == FT_INSTRUCTION_SWITCH ? 2 : 1;
  for (; n < i->count; n += step)
    FT_PUSH (g->to, (uint32_t)o[n].word);
}

static void find_successors (graph *g) {
  g->first = FT_ARRAY (uint32_t, g->root + 2);
  for (uint32_t b = 0; b < g->root; b++) {
    const ft_instruction *i = last_of (g, b);
    g->first[b] = (uint32_t)g->to.size;
    if (i->kind == FT_INSTRUCTION_JUMP || i->kind == FT_INSTRUCTION_BRANCH ||
        i->kind == FT_INSTRUCTION_SWITCH)
      add_targets (g, i);
    else
      FT_PUSH (g->to, g->root);
  }
  g->first[g->root] = g->first[g->root + 1] = (uint32_t)g->to.size;
}

static void find_predecessors (graph *g) {
  g->first_from = FT_ARRAY (uint32_t, g->root + 3);
  FT_GROW (g->from, g->to.size, 0);
  for (size_t i = 0; i < g->to.size; i++)
    g->first_from[g->to.begin[i] + 2]++;
  for (uint32_t b = 0; b <= g->root; b++)
    g->first_from[b + 2] += g->first_from[b + 1];
  for (uint32_t b = 0; b < g->root; b++)
    for (uint32_t i = g->first[b]; i < g->first[b + 1]; i++)
      g->from.begin[g->first_from[g->to.begin[i] + 1]++] = b;
}

// Depth first search, without recursion.
static void find_order (graph *g) {
  uint32_t *next = FT_ARRAY (uint32_t, g->root + 1);
  bool *seen = FT_ARRAY (bool, g->root + 1);
  FT_STACK (uint32_t) open = {0};
  g->order = FT_ARRAY (uint32_t, g->root + 1);
  g->number = FT_ARRAY (uint32_t, g->root + 1);
  memset (g->number, 0xff, (g->root + 1) * sizeof *g->number);
  seen[g->root] = true;
  FT_PUSH (open, g->root);
  while (!FT_EMPTY (open)) {
    uint32_t b = FT_TOP (open);
    uint32_t at = g->first_from[b] + next[b]++;
    if (at == g->first_from[b + 1]) {
      g->number[b] = g->count;
      g->order[g->count++] = b;
      open.size--;
    } else if (!seen[g->from.begin[at]]) {
      seen[g->from.begin[at]] = true;
      FT_PUSH (open, g->from.begin[at]);
    }
  }
  FT_RELEASE (open);
  free (next);
  free (seen);
}

static uint32_t meet (const graph *g, const uint32_t *post, uint32_t a,
                      uint32_t b) {
  while (a != b)
    if (g->number[a] < g->number[b])
      a = post[a];
    else
      b = post[b];
  return a;
}

static uint32_t nearest (const graph *g, const uint32_t *post, uint32_t b) {
  uint32_t found = UINT32_MAX;
  for (uint32_t i = g->first[b]; i < g->first[b + 1]; i++) {
    uint32_t to = g->to.begin[i];
    if (g->number[to] == UINT32_MAX || post[to] == UINT32_MAX)
      continue;
    found = found == UINT32_MAX ? to : meet (g, post, found, to);
  }
  return found;
}

static uint32_t *solve (const graph *g) {
  uint32_t *post = FT_ARRAY (uint32_t, g->root + 1);
  memset (post, 0xff, (g->root + 1) * sizeof *post);
  post[g->root] = g->root;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t n = g->count - 1; n-- > 0;) {
      uint32_t b = g->order[n], found = nearest (g, post, b);
      changed |= post[b] != found;
      post[b] = found;
    }
  }
  for (uint32_t b = 0; b < g->root; b++)
    if (post[b] == g->root)
      post[b] = UINT32_MAX; // only the root
  return post;
}

uint32_t *ft_postdominators (const ft_unit_code *code,
                             const ft_code_body *body) {
  graph g = {.code = code, .body = body, .root = body->blocks};
  find_successors (&g);
  find_predecessors (&g);
  find_order (&g);
  uint32_t *post = solve (&g);
  FT_RELEASE (g.to);
  FT_RELEASE (g.from);
  free (g.first);
  free (g.first_from);
  free (g.order);
  free (g.number);
  return post;
}
