#include "grammar/sequitur_rules.h"

#include <assert.h>

typedef ft_sequitur_rules sequitur;

static ft_node *node_at (const sequitur *s, uint32_t n) {
  return s->digrams.nodes.begin + n;
}

static uint32_t next_of (const sequitur *s, uint32_t n) {
  return node_at (s, n)->next;
}

static uint32_t prev_of (const sequitur *s, uint32_t n) {
  return node_at (s, n)->prev;
}

static bool is_guard (const sequitur *s, uint32_t n) {
  return !node_at (s, n)->times;
}

static struct ft_live_rule *rule_of (const sequitur *s, uint32_t n) {
  return s->rules.begin + ft_slp_number (node_at (s, n)->symbol);
}

static void link (sequitur *s, uint32_t a, uint32_t b) {
  node_at (s, a)->next = b;
  node_at (s, b)->prev = a;
}

// ---- uses ------------------------------------------------------------------

static void add_use (sequitur *s, uint32_t n) {
  if (!ft_slp_is_rule (node_at (s, n)->symbol))
    return;
  struct ft_live_rule *rule = rule_of (s, n);
  rule->uses++;
  rule->users ^= n;
}

static void drop_use (sequitur *s, uint32_t n) {
  if (!ft_slp_is_rule (node_at (s, n)->symbol))
    return;
  struct ft_live_rule *rule = rule_of (s, n);
  assert (rule->uses);
  rule->uses--;
  rule->users ^= n;
  FT_PUSH (s->underused, ft_slp_number (node_at (s, n)->symbol));
}

static uint32_t new_item (sequitur *s, uint32_t symbol, uint64_t times) {
  uint32_t n = ft_node_new (&s->digrams, symbol, times);
  add_use (s, n);
  s->items++;
  return n;
}

static void free_item (sequitur *s, uint32_t n) {
  drop_use (s, n);
  ft_node_free (&s->digrams, n);
  s->items--;
}

static uint32_t new_rule (sequitur *s) {
  uint32_t rule = s->vacant;
  if (rule == FT_NO_NODE) {
    rule = (uint32_t)s->rules.size;
    FT_PUSH (s->rules, ((struct ft_live_rule){0}));
  } else
    s->vacant = s->rules.begin[rule].users;
  uint32_t guard = ft_node_new (&s->digrams, FT_SLP_RULE (rule), 0);
  link (s, guard, guard);
  s->rules.begin[rule] = (struct ft_live_rule){guard, 0, 0};
  return rule;
}

static void free_rule (sequitur *s, uint32_t rule) {
  ft_node_free (&s->digrams, s->rules.begin[rule].guard);
  s->rules.begin[rule] = (struct ft_live_rule){FT_NO_NODE, 0, s->vacant};
  s->vacant = rule;
}

// ---- neighbours ------------------------------------------------------------

static void forget_digram (sequitur *s, uint32_t n) {
  ft_digram_remove (&s->digrams, n);
}

static void add_pair (sequitur *s, uint32_t n) {
  FT_PUSH (s->pairs, n);
}

// Node 'a' and its next node have become neighbours: equal symbols become one.
static void join_neighbours (sequitur *s, uint32_t a) {
  uint32_t b = next_of (s, a);
  add_pair (s, a);
  if (is_guard (s, a) || is_guard (s, b) ||
      node_at (s, a)->symbol != node_at (s, b)->symbol)
    return;
  forget_digram (s, prev_of (s, a));
  forget_digram (s, b);
  node_at (s, a)->times += node_at (s, b)->times;
  link (s, a, next_of (s, b));
  free_item (s, b);
  add_pair (s, prev_of (s, a));
}

// Replaces the digram at 'n' by a use of the rule.
static void replace (sequitur *s, uint32_t n, uint32_t rule) {
  uint32_t m = next_of (s, n), before = prev_of (s, n), after = next_of (s, m);
  forget_digram (s, before);
  forget_digram (s, n);
  forget_digram (s, m);
  free_item (s, n);
  free_item (s, m);
  uint32_t use = new_item (s, FT_SLP_RULE (rule), 1);
  link (s, before, use);
  link (s, use, after);
  join_neighbours (s, use);
  join_neighbours (s, before);
}

// Whether the digram at 'n' is all of a rule but the root; then '*rule' is it.
static bool is_whole_rule (const sequitur *s, uint32_t n, uint32_t *rule) {
  uint32_t guard = prev_of (s, n);
  if (!is_guard (s, guard) || next_of (s, next_of (s, n)) != guard)
    return false;
  *rule = ft_slp_number (node_at (s, guard)->symbol);
  return *rule;
}

static uint32_t copy_item (sequitur *s, uint32_t n) {
  return new_item (s, node_at (s, n)->symbol, node_at (s, n)->times);
}

// Makes two equal digrams uses of one rule.  The new digram is never all of a
// rule, as far as the tests know; it would make that rule another name of this
// one.
static void share_rule (sequitur *s, uint32_t n, uint32_t known) {
  uint32_t rule;
  if (is_whole_rule (s, known, &rule)) {
    replace (s, n, rule);
    return;
  }
  rule = new_rule (s);
  uint32_t guard = s->rules.begin[rule].guard;
  uint32_t a = copy_item (s, n), b = copy_item (s, next_of (s, n));
  link (s, guard, a);
  link (s, a, b);
  link (s, b, guard);
  replace (s, known, rule);
  replace (s, n, rule);
  add_pair (s, a);
}

