// Happens-before words, for causes and effects that the program itself has no
// lock or access for: a signal that is sent and handled, a cancellation, a
// message in a pipe (ThreadSanitizer: ANNOTATE_HAPPENS_BEFORE and AFTER).  Each
// kind of event has a word of the runtime.  The cause increments the word, the
// effect reads it; the trace has an atomic access for both, so that no
// reordering changes their order.
//
// A word is never freed and stands for one kind of event only.

#ifndef FT_RUNTIME_HAPPENS_BEFORE_H
#define FT_RUNTIME_HAPPENS_BEFORE_H

#include "runtime/sync_state.h"

// The event happens once more; 'cause' is its FT_WIRE_CAUSE.  After a
// scheduling point.
static inline void ft_happens_before (ft_thread *t, uint64_t *word,
                                      uint64_t cause) {
  ft_log_record3 (t, FT_WIRE_ATOMIC_RMW, ft_address (word), *word, *word + 1,
                  FT_WIRE_ATOMIC (8, FT_WIRE_ACQ_REL) | cause);
  ++*word;
}

// The thread observes how often the event has happened.  After a scheduling
// point.
static inline void ft_happens_after (ft_thread *t, const uint64_t *word,
                                     uint64_t cause) {
  ft_log_record2 (t, FT_WIRE_ATOMIC_READ, ft_address (word), *word,
                  FT_WIRE_ATOMIC (8, FT_WIRE_ORDER_ACQUIRE) | cause);
}

// What a thread would observe if others had done something else: its log is the
// same.
extern const uint64_t ft_nothing; // nobody changes this
static inline void ft_happens_after_nothing (ft_thread *t) {
  ft_happens_after (t, &ft_nothing, FT_WIRE_CAUSE (FT_WIRE_CAUSE_NOTHING, 0));
}

// A signal is sent or gets a handler; a signal is handled or waited for.  No
// effect if the thread is NULL or the number is no signal.
void ft_signal_sent (ft_thread *, int signal);
void ft_signal_received (ft_thread *, int signal);

#endif
