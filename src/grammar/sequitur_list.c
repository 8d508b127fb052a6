// The rules of Sequitur as a grammar: numbered so that a rule uses only
// smaller numbers, in the order in which their first expansions end.

#include "grammar/sequitur_rules.h"

typedef FT_STACK (uint32_t) path; // nodes up to which the open rules are done

static const ft_node *node_at (const ft_sequitur_rules *s, uint32_t n) {
  return s->digrams.nodes.begin + n;
}

// All rules that it uses have their numbers.
static void list_rule (const ft_sequitur_rules *s, uint32_t guard,
                       uint32_t *numbers, ft_slp *to) {
  for (uint32_t n = node_at (s, guard)->next; n != guard;
       n = node_at (s, n)->next) {
    uint32_t symbol = node_at (s, n)->symbol;
    if (ft_slp_is_rule (symbol))
      symbol = FT_SLP_RULE (numbers[ft_slp_number (symbol)]);
    ft_slp_item (to, symbol, node_at (s, n)->times);
  }
  numbers[ft_slp_number (node_at (s, guard)->symbol)] = ft_slp_rule (to);
}

static bool has_number (const ft_node *node, const uint32_t *numbers) {
  return !ft_slp_is_rule (node->symbol) ||
         numbers[ft_slp_number (node->symbol)] != FT_NO_ID;
}

static void list_all (const ft_sequitur_rules *s, uint32_t *numbers,
                      ft_slp *to) {
  path open = {0};
  FT_PUSH (open, node_at (s, s->rules.begin[0].guard)->next);
  while (!FT_EMPTY (open)) {
    uint32_t n = FT_TOP (open);
    const ft_node *node = node_at (s, n);
    if (!node->times) {
      list_rule (s, n, numbers, to);
      (void)FT_POP (open);
    } else if (has_number (node, numbers))
      FT_TOP (open) = node->next;
    else {
      uint32_t guard = s->rules.begin[ft_slp_number (node->symbol)].guard;
      FT_PUSH (open, node_at (s, guard)->next);
    }
  }
  FT_RELEASE (open);
}

void ft_sequitur_rules_list (const ft_sequitur_rules *s, ft_slp *to) {
  FT_CLEAR (to->rules);
  FT_CLEAR (to->items);
  if (!s->items)
    return;
  uint32_t *numbers = FT_ARRAY (uint32_t, s->rules.size);
  for (size_t i = 0; i < s->rules.size; i++)
    numbers[i] = FT_NO_ID;
  list_all (s, numbers, to);
  free (numbers);
}
