// Cones: the events that a pair of accesses needs, and those that it may use.
//
// A question asks for a correct reordering that leaves its targets pending
// (each the next event of its thread): the two accesses of a race, or the
// blocked acquires of a deadlock.  An answer is made of the recorded prefix
// before the window and events of the window (usually the whole trace), a
// prefix of each thread.  'base' is the least set that every answer includes:
// program order, forks, joined threads, and the writers of reads that matter.
// 'top' is a set in which some answer lies if there is one.  Beyond 'base', it
// has the ends of critical sections that block other threads, writers that
// could replace a recorded one, and the events that these need.
//
// If 'base' needs an event that it cannot include, the pair is refuted, with
// the chain of needs as the reason.
//
// Cost: linear in the cone (times the rounds that 'top' takes).

#ifndef FT_CERTIFY_CONE_H
#define FT_CERTIFY_CONE_H

#include "base/strbuf.h"
#include "certify/facts.h"
#include "certify/reason.h"
#include "witness/witness.h"

// Limit on the targets of a question: longer deadlocks are not searched for.
#define FT_MOST_TARGETS 10

// One event before another.
typedef struct ft_precedence {
  ft_id from, to;
} ft_precedence;

typedef struct ft_question {
  ft_id targets[FT_MOST_TARGETS]; // of different threads
  uint32_t count;
  ft_id begin, end;   // positions of the window; 0 and the trace's size
  bool relaxed;       // leave out constraints that are not necessary in every
                      // reordering
  bool keeps_assumed; // but for the orders of assumed variables and those of
                      // the system, which the checker keeps
  enum ft_model model;
  bool frozen; // a relaxed question that keeps frozen reads (see 'ft_reads')

  // A question under c11 has one target, and asks for a schedule in which 'first'
  // is executed and does not happen before the target, which is next.
  bool c11;
  ft_id first;
  // A question about freed memory has one target, an access, and asks for a
  // schedule in which 'first', a FREE of its block, is executed; under c11, one in
  // which it does not happen before the target.
  bool after_free;
  // Of a question about freed memory: writes, and reads that behind 'first' do not
  // come after them, nor after other writes of the same value ('maximal_reads.c').
  const ft_precedence *renewals; // borrowed
  uint32_t renewal_count;
  // A question of order has one target, and asks for a schedule that reaches it
  // without having executed 'first'.
  bool bars_first;
  bool cxx20; // by release sequences that a store of the head's thread ends
} ft_question;

// Events of a thread that were needed, and by which event, to explain a
// refutation.
typedef struct ft_need {
  ft_tid thread;
  ft_id from, to; // local positions
  ft_id cause;    // event that needs the one at to - 1; FT_NO_ID: a target
  ft_id read;     // on which it depends, and which no write can give its value
                  // without that event; FT_NO_ID: by another rule
} ft_need;

typedef FT_STACK (ft_need) ft_needs;

struct ft_undo {
  ft_tid thread;
  ft_id old;
};

// The question about a race, within a window.
static inline ft_question ft_question_of_pair (const ft_id pair[2], ft_id begin,
                                               ft_id end) {
  return (ft_question){.targets = {pair[0], pair[1]},
                       .count = 2,
                       .begin = begin,
                       .end = end};
}

// The question whether 'last' can be executed without 'first', which was,
// happening before it.
static inline ft_question ft_question_of_c11 (ft_id first, ft_id last,
                                              ft_id end) {
  return (ft_question){.targets = {last},
                       .count = 1,
                       .end = end,
                       .c11 = true,
                       .first = first};
}

// The question about a failure: whether 'fails' can be next, behind 'freed' if
// that is not FT_NO_ID.
static inline ft_question ft_question_of_failure (ft_id fails, ft_id freed,
                                                  ft_id end) {
  return (ft_question){.targets = {fails},
                       .count = 1,
                       .end = end,
                       .after_free = freed != FT_NO_ID,
                       .first = freed};
}

// The question of order: whether 'last' can be next while 'first' is not executed.
static inline ft_question ft_question_of_order (ft_id first, ft_id last,
                                                ft_id end) {
  return (ft_question){.targets = {last},
                       .count = 1,
                       .end = end,
                       .bars_first = true,
                       .first = first};
}

