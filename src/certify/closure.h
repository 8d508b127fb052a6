// Closure, or saturation: the orders that locks and reads force between the
// events of a cone, as far as they follow one at a time (sync-preserving
// closure, Mathur, Pavlogiannis, Viswanathan 2021; AddConstraints of
// VindicateRace, Roemer, Genç, Bond 2018, Section 5).
//
// Rules, for events that are all included:
// - a read that must read from w, and another write x to its bytes: if x comes
//   before the read it comes before w; if w comes before x so does the read;
// - two sections on a lock, not both shared: if one opens before the other
//   closes it closes before the other opens;
// - a wake or failed try whose candidates are all in one thread ('enabling.h'):
//   the first begins before it, the last does not end too early.
// - under c11, two sections on a lock, not both shared: if the first access
//   happens before the end of one and the other begins before the last access,
//   in the sense of happens-before ('happens.h'), the latter comes first.
// Where these lead to no contradiction, a relaxed question under the strictest model
// is looked at once more, if it is known what events need:
// - an event comes behind all that it needs ('ideal.h');
// - a read that must return what it returned, for which one writer is left
//   ('only_writer.h'), reads from that one.
// If only the events that the pair needs are included, every rule is necessary
// in the maximal causal model, and a cycle refutes the pair.  A conflicting
// read before a write is not ordered (the maximal causal model is weaker than
// the CA rule).  Sections that must be closed become needs.
//
// Cost: passes over the cone, each a few binary searches per event and thread.
// Compared with the encodings by tests/unit/test_certify.c.

#ifndef FT_CERTIFY_CLOSURE_H
#define FT_CERTIFY_CLOSURE_H

#include "certify/graph.h"
#include "certify/reason.h"

enum ft_closure_result {
  FT_CLOSURE_SATURATED,     // no contradiction
  FT_CLOSURE_CONTRADICTION, // a cycle, or a section that cannot be closed
  FT_CLOSURE_TOO_LARGE,     // does not fit into memory
};

// The rule that forced an order.
enum ft_forcing {
  FT_FORCED_EARLIER_WRITE,
  FT_FORCED_LATER_WRITE,
  FT_FORCED_SECTION,
  FT_FORCED_ENABLER,
  FT_FORCED_UNORDERED, // under c11
};

typedef struct ft_forced {
  ft_id from, to; // events
  enum ft_forcing rule;
  ft_id read; // the read, or the acquire of the second section, or the wake or
              // failed try
} ft_forced;

typedef struct ft_closure ft_closure;

struct ft_closure {
  ft_cone *cone;   // borrowed; 'base' grows, 'top' is saturated
  ft_graph *graph; // owned; of the last saturation
  FT_STACK (ft_forced) forced;
  ft_id cannot_close; // acquire of a section that would have to be closed, or
                      // FT_NO_ID
  ft_id closed_for;   // ... because of this acquire
  ft_id early_write;  // write that comes before a read of the initial value, or
                      // FT_NO_ID
  ft_id initial_read; // ... before this read
  ft_id starved;      // wake or failed try without a candidate, or FT_NO_ID
  ft_id enabler; // the first candidate that could allow the event below, or the
                 // only writer for it, if it was to be included, or FT_NO_ID
  ft_id enabled;
  bool again; // it was looked at once more: there are no steps for what follows
};

void ft_closure_init (ft_closure *, ft_cone *);
void ft_closure_release (ft_closure *);

// Saturates the events that the pair needs ('base' of the asked cone, which may
// grow).
enum ft_closure_result ft_closure_saturate_base (ft_closure *, uint64_t memory);

// Saturates the events below 'top', which the caller chose, keeping the forced
// orders so far.  A contradiction here refutes nothing.
enum ft_closure_result ft_closure_saturate_top (ft_closure *, uint64_t memory);

// Unless it was looked at 'again', explains why ft_closure_saturate_base found the pair impossible: completely,
// with every step that the contradiction follows from ('closure_explain.c').  In
// one line it is explained in any case.
void ft_closure_prove (const ft_closure *, ft_reason *);
void ft_closure_explain (const ft_closure *, ft_strbuf *);

#endif
