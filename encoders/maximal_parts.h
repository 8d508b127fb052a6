// Helpers that the parts of the encoder of 'maximal.h' share: 'maximal.c',
// 'maximal_reads.c' (the writers of reads), 'maximal_enablers.c' (what allows
// wakes and failed tries), 'maximal_objects.c' (semaphores and barriers),
// 'maximal_c11.c' (happens-before).

#ifndef FT_ENCODERS_MAXIMAL_PARTS_H
#define FT_ENCODERS_MAXIMAL_PARTS_H

#include "certify/happens.h"
#include "encoders/maximal.h"

static inline bool may_include (const ft_maximal *e, ft_id event) {
  return ft_cone_may_include (e->cone, event);
}

static inline ft_id node (const ft_maximal *e, ft_id event) {
  return ft_graph_node (e->graph, event);
}

// Whether the event is the target that must succeed, or that of a question under
// c11.  It is not a node: it comes after all included events.
static inline bool is_last (const ft_maximal *e, ft_id event) {
  return event == e->cone->must_succeed ||
         (e->cone->question.c11 && event == e->cone->question.targets[0]);
}

// Whether the graph orders x before y.
static inline bool ordered (const ft_maximal *e, ft_id x, ft_id y) {
  if (is_last (e, x) || is_last (e, y))
    return is_last (e, y);
  return ft_graph_ordered (e->graph, node (e, x), node (e, y));
}

static inline ft_term before (ft_maximal *e, ft_id x, ft_id y) {
  if (is_last (e, x) || is_last (e, y))
    return is_last (e, y) ? e->literals.yes : e->literals.no;
  return ft_literals_before (&e->literals, node (e, x), node (e, y));
}

static inline ft_term included (ft_maximal *e, ft_id event) {
  return is_last (e, event) ? e->literals.yes : ft_maximal_happens (e, event);
}

static inline ft_term excluded (ft_maximal *e, ft_id event) {
  return ft_literals_not (&e->literals, included (e, event));
}

#define CLAUSE(...)                                                            \
  ft_literals_clause (&e->literals,                                            \
                      sizeof ((ft_term[]){__VA_ARGS__}) / sizeof (ft_term),    \
                      (ft_term[]){__VA_ARGS__})

// Asserts that the read, if it matters, reads from a writer that it may read
// from.
void ft_maximal_read (ft_maximal *, ft_id read);

// Asserts the renewals of the question.
void ft_maximal_renew (ft_maximal *);

// The bytes of 'mask' that every write to the first of them writes with it, and
// no other write.
uint8_t ft_maximal_first_group (const ft_maximal *, ft_id variable,
                                uint8_t mask);

// Asserts that something allows the event, which has a choice.
void ft_maximal_enable (ft_maximal *, ft_id event);

// Asserts what the rule of its object asks of the event beyond the orders of
// the graph.
void ft_maximal_object (ft_maximal *, ft_id event);

// Notes that the literal 'chosen' lets 'taker' take what 'giver' gives; and
// asserts, when all are noted, that nothing is taken twice.
void ft_maximal_take (ft_maximal *, ft_id taker, ft_id giver, ft_term chosen);
void ft_maximal_share (ft_maximal *);

// Makes the terms of a question under c11, and asserts the rules of
// happens-before; nothing for another question.
void ft_maximal_c11_begin (ft_maximal *);
void ft_maximal_c11 (ft_maximal *);

// The term "if the event happens, the first access happens before it".
ft_term ft_maximal_after (const ft_maximal *, ft_id event);

// Asserts under c11: 'unless', or with 'from' the first access happens before
// 'to', too.
void ft_maximal_hand_on (ft_maximal *, ft_id from, ft_id to, ft_term unless);

// Whether the clauses exceed the memory.
bool ft_maximal_is_too_large (const ft_maximal *);

#endif
