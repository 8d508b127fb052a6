// Cones: which events a pair of accesses needs, and which it might use.
//
// A question asks for a correct reordering that leaves its targets pending
// (each the next event of its thread): the two accesses of a race, or the
// blocked acquires of a deadlock.  It is made of the recorded prefix before the
// window and events of the window (the whole trace, usually).  What is included
// is a prefix of each thread.  'base' is the least set that every answer
// includes: program order, forks, joined threads, and the writers of reads that
// matter.  'top' is a set in which some answer lies if there is one: beyond
// 'base', only the ends of critical sections that stand in others' way and
// writers that could replace a recorded one are of use, with what these need.
//
// A pair whose base needs more than there is is refuted by it, with the chain
// of needs as the reason.  Linear in the cone (times the rounds that 'top'
// takes).

#ifndef FT_CERTIFY_CONE_H
#define FT_CERTIFY_CONE_H

#include "base/strbuf.h"
#include "certify/facts.h"
#include "certify/reason.h"
#include "witness/witness.h"

// Of a question; longer deadlocks are not looked for.
#define FT_MOST_TARGETS 6

typedef struct ft_question {
  ft_id targets[FT_MOST_TARGETS]; // of different threads
  uint32_t count;
  ft_id begin, end; // positions of the window; 0 and the trace's size
  bool relaxed;     // leave out what is not necessary in every reordering
  enum ft_model model;
} ft_question;

// Who asked for events of a thread, to explain a refutation.
typedef struct ft_need {
  ft_tid thread;
  ft_id from, to; // local positions
  ft_id cause;    // event that needs the one at to - 1; FT_NO_ID: a target
} ft_need;

typedef FT_STACK (ft_need) ft_needs;

struct ft_undo {
  ft_tid thread;
  ft_id old;
};

// One event before another.
typedef struct ft_precedence {
  ft_id from, to;
} ft_precedence;

// The question about a race, within a window.
static inline ft_question ft_question_of_pair (const ft_id pair[2], ft_id begin,
                                               ft_id end) {
  return (ft_question){{pair[0], pair[1]}, 2, begin, end, false, FT_MODEL_MCM};
}

// Whether the targets are acquires that wait for each other.
static inline bool ft_question_is_deadlock (const ft_question *q,
                                            const ft_facts *facts) {
  return ft_kind_acquires (facts->trace->events[q->targets[0]].kind);
}

// The target that has to do what it did in the trace, a compare-and-swap beside
// what does not write, or FT_NO_ID.
static inline ft_id ft_question_must_succeed (const ft_question *q,
                                              const ft_facts *facts) {
  const ft_event *events = facts->trace->events;
  for (int i = 0; q->count == 2 && i < 2; i++)
    if (ft_event_must_write (events + q->targets[i],
                             events + q->targets[1 - i]))
      return q->targets[i];
  return FT_NO_ID;
}

// The last target in the trace; what is before any target is before it.
static inline ft_id ft_question_last (const ft_question *q) {
  ft_id last = 0;
  for (uint32_t i = 0; i < q->count; i++)
    if (q->targets[i] > last)
      last = q->targets[i];
  return last;
}

// First and last position of its targets, those of alternatives by their
// branch.
static inline void ft_question_span (const ft_question *q,
                                     const ft_facts *facts, ft_id span[2]) {
  span[0] = FT_NO_ID;
  span[1] = 0;
  for (uint32_t i = 0; i < q->count; i++) {
    ft_id at = ft_facts_anchor (facts, q->targets[i]);
    span[0] = at < span[0] ? at : span[0];
    span[1] = at > span[1] ? at : span[1];
  }
}

typedef struct ft_cone ft_cone;

struct ft_cone {
  const ft_facts *facts; // borrowed
  ft_question question;

  // See 'ft_question_must_succeed'.  It comes after all that is included, and
  // is a node of no graph.
  ft_id must_succeed;

  // Per thread, as "included up to": what lies before the window, the most
  // that may be included, and the two sets above.
  ft_id *start, *limit, *base, *top;

  ft_needs needs; // of 'base', in order

