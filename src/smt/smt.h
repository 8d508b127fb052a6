// A solver for order questions: Booleans, clauses, integer differences, and
// a directed graph that must stay acyclic.  The only layer that knows Z3.
//
// Terms belong to their solver and die with it.  All solvers of a process
// share one context, since a fresh one costs milliseconds.  Which of several
// models Z3 finds depends on what the context saw before.

#ifndef FT_SMT_SMT_H
#define FT_SMT_SMT_H

#include "base/ids.h"

typedef struct ft_smt ft_smt;
typedef struct ft_term_tag *ft_term;

enum ft_answer { FT_UNKNOWN, FT_SAT, FT_UNSAT };

// 'timeout' in seconds is passed on to Z3, which does not keep to it promptly:
// whoever cannot wait runs the solver in a child process.
ft_smt *ft_smt_new (double timeout);
void ft_smt_free (ft_smt *);

// Forgets the context, so that the next answers are those of a new process.
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
void ft_smt_assert (ft_smt *, ft_term);

// The graph (see 'acyclic.h'): nodes 0 .. n-1, edges that are always there,
// and edges that are there when a Boolean made by 'ft_smt_bool' is true.
// Call 'ft_smt_graph' and all 'ft_smt_edge's before 'ft_smt_edge_if'; false
// if the fixed edges alone make a cycle.
void ft_smt_graph (ft_smt *, uint32_t nodes);
bool ft_smt_edge (ft_smt *, uint32_t from, uint32_t to);
void ft_smt_edge_if (ft_smt *, ft_term, uint32_t from, uint32_t to);

enum ft_answer ft_smt_check (ft_smt *);

// Groups tell which constraints make a problem unsatisfiable.  Once a solver
// tracks, what is asserted between 'ft_smt_group' and 'ft_smt_ungroup' is a
// group, named by two numbers of the caller's, and holds only in checks that
// ask for it.  A solver that does not track ignores both calls.
typedef struct ft_constraint_group {
  ft_id a, b;
} ft_constraint_group;

void ft_smt_track (ft_smt *);
void ft_smt_group (ft_smt *, ft_id a, ft_id b);
void ft_smt_ungroup (ft_smt *);
size_t ft_smt_groups (const ft_smt *);
ft_constraint_group ft_smt_group_at (const ft_smt *, size_t);

// Checks with the groups that 'kept' has set; after FT_UNSAT only those are
// set that the solver used, together unsatisfiable, perhaps not minimal.
enum ft_answer ft_smt_check_groups (ft_smt *, bool *kept);

// In the model after FT_SAT.
bool ft_smt_value (ft_smt *, ft_term);
int64_t ft_smt_number (ft_smt *, ft_term);

// Why the last answer was FT_UNKNOWN; borrowed.
const char *ft_smt_reason (const ft_smt *);

#endif
