// A solver for order questions: Booleans, clauses, integer differences, and
// a directed graph that must stay acyclic.  The only layer that knows Z3.
//
// Terms belong to their solver and are freed with it.  All solvers of a process
// share one context of Z3, since a new one takes milliseconds.  Which of
// several models Z3 finds depends on the earlier use of the context.
//
// The graph is a user propagator of Z3 over 'acyclic.h'.

#ifndef FT_SMT_SMT_H
#define FT_SMT_SMT_H

#include "base/ids.h"

typedef struct ft_smt ft_smt;
typedef struct ft_term_tag *ft_term;

enum ft_answer { FT_UNKNOWN, FT_SAT, FT_UNSAT };

// 'timeout' in seconds is passed on to Z3, which may exceed it: a caller that
// cannot wait runs the solver in a child process.
ft_smt *ft_smt_new (double timeout);
void ft_smt_free (ft_smt *);

// Frees the context, so that the next answers are those of a new process.
// There must be no solver.
void ft_smt_forget (void);

// A new Boolean; the solver tries 'preferred' first.
ft_term ft_smt_bool (ft_smt *, bool preferred);
ft_term ft_smt_int (ft_smt *);

ft_term ft_smt_true (ft_smt *);
ft_term ft_smt_false (ft_smt *);
ft_term ft_smt_not (ft_smt *, ft_term);
ft_term ft_smt_or (ft_smt *, size_t n, const ft_term *);
ft_term ft_smt_and (ft_smt *, size_t n, const ft_term *);
ft_term ft_smt_less (ft_smt *, ft_term a, ft_term b); // integers, a < b
// At least 'least' of the n terms are true.
ft_term ft_smt_at_least (ft_smt *, size_t n, const ft_term *, size_t least);
void ft_smt_assert (ft_smt *, ft_term);

// The graph (see 'acyclic.h'): nodes 0 .. n-1, edges that are always there,
// and edges that are there when a Boolean made by 'ft_smt_bool' is true.
// Call 'ft_smt_graph' and all 'ft_smt_edge's before 'ft_smt_edge_if'; false
// if the fixed edges alone make a cycle.
void ft_smt_graph (ft_smt *, uint32_t nodes);
bool ft_smt_edge (ft_smt *, uint32_t from, uint32_t to);
void ft_smt_edge_if (ft_smt *, ft_term, uint32_t from, uint32_t to);

enum ft_answer ft_smt_check (ft_smt *);

// Constraint groups show which constraints make a problem unsatisfiable.  Once
// a solver tracks them, the assertions between 'ft_smt_group' and
// 'ft_smt_ungroup' are a group, named by two numbers of the caller, which holds
// only in checks that ask for it.  Groups do not nest.  A solver that does not
// track groups ignores both calls.
typedef struct ft_constraint_group {
  ft_id a, b;
} ft_constraint_group;

void ft_smt_track (ft_smt *);
void ft_smt_group (ft_smt *, ft_id a, ft_id b);
void ft_smt_ungroup (ft_smt *);
size_t ft_smt_groups (const ft_smt *);
ft_constraint_group ft_smt_group_at (const ft_smt *, size_t);

// Checks with the groups that are set in 'kept'.  After FT_UNSAT only the
// groups that the solver used stay set: an unsatisfiable core, perhaps not
// minimal.
enum ft_answer ft_smt_check_groups (ft_smt *, bool *kept);

// The value of a Boolean or an integer in the model after FT_SAT.
bool ft_smt_value (ft_smt *, ft_term);
int64_t ft_smt_number (ft_smt *, ft_term);

// Why the last answer was FT_UNKNOWN; borrowed.
const char *ft_smt_reason (const ft_smt *);

#endif