  // Orders among events of 'base' that saturation found to be forced, so that
  // every answer respects them ('closure.h').
  FT_STACK (ft_precedence) forced;

  uint64_t steps; // that are left of those that 'top' may take
  bool
      uses_unnecessary; // 'base' leans on constraints that 'relaxed' leaves out
  ft_need failed;       // the need that could not be met, if refuted
  bool recorded;        // 'base' follows the recorded order (see below)
  ft_needs work;
  FT_STACK (struct ft_undo) undo;
};

ft_cone *ft_cone_new (const ft_facts *);
void ft_cone_free (ft_cone *);

// Sets the question and the bounds that it gives threads, with no needs.
void ft_cone_begin (ft_cone *, ft_question);

// Computes 'base'; false if it cannot be, so that the pair is refuted (for
// this window, and if 'leans' only under the unnecessary constraints).
bool ft_cone_ask (ft_cone *, ft_question);

// Computes as 'base' the events that happen before the pair in the recorded
// order: lock order and readers' writers included.  If no target is among them
// (the result is true), they are a correct reordering as recorded; this is so
// for every SHB race.
bool ft_cone_ask_recorded (ft_cone *, ft_question);

// Computes 'top' from 'base', in about as many steps: events that are included,
// or are not after all, and writers that are looked at.  False if that was too
// few; 'top' is then too small to refute.
bool ft_cone_widen (ft_cone *, uint64_t steps);

// Why 'ft_cone_ask' (or 'ft_cone_require') said no: the chain of needs from the
// targets to the one that cannot be met ('needs.c'), whole or in one line.
void ft_cone_prove (const ft_cone *, ft_reason *);
void ft_cone_explain (const ft_cone *, ft_strbuf *);

// Appends the steps by which 'base' needs the event, if its thread is not one
// of a target's; 'told' holds the steps already there, by event.
void ft_cone_prove_need (const ft_cone *, ft_id event, ft_reason *,
                         ft_map *proved);

// Appends that the target which has to do what it did has to.
void ft_cone_prove_must_succeed (const ft_cone *, ft_reason *);

// Makes 'base' (or, tentatively, 'top') include the first 'k' events of 't' and
// what they need; false if that cannot be.  A failure leaves 'top' as it was;
// 'cause' is told when 'base' cannot grow.
bool ft_cone_require (ft_cone *, ft_tid t, ft_id k, ft_id cause);
bool ft_cone_try (ft_cone *, ft_tid t, ft_id k);

// Whether the event lies in the window and below 'top'.
bool ft_cone_may_include (const ft_cone *, ft_id event);

// Whether a target itself, rather than an included event, is at local position
// 'k' of thread 't'.
bool ft_cone_is_target (const ft_cone *, ft_tid t, ft_id k);

// Whether a read that matters must get each of its bytes from the recorded
// source under a model: no other writer would give it its value.
bool ft_facts_forces (const ft_facts *, ft_id read, enum ft_model);

// The same in this question, so that its sources are needs; otherwise it has a
// choice among the writers that 'ft_cone_admits'.
bool ft_cone_is_forced (const ft_cone *, ft_id read);

// Whether 'read' may read from 'writer' (FT_NO_ID: from the initial value) in
// this question, by value and by place; who overwrites whom is not looked at
// within the window.
bool ft_cone_admits (const ft_cone *, ft_id read, ft_id writer);

// Whether the read may return whatever a writer leaves (value model).
bool ft_cone_is_free (const ft_cone *, ft_id read);

// Whether the read puts no constraint on this question at all.
bool ft_cone_ignores (const ft_cone *, ft_id read);

// Whether the read, which starts to matter at a target, matters only to the
// value that this writes, which is free.
bool ft_cone_is_idle (const ft_cone *, ft_id read);

// When a read of 'top' is bound to its recorded value: never; whenever it is
// included; or when the later event at local position '*at' is included.
enum ft_binding { FT_NEVER_BOUND, FT_BOUND, FT_BOUND_LATE };
enum ft_binding ft_cone_binding (const ft_cone *, ft_id read, ft_id *at);

#endif
