// Which input bytes a question about a path has to do with.
//
// Two bytes belong together if a path constraint depends on both, directly or through
// other bytes.  The constraints that have none of a question's bytes hold with the
// input of the run, which the other bytes keep: they need not be asked, and an answer
// without them is one with them.  A byte whose value in the run is not known, and the
// bytes of a constraint that does not hold with the values of the run (what the program
// does is undefined there, or code that is not instrumented wrote), belong to every
// question.
//
// Source: KLEE's independence solver (Cadar, Dunbar, Engler, OSDI 2008).
// Cost: almost linear in the terms of the path, once for all questions.
// Compared with questions that leave nothing out, by trying all inputs, in
// tests/unit/test_concolic.c.

#ifndef FT_EXPLORE_INDEPENDENCE_H
#define FT_EXPLORE_INDEPENDENCE_H

#include "explore/concolic_trail.h"

typedef struct ft_independence ft_independence;

// Of a path that is followed to its end.
ft_independence *ft_independence_new (const ft_concolic *);
void ft_independence_free (ft_independence *);

// The group of a term's bytes, of an entry of the trail, of an input byte; FT_NO_ID:
// there are none.  Asking for a term's group may join groups: those that were asked for
// before are asked for again.
uint32_t ft_independence_of_term (ft_independence *, ft_term);
uint32_t ft_independence_of_entry (ft_independence *, size_t);
uint32_t ft_independence_of_input (ft_independence *, size_t);

// The group that belongs to every question.
uint32_t ft_independence_always (ft_independence *);

#endif
