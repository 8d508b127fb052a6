// The rules that Sequitur makes of appended symbols.  The invariants of
// 'sequitur.h' hold whenever a call returns.

#ifndef FT_GRAMMAR_SEQUITUR_RULES_H
#define FT_GRAMMAR_SEQUITUR_RULES_H

#include "grammar/digrams.h"

typedef FT_STACK (uint32_t) ft_worklist;

typedef struct ft_sequitur_rules {
  ft_digrams digrams;
  FT_STACK (struct ft_live_rule) rules;
  uint32_t vacant;       // chain of rules that are not in use, by 'users'
  ft_worklist pairs;     // first nodes of digrams that may be new
  ft_worklist underused; // rules that may be used too little
  size_t items;          // number of nodes that are no guards
} ft_sequitur_rules;

struct ft_live_rule {
  uint32_t guard;       // FT_NO_NODE: not in use
  uint32_t uses, users; // nodes that use the rule: their number, and their
                        // exclusive or, which is the node if there is one
};

// Makes the root, rule 0, without items.
void ft_sequitur_rules_init (ft_sequitur_rules *);
void ft_sequitur_rules_clear (ft_sequitur_rules *);
void ft_sequitur_rules_release (ft_sequitur_rules *);

// Appends a symbol to the root.
void ft_sequitur_rules_append (ft_sequitur_rules *, uint32_t symbol,
                               uint64_t times);

// The last item of the root, or its guard.
uint32_t ft_sequitur_rules_last (const ft_sequitur_rules *);

// Increases the repeats of the last item of the root.
void ft_sequitur_rules_repeat (ft_sequitur_rules *, uint64_t more);

// Writes the rules to 'to', whose terminals stay.
void ft_sequitur_rules_list (const ft_sequitur_rules *, ft_slp *to);

#endif
