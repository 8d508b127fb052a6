#include "grammar/sequitur.h"

#include <assert.h>

#include "grammar/sequitur_rules.h"

// Limit on the items that are looked at to expand one round of a loop.
enum { LONGEST_ROUND = 4096 };

typedef struct run {
  uint32_t terminal;
  uint64_t times; // 0: none
} run;

struct ft_sequitur {
  ft_sequitur_rules rules;
  run run; // at the end of the sequence, not appended yet
  struct { // expansion of the rule at the end of the root
    FT_STACK (run) runs;
    size_t at;     // number of 'runs' that the sequence has repeated since
    uint64_t done; // number of whole rounds that it has repeated since
  } round;
};

ft_sequitur *ft_sequitur_new (void) {
  ft_sequitur *s = FT_NEW (ft_sequitur);
  ft_sequitur_rules_init (&s->rules);
  return s;
}

void ft_sequitur_free (ft_sequitur *s) {
  if (!s)
    return;
  ft_sequitur_rules_release (&s->rules);
  FT_RELEASE (s->round.runs);
  free (s);
}

void ft_sequitur_clear (ft_sequitur *s) {
  ft_sequitur_rules_clear (&s->rules);
  FT_CLEAR (s->round.runs);
  s->round.at = s->round.done = s->run.times = 0;
}

// ---- rounds ----------------------------------------------------------------

static const ft_node *node_at (const ft_sequitur *s, uint32_t n) {
  return s->rules.digrams.nodes.begin + n;
}

static void push_run (ft_sequitur *s, run r) {
  if (s->round.runs.size && FT_TOP (s->round.runs).terminal == r.terminal)
    FT_TOP (s->round.runs).times += r.times;
  else
    FT_PUSH (s->round.runs, r);
}

// Appends the expansion of a rule to the round.  False if it takes too many
// steps.
static bool expand (ft_sequitur *s, uint32_t rule, unsigned *steps) {
  uint32_t guard = s->rules.rules.begin[rule].guard;
  for (uint32_t n = node_at (s, guard)->next; n != guard;
       n = node_at (s, n)->next) {
    const ft_node *node = node_at (s, n);
    bool nested = ft_slp_is_rule (node->symbol);
    if (!nested)
      push_run (s, (run){ft_slp_number (node->symbol), node->times});
    for (uint64_t i = 0; i < (nested ? node->times : 1); i++, --*steps)
      if (!*steps ||
          (nested && !expand (s, ft_slp_number (node->symbol), steps)))
        return false;
  }
  return true;
}

// If the end of the root is a loop, later rounds are compared with its
// expansion. A round that ends with the symbol it begins with is not: runs
// would go across rounds.
static void begin_rounds (ft_sequitur *s) {
  const ft_node *last = node_at (s, ft_sequitur_rules_last (&s->rules));
  unsigned steps = LONGEST_ROUND;
  if (last->times < 2 || !ft_slp_is_rule (last->symbol))
    return;
  if (!expand (s, ft_slp_number (last->symbol), &steps) ||
      s->round.runs.begin[0].terminal == FT_TOP (s->round.runs).terminal)
    FT_CLEAR (s->round.runs);
}

static void append (ft_sequitur *s, run r) {
  ft_sequitur_rules_append (&s->rules, FT_SLP_TERMINAL (r.terminal), r.times);
}

// Appends the rounds that were compared, and the beginning of one, as items.
static void end_rounds (ft_sequitur *s) {
  if (s->round.done)
    ft_sequitur_rules_repeat (&s->rules, s->round.done);
  for (size_t i = 0; i < s->round.at; i++)
    append (s, s->round.runs.begin[i]);
  s->round.at = s->round.done = 0;
  FT_CLEAR (s->round.runs);
}

static bool goes_round (ft_sequitur *s, run r) {
  if (s->round.at == s->round.runs.size)
    return false; // there is no round to compare with
  const run *expected = s->round.runs.begin + s->round.at;
  if (expected->terminal != r.terminal || expected->times != r.times)
    return false;
  if (++s->round.at == s->round.runs.size) {
    s->round.at = 0;
    s->round.done++;
  }
  return true;
}

static void push (ft_sequitur *s, run r) {
  if (goes_round (s, r))
    return;
  end_rounds (s);
  append (s, r);
  begin_rounds (s);
}

// ---- the interface ---------------------------------------------------------

void ft_sequitur_push (ft_sequitur *s, uint32_t terminal) {
  assert (terminal < FT_MOST_TERMINALS);
  if (s->run.times && s->run.terminal == terminal) {
    s->run.times++;
    return;
  }
  if (s->run.times)
    push (s, s->run);
  s->run = (run){terminal, 1};
}

size_t ft_sequitur_items (const ft_sequitur *s) {
  return s->rules.items;
}

void ft_sequitur_grammar (ft_sequitur *s, ft_slp *to) {
  if (s->run.times)
    push (s, s->run);
  s->run.times = 0;
  end_rounds (s);
  ft_sequitur_rules_list (&s->rules, to);
}