// Whether the question requires 'first'.
static inline bool ft_question_has_first (const ft_question *q) {
  return q->c11 || q->after_free;
}

// Whether an answer is a finding: neither that one event can come first is one, nor
// that an access behind a FREE is unordered with it.
static inline bool ft_question_has_finding (const ft_question *q) {
  return !q->bars_first && !(q->c11 && q->after_free);
}

// Whether the target is an event at which the program fails.
static inline bool ft_question_is_failure (const ft_question *q,
                                           const ft_facts *facts) {
  const ft_event *e = facts->trace->events + q->targets[0];
  return q->after_free || ft_event_fails (e) ||
         (q->count == 1 && ft_kind_waits ((enum ft_kind)e->kind));
}

// Whether the target is an event for which its thread is to wait when no thread
// can go on.
static inline bool ft_question_is_hang (const ft_question *q,
                                        const ft_facts *facts) {
  return q->count == 1 && ft_kind_waits (
             (enum ft_kind)facts->trace->events[q->targets[0]].kind);
}

// Whether the targets are acquires that wait for each other.
static inline bool ft_question_is_deadlock (const ft_question *q,
                                            const ft_facts *facts) {
  return ft_kind_acquires (facts->trace->events[q->targets[0]].kind);
}

// The target that must succeed, a compare-and-swap that races with an access
// that does not write, or FT_NO_ID.
static inline ft_id ft_question_must_succeed (const ft_question *q,
                                              const ft_facts *facts) {
  const ft_event *events = facts->trace->events;
  const ft_event *last = events + q->targets[0];
  if (q->c11)
    return ft_event_must_write (last, events + q->first) ? q->targets[0]
                                                         : FT_NO_ID;
  for (int i = 0; q->count == 2 && i < 2; i++)
    if (ft_event_must_write (events + q->targets[i],
                             events + q->targets[1 - i]))
      return q->targets[i];
  return FT_NO_ID;
}

// The last target in the trace, or the FREE that comes before a target.  An event
// before some target comes before it.
static inline ft_id ft_question_last (const ft_question *q) {
  ft_id last = q->after_free ? q->first : 0;
  for (uint32_t i = 0; i < q->count; i++)
    if (q->targets[i] > last)
      last = q->targets[i];
  return last;
}

// First and last position of the targets, of those on alternative paths by
// their branch.
static inline void ft_question_span (const ft_question *q,
                                     const ft_facts *facts, ft_id span[2]) {
  span[0] = FT_NO_ID;
  span[1] = 0;
  for (uint32_t i = 0; i < q->count; i++) {
    ft_id at = ft_facts_anchor (facts, q->targets[i]);
    span[0] = at < span[0] ? at : span[0];
    span[1] = at > span[1] ? at : span[1];
  }
  if (q->after_free && q->first > span[1])
    span[1] = q->first;
}

typedef struct ft_cone ft_cone;

struct ft_cone {
  const ft_facts *facts; // borrowed
  const struct ft_ideals *needed; // what events need under the strictest model
                                  // ('ideal.h'); borrowed, NULL: not known
  ft_question question;

  // See ft_question_must_succeed.  This target comes after all included events,
  // and is a node of no graph.
  ft_id must_succeed;

  // Per thread, as "included up to": the events before the window, the most
  // that may be included, and the two sets above.
  ft_id *start, *limit, *base, *top;

  ft_needs needs; // of 'base', in order

  // Orders among events of 'base' that saturation forced, so that every answer
  // respects them ('closure.h').
  FT_STACK (ft_precedence) forced;

  uint64_t steps;        // steps that 'top' may still take
  bool uses_unnecessary; // 'base' uses constraints that 'relaxed' leaves out
  ft_need failed;        // the need that could not be met, if refuted
  ft_tid put_off;        // a thread that greedy schedules run only where no
                         // other can go on; FT_NO_ID: none
  bool recorded;         // 'base' follows the recorded order
                         // (ft_cone_ask_recorded)
  ft_needs work;
  FT_STACK (struct ft_undo) undo;
};

ft_cone *ft_cone_new (const ft_facts *);
void ft_cone_free (ft_cone *);

// Sets the question and the bounds that it gives threads, with no needs.
void ft_cone_begin (ft_cone *, ft_question);

