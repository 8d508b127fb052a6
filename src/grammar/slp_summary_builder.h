// The summary builder is the pass over one rule: vector clocks and epochs, as
// on any trace, where an item that is a rule is one step (Kini, Mathur,
// Viswanathan 2018, Section 5.1, for runs of terminals; here for all items).
//
// Each synchronisation object has a clock over the threads of the rule, and a
// set of the objects whose knowledge at the rule's beginning it has come to
// know.  The sets at the end are the columns of the rule's matrix.  An access
// takes its thread's set as its 'before', and its 'after' is all objects whose
// clock at the end has its time.
//
// Cost: per terminal as on an expanded trace, times the words of a set; per
// rule in the rule, the members of its matrix times that, and per access of it
// the earlier accesses of the same variable.

#ifndef FT_GRAMMAR_SLP_SUMMARY_BUILDER_H
#define FT_GRAMMAR_SLP_SUMMARY_BUILDER_H

#include "grammar/sync_objects.h"
#include "grammar/slp_summary.h"
#include "grammar/slp_access.h"

typedef uint64_t ft_summary_builder_time;

typedef struct ft_summary_builder {
  const ft_sync_objects *sync;
  const ft_slp_accesses *slp_accesses;
  ft_slp_races *races;
  ft_lock_sets *sets; // of locks held at accesses; NULL: locks do not count
  // By object, access and variable: its index in this rule, or FT_NO_ID.
  FT_STACK (ft_id) object_at;
  FT_STACK (ft_id) access_at;
  FT_STACK (ft_id) newest; // newest access of the variable, linked by 'older'
  // The current rule.
  uint32_t rule;
  bool last;       // the root: no summary is needed, so there are no sets
  size_t words;    // of a set
  uint64_t offset; // of the next event
  uint64_t work;   // done so far, in steps of about a nanosecond
  FT_STACK (ft_id) objects;
  FT_STACK (uint64_t) known;                 // sets by carrier
  FT_STACK (ft_summary_builder_time) clocks; // by carrier, then thread
  FT_STACK (struct ft_summary_builder_thread {
    ft_id object; // its index in 'objects'
    ft_id before; // set of its last access, or FT_NO_ID
    ft_summary_builder_time now;
    bool published;
  })
  threads;
  FT_STACK (ft_id) thread_at; // by index of the object, or FT_NO_ID
  FT_STACK (struct ft_summary_builder_access {
    uint32_t access;
    uint32_t thread;              // its index in 'threads'
    ft_id before;                 // set
    ft_id older;                  // next older access of the variable, or
                                  // FT_NO_ID
    ft_summary_builder_time time; // of the last one
    uint64_t first;
    uint64_t last;
  })
  accesses;
  FT_STACK (uint64_t) befores;
  // Scratch memory of one step.
  FT_STACK (uint64_t) new_known;
  FT_STACK (ft_summary_builder_time) new_clocks;
  FT_STACK (ft_id) new_befores;
} ft_summary_builder;

static inline uint64_t *ft_summary_builder_known (const ft_summary_builder *s,
                                                  size_t object) {
  return s->known.begin + object * s->words;
}

static inline ft_summary_builder_time *
ft_summary_builder_clock (const ft_summary_builder *s, size_t object) {
  return s->clocks.begin + object * s->threads.size;
}

// All arguments are borrowed.
void ft_summary_builder_init (ft_summary_builder *, const ft_sync_objects *,
                              const ft_slp_accesses *, ft_slp_races *,
                              ft_lock_sets *);
void ft_summary_builder_release (ft_summary_builder *);

// A rule begins.  First, all objects that its items will use are added.
void ft_summary_builder_begin (ft_summary_builder *, uint32_t rule, bool last);
void ft_summary_builder_add_object (ft_summary_builder *, ft_id object);

// Bytes that the builder will take for these objects.
uint64_t ft_summary_builder_bytes (const ft_summary_builder *);
void ft_summary_builder_start (ft_summary_builder *);

// Passes over a terminal, once, of the thread with object 'thread'.
void ft_summary_builder_terminal (ft_summary_builder *, uint32_t terminal,
                                  ft_id thread, const ft_clock_op *,
                                  size_t ops);

// Passes over a rule, 'times' in a row, of 'length' events.  'matrix' is its
// matrix to that power.
void ft_summary_builder_rule (ft_summary_builder *, const ft_rule_summary *,
                              const ft_matrix *matrix, uint64_t length,
                              uint64_t times);

// Passes over events of a repetition that change nothing more.
static inline void ft_summary_builder_skip (ft_summary_builder *builder,
                                            uint64_t events) {
  builder->offset += events;
}

// Ends the rule.  Returns its summary.
ft_rule_summary ft_summary_builder_end (ft_summary_builder *);

#endif
