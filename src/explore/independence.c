#include "explore/independence.h"

#include "base/hash.h"
#include "smt/term.h"
#include "smt/word.h"

struct ft_independence {
  const ft_concolic *concolic;
  FT_STACK (uint32_t) parent;  // of each byte, and of what belongs to all questions
  FT_STACK (uint32_t) entries; // a byte of each entry of the trail; FT_NO_ID: none
  ft_map of_term;              // by number of a term: a byte of it, or 'none'
  FT_STACK (ft_term) todo;
};

// Beside the bytes: 'always' is a node, 'none' says that a term has no byte.
static uint32_t always (const ft_independence *n) {
  return (uint32_t)n->concolic->inputs.size;
}

static uint32_t none (const ft_independence *n) {
  return always (n) + 1;
}

static uint32_t find (ft_independence *n, uint32_t byte) {
  uint32_t *parent = n->parent.begin;
  while (parent[byte] != byte)
    byte = parent[byte] = parent[parent[byte]];
  return byte;
}

// The first one, if any, stands for both.
static uint32_t join (ft_independence *n, uint32_t a, uint32_t b) {
  if (a == none (n) || b == none (n))
    return a == none (n) ? b : a;
  uint32_t root = find (n, a);
  n->parent.begin[find (n, b)] = root;
  return root;
}

static bool push_unknown (ft_independence *n, ft_term term) {
  ft_smt *smt = n->concolic->smt;
  size_t before = n->todo.size;
  for (unsigned i = ft_smt_operands (smt, term); i--;) {
    ft_term operand = ft_smt_operand (smt, term, i);
    if (ft_map_get (&n->of_term, ft_smt_id (smt, operand)) == FT_NO_ID)
      FT_PUSH (n->todo, operand);
  }
  return n->todo.size > before;
}

static uint32_t of_operands (ft_independence *n, ft_term term) {
  ft_smt *smt = n->concolic->smt;
  uint32_t byte = none (n);
  for (unsigned i = ft_smt_operands (smt, term); i--;)
    byte = join (n, byte,
                 ft_map_get (&n->of_term,
                             ft_smt_id (smt, ft_smt_operand (smt, term, i))));
  return byte;
}

// A byte of the term, all of whose bytes are joined then.  Terms may be deeper
// than the stack of the process.
static uint32_t byte_of (ft_independence *n, ft_term term) {
  ft_smt *smt = n->concolic->smt;
  FT_PUSH (n->todo, term);
  while (n->todo.size) {
    ft_term top = FT_TOP (n->todo);
    uint32_t id = ft_smt_id (smt, top);
    if (ft_map_get (&n->of_term, id) == FT_NO_ID) {
      if (push_unknown (n, top))
        continue;
      uint32_t byte = of_operands (n, top);
      *ft_map_at (&n->of_term, id) = byte;
    }
    n->todo.size--;
  }
  return ft_map_get (&n->of_term, ft_smt_id (smt, term));
}

static ft_term_values *add_inputs (ft_independence *n) {
  const ft_concolic *c = n->concolic;
  ft_term_values *recorded = ft_term_values_new (c->smt);
  for (uint32_t i = 0; i < always (n) + 1; i++)
    FT_PUSH (n->parent, i);
  for (uint32_t i = 0; i < always (n); i++) {
    const ft_input_byte *b = c->inputs.begin + i;
    *ft_map_at (&n->of_term, ft_smt_id (c->smt, b->word)) = i;
    ft_term_values_set (recorded, b->word, 1, b->recorded);
    if (!b->known)
      join (n, always (n), i);
  }
  return recorded;
}

static void add_entry (ft_independence *n, const ft_term_values *recorded,
                       ft_term term) {
  uint32_t byte = byte_of (n, term);
  FT_PUSH (n->entries, byte);
  if (byte != none (n) && !ft_term_values_holds (recorded, term))
    join (n, always (n), byte);
}

ft_independence *ft_independence_new (const ft_concolic *c) {
  ft_independence *n = FT_NEW (ft_independence);
  n->concolic = c;
  ft_term_values *recorded = add_inputs (n);
  for (size_t i = 0; i < c->trail.size; i++)
    add_entry (n, recorded, c->trail.begin[i].term);
  ft_term_values_free (recorded);
  return n;
}

void ft_independence_free (ft_independence *n) {
  if (!n)
    return;
  FT_RELEASE (n->parent);
  FT_RELEASE (n->entries);
  FT_RELEASE (n->todo);
  ft_map_release (&n->of_term);
  free (n);
}

static uint32_t group (ft_independence *n, uint32_t byte) {
  return byte == none (n) ? FT_NO_ID : find (n, byte);
}

uint32_t ft_independence_of_term (ft_independence *n, ft_term term) {
  return group (n, byte_of (n, term));
}

uint32_t ft_independence_of_entry (ft_independence *n, size_t entry) {
  return group (n, n->entries.begin[entry]);
}

uint32_t ft_independence_of_input (ft_independence *n, size_t input) {
  return group (n, (uint32_t)input);
}

uint32_t ft_independence_always (ft_independence *n) {
  return find (n, always (n));
}