// Computes 'base'.  False if it cannot be included, so that the pair is refuted
// (for this window, and with 'uses_unnecessary' only under the unnecessary
// constraints).
bool ft_cone_ask (ft_cone *, ft_question);

// Computes as 'base' the events that happen before the pair in the recorded
// order: lock order and the writers of all reads included.  If no target is
// among them (the result is true), they are a correct reordering as recorded;
// this is so for every SHB race.
bool ft_cone_ask_recorded (ft_cone *, ft_question);

// Computes 'top' from 'base', in about so many steps: events that are included,
// also tentatively, and writers that are looked at.  False if these were too
// few; 'top' is then too small to refute.
bool ft_cone_widen (ft_cone *, uint64_t steps);

// Explains why ft_cone_ask (or ft_cone_require) failed: the chain of needs from
// the targets to the one that cannot be met ('cone_explain.c'), completely or
// in one line.
void ft_cone_prove (const ft_cone *, ft_reason *);
void ft_cone_explain (const ft_cone *, ft_strbuf *);

// Appends the steps by which 'base' needs the event, unless its thread is that
// of a target.  'proved' holds the steps that are there already, by event.
void ft_cone_prove_need (const ft_cone *, ft_id event, ft_reason *,
                         ft_map *proved);

// Appends the step: the compare-and-swap must succeed.
void ft_cone_prove_must_succeed (const ft_cone *, ft_reason *);

// Makes 'base' (or, tentatively, 'top') include the first 'k' events of 't' and
// the events that they need; false if that is impossible.  A failure leaves
// 'top' as it was.  'cause' is part of the explanation when 'base' cannot grow.
bool ft_cone_require (ft_cone *, ft_tid t, ft_id k, ft_id cause);
bool ft_cone_try (ft_cone *, ft_tid t, ft_id k);

// The number of events of 'base'.
ft_id ft_cone_base_size (const ft_cone *);

// Whether the event lies in the window and below 'top'.
bool ft_cone_may_include (const ft_cone *, ft_id event);

// Whether a target itself, rather than an included event, is at local position
// 'k' of thread 't'.
bool ft_cone_is_target (const ft_cone *, ft_tid t, ft_id k);

// Whether a read that matters must get each of its bytes from the recorded
// source under a model: no other writer would give it its value.
bool ft_facts_forces (const ft_facts *, ft_id read, enum ft_model);

// The same in this question, so that its sources are needs.  Otherwise the read
// has a choice among the writers that ft_cone_admits.
bool ft_cone_is_forced (const ft_cone *, ft_id read);

// Whether 'read' may read from 'writer' (FT_NO_ID: from the initial value) in
// this question, by value and by position.  Within the window, overwriting is
// not looked at.
bool ft_cone_admits (const ft_cone *, ft_id read, ft_id writer);

// Whether the event is the first access of a question under c11 and a read whose
// value is free until its thread goes on.
bool ft_cone_is_free_first (const ft_cone *, ft_id event);

// Whether the read takes each of its bytes from a writer of its own choice,
// which ft_cone_admits_byte.
bool ft_cone_is_mixed (const ft_cone *, ft_id read);
bool ft_cone_admits_byte (const ft_cone *, ft_id read, ft_id writer, int byte);

// Whether the read may return any value that a writer leaves (value model). The
// target that must succeed reads its recorded value.
bool ft_cone_is_free (const ft_cone *, ft_id read);

// From which event on the read matters to this question.
ft_read_use ft_cone_use (const ft_cone *, ft_id read);

// Whether the read puts no constraint on this question at all.
bool ft_cone_ignores (const ft_cone *, ft_id read);

// Whether the read is kept as recorded, although no event of its thread depends
// on it: that of an exchange (see 'kept' of ft_reads).
bool ft_cone_keeps (const ft_cone *, ft_id read);

// Whether the read, which starts to matter at a target, matters only to the
// value that the target writes, which is free.
bool ft_cone_is_idle (const ft_cone *, ft_id read);

// When a read of 'top' is bound to its recorded value: never; whenever it is
// included; or when the later event at local position '*at' is included.
enum ft_binding { FT_NEVER_BOUND, FT_BOUND, FT_BOUND_LATE };
enum ft_binding ft_cone_binding (const ft_cone *, ft_id read, ft_id *at);

#endif
