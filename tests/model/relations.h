// Slow twins of the relations of 'src/order': sets of events, one per event,
// closed under the rules of each definition until nothing changes.  No
// clocks, no local times, no queues.  For traces of some hundred events.

#ifndef FT_MODEL_RELATIONS_H
#define FT_MODEL_RELATIONS_H

#include "order/order.h"
#include "trace/trace.h"

// A relation on the events of a trace that only goes forward in it.
typedef struct ft_model_relation {
  ft_id size;
  size_t words;
  uint64_t *rows; // 'size' rows of 'words': the set of what is before
} ft_model_relation;

ft_model_relation ft_model_relation_new (ft_id size); // empty
void ft_model_relation_release (ft_model_relation *);

static inline bool ft_model_before (const ft_model_relation *r, ft_id i,
                                    ft_id j) {
  return r->rows[j * r->words + i / 64] >> (i % 64) & 1;
}

void ft_model_add (ft_model_relation *, ft_id i, ft_id j);
bool ft_model_add_all (ft_model_relation *, const ft_model_relation *);

// Adds what transitivity demands.
void ft_model_close (ft_model_relation *);

// a := a ∪ (a ∘ b) ∪ (b ∘ a); whether it changed.
bool ft_model_compose (ft_model_relation *a, const ft_model_relation *b);

// Whether i is before j, for all pairs, as 'ft_order_before' defines it.
ft_model_relation ft_model_relation_of (const ft_trace *, enum ft_relation);

// Edges that make up the relations, not closed ('relation_edges.c').
void ft_model_add_program_order (ft_model_relation *, const ft_trace *);
void ft_model_add_fork_join (ft_model_relation *, const ft_trace *);
void ft_model_add_locks (ft_model_relation *, const ft_trace *);
void ft_model_add_waits (ft_model_relation *, const ft_trace *);
void ft_model_add_atomics (ft_model_relation *, const ft_trace *);
void ft_model_add_c11_atomics (ft_model_relation *, const ft_trace *);
void ft_model_add_last_writes (ft_model_relation *, const ft_trace *);

// Sections of a lock ('sections.c').
// The acquire of a release; the acquire of the section on 'lock' that event i
// is in, or FT_NO_ID.
ft_id ft_model_acquire_of (const ft_trace *, ft_id release);
ft_id ft_model_section_at (const ft_trace *, ft_id i, ft_id lock);

// Whether two events touch a common byte, one of them writing, by different
// threads.  Two atomics only count with 'atomics'.
bool ft_model_conflict (const ft_trace *, ft_id i, ft_id j, bool atomics);

#endif