// ---- rules that are used too little ----------------------------------------

// Replaces the only use of the rule by the rule's items.
static void inline_rule (sequitur *s, uint32_t rule) {
  uint32_t use = s->rules.begin[rule].users;
  uint32_t guard = s->rules.begin[rule].guard;
  uint32_t before = prev_of (s, use), after = next_of (s, use);
  uint32_t first = next_of (s, guard), last = prev_of (s, guard);
  forget_digram (s, before);
  forget_digram (s, use);
  free_item (s, use);
  free_rule (s, rule);
  link (s, before, first);
  link (s, last, after);
  join_neighbours (s, last);
  join_neighbours (s, before);
}

static bool is_underused (const sequitur *s, uint32_t rule) {
  const struct ft_live_rule *r = s->rules.begin + rule;
  return rule && r->guard != FT_NO_NODE && r->uses == 1 &&
         node_at (s, r->users)->times == 1;
}

// ---- settling --------------------------------------------------------------

static void settle_pair (sequitur *s, uint32_t n) {
  if (is_guard (s, n) || is_guard (s, next_of (s, n)))
    return; // no digram, or no longer one
  uint32_t known = ft_digram_add (&s->digrams, n);
  if (known != n)
    share_rule (s, n, known);
}

static void restore_rules (sequitur *s) {
  for (;;)
    if (!FT_EMPTY (s->underused)) {
      uint32_t rule = FT_POP (s->underused);
      if (is_underused (s, rule))
        inline_rule (s, rule);
    } else if (!FT_EMPTY (s->pairs))
      settle_pair (s, FT_POP (s->pairs));
    else
      return;
}

// ---- the interface ---------------------------------------------------------

void ft_sequitur_rules_init (sequitur *s) {
  *s = (sequitur){.vacant = FT_NO_NODE};
  ft_digrams_init (&s->digrams);
  new_rule (s);
}

void ft_sequitur_rules_clear (sequitur *s) {
  ft_digrams_clear (&s->digrams);
  FT_CLEAR (s->rules);
  s->vacant = FT_NO_NODE;
  s->items = 0;
  new_rule (s);
}

void ft_sequitur_rules_release (sequitur *s) {
  ft_digrams_release (&s->digrams);
  FT_RELEASE (s->rules);
  FT_RELEASE (s->pairs);
  FT_RELEASE (s->underused);
}

uint32_t ft_sequitur_rules_last (const sequitur *s) {
  return prev_of (s, s->rules.begin[0].guard);
}

void ft_sequitur_rules_append (sequitur *s, uint32_t symbol, uint64_t times) {
  uint32_t guard = s->rules.begin[0].guard, last = prev_of (s, guard);
  uint32_t n = new_item (s, symbol, times);
  link (s, last, n);
  link (s, n, guard);
  join_neighbours (s, last);
  restore_rules (s);
}

void ft_sequitur_rules_repeat (sequitur *s, uint64_t more) {
  uint32_t last = ft_sequitur_rules_last (s), before = prev_of (s, last);
  assert (!is_guard (s, last));
  forget_digram (s, before);
  node_at (s, last)->times += more;
  add_pair (s, before);
  restore_rules (s);
}

// ---- sequitur list ---------------------------------------------------------

// The rules of Sequitur as a grammar, numbered so that a rule uses only smaller
// numbers, in the order in which their first expansions end.

typedef FT_STACK (uint32_t) path; // next nodes of the rules that are being
                                  // listed

static const ft_node *written_node_at (const ft_sequitur_rules *s, uint32_t n) {
  return s->digrams.nodes.begin + n;
}

// All rules that this rule uses must have their numbers.
static void list_rule (const ft_sequitur_rules *s, uint32_t guard,
                       uint32_t *numbers, ft_slp *to) {
  for (uint32_t n = written_node_at (s, guard)->next; n != guard;
       n = written_node_at (s, n)->next) {
    uint32_t symbol = written_node_at (s, n)->symbol;
    if (ft_slp_is_rule (symbol)) {
      assert (numbers[ft_slp_number (symbol)] != FT_NO_ID);
      symbol = FT_SLP_RULE (numbers[ft_slp_number (symbol)]);
    }
    ft_slp_item (to, symbol, written_node_at (s, n)->times);
  }
  numbers[ft_slp_number (written_node_at (s, guard)->symbol)] =
      ft_slp_rule (to);
}

static bool has_number (const ft_node *node, const uint32_t *numbers) {
  return !ft_slp_is_rule (node->symbol) ||
         numbers[ft_slp_number (node->symbol)] != FT_NO_ID;
}

static void list_rules (const ft_sequitur_rules *s, uint32_t *numbers,
                        ft_slp *to) {
  path open = {0};
  FT_PUSH (open, written_node_at (s, s->rules.begin[0].guard)->next);
  while (!FT_EMPTY (open)) {
    uint32_t n = FT_TOP (open);
    const ft_node *node = written_node_at (s, n);
    if (!node->times) {
      list_rule (s, n, numbers, to);
      (void)FT_POP (open);
    } else if (has_number (node, numbers))
      FT_TOP (open) = node->next;
    else {
      uint32_t guard = s->rules.begin[ft_slp_number (node->symbol)].guard;
      FT_PUSH (open, written_node_at (s, guard)->next);
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
  list_rules (s, numbers, to);
  free (numbers);
}
