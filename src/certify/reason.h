// Reasons: why no correct reordering exposes a pair, as steps that a person can
// follow.  A step follows from one rule of the model, from the recorded run,
// and from the earlier steps that it names (and from program order, which is
// not named).
//
// Every step is checked against its definition in tests/model/proof.c.

#ifndef FT_CERTIFY_REASON_H
#define FT_CERTIFY_REASON_H

#include "base/strbuf.h"
#include "certify/facts.h"

//     kind, its name in JSON
#define FT_PROOF_STEPS(S)                                                      \
  S (NEED_FORK, "need-fork") /* 'first' must run for 'second' to run */        \
  S (NEED_JOIN, "need-join")                                                   \
  S (NEED_WRITE, "need-write") /* ... since read 'about' returns it */         \
  S (NEED_ALLOC, "need-alloc")                                                 \
  S (NEED_ONLY, "need-only") /* likewise, and the other writes of the value    \
                                come too early or too late */                  \
  S (NEED_WRITERS, "need-writers") /* likewise, whichever write of the value     \
                                      'about' returns */                       \
  S (NEED_RELEASE, "need-release") /* ... to end the section 'about', which    \
                                      began before that at 'second' ended */   \
  S (NEED_LAST, "need-last")       /* ... since that at 'second' stays open */ \
  S (NEED_ROUND, "need-round") /* 'first' arrives for the round of a barrier   \
                                  that 'second' leaves */                      \
  S (NEED_POST, "need-post")   /* without 'first' there are too few units */   \
  S (NEED_ENABLER, "need-enabler") /* nothing else can allow 'second', a wake  \
                                      or failed try */                         \
  S (NEED_RECORDED, "need-recorded")                                           \
  S (FORK, "fork") /* 'first' comes before 'second', here and below */         \
  S (JOIN, "join")                                                             \
  S (READ, "read") /* 'about' returns what 'first' wrote */                    \
  S (ALLOC, "alloc")                                                           \
  S (ROUND, "round")                                                           \
  S (POST, "post")                                                             \
  S (FIRST_ENABLER, "first-enabler") /* 'first' is the earliest that can allow \
                                        'second' */                            \
  S (LAST_ENABLER, "last-enabler")   /* 'second' ends the last that can allow  \
                                        'about', so not before 'first' */      \
  S (RECORDED, "recorded")                                                     \
  S (EARLIER_WRITE, "earlier-write") /* or 'about' would return 'first' */     \
  S (LATER_WRITE, "later-write") /* 'second' would overwrite 'about', which    \
                                    'first' returns; FT_NO_ID: the initial     \
                                    value */                                   \
  S (SECTION, "section") /* 'about', which 'first' ends, began before the      \
                            section at 'second' ended */                       \
  S (LAST_SECTION, "last-section") /* the section at 'second' stays open, so   \
                                      all others on the lock come first */     \
  S (MUST_SUCCEED, "made") /* 'first', an exchange that may fail, races with   \
                      'second', which does not write, only where it writes */  \
  S (RETURNS, "returns")   /* condition: 'first' returns what it returned */   \
  S (APART, "apart")       /* condition: sections 'first', 'second' */         \
  S (LIFETIME, "lifetime") /* condition: accesses come before FREE 'first' */  \
  S (OBJECT, "object")     /* condition: the rule of the barrier, semaphore,   \
                              condition or failed try of 'first' */

enum ft_proof_step_kind {
#define S(NAME, text) FT_PROOF_STEP_##NAME,
  FT_PROOF_STEPS (S)
#undef S
};

const char *ft_proof_step_name (enum ft_proof_step_kind);

typedef struct ft_proof_step {
  enum ft_proof_step_kind kind;
  ft_id first, second, about; // events, or FT_NO_ID
  uint32_t premises, end;     // steps that it follows from, in 'premises'
} ft_proof_step;

enum ft_reason_kind {
  FT_REASON_NONE,
  FT_REASON_NEEDS,   // needed 'event' lies beyond 'bound'
  FT_REASON_CYCLE,   // the steps of 'conclusion' lead in a circle
  FT_REASON_INITIAL, // read 'event' returns the initial value, after write
                     // 'bound'
  FT_REASON_OPEN,    // section 'event' would have to end, and cannot
  FT_REASON_STARVED, // nothing is left that could allow 'event'
  FT_REASON_CORE,    // conditions that no order meets together
};

typedef struct ft_reason ft_reason;

struct ft_reason {
  enum ft_reason_kind kind;
  FT_STACK (ft_proof_step) steps;
  FT_STACK (uint32_t) premises;
  FT_STACK (uint32_t) conclusion; // steps; of a cycle in order
  ft_id event, bound;             // events; see above
  bool minimal;                   // of a core: every condition is necessary
};

void ft_reason_release (ft_reason *); // (ft_reason){0} is empty

// Appends a step without premises; returns its number.
uint32_t ft_reason_add (ft_reason *, enum ft_proof_step_kind, ft_id first,
                        ft_id second, ft_id about);

// Writes the thread, kind and target of an event: "T2's read of y (event 12)";
// "T2's branch (event 3)".
void ft_describe_event (const ft_trace *, ft_id event, ft_strbuf *);

// Writes one step, or the conclusion from all steps, as a sentence without a
// full stop.  Premises are named by number from 1.
void ft_reason_step (const ft_reason *, const ft_facts *, uint32_t step,
                     ft_strbuf *);
void ft_reason_conclusion (const ft_reason *, const ft_facts *, ft_strbuf *);

// Writes the reason in one line, shortened: for lists of many pairs.
void ft_reason_brief (const ft_reason *, const ft_facts *, ft_strbuf *);

#endif
