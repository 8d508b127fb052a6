// Events of one thread that another one learns of without a lock or access of
// the program's: a signal that is sent and handled, a cancellation, a message
// in a pipe.  Each such thing has a word of the runtime's, which is changed
// when it happens and read, with its value, by who learns of it; the trace has
// atomic accesses for both, so that no reordering turns them round.
//
// A word stays for ever and stands for one thing only.

#ifndef FT_RUNTIME_HAPPENS_BEFORE_H
#define FT_RUNTIME_HAPPENS_BEFORE_H

#include "runtime/sync_state.h"

// After a checkpoint: the thing happens once more.
static inline void ft_happens_before (ft_thread *t, uint64_t *word) {
  ft_log_record3 (t, FT_WIRE_ATOMIC_RMW, ft_address (word), *word, *word + 1,
           FT_WIRE_ATOMIC (8, FT_WIRE_ACQ_REL));
  ++*word;
}

// The thread learns how often it has happened.
static inline void ft_happens_after (ft_thread *t, const uint64_t *word) {
  ft_log_record2 (t, FT_WIRE_ATOMIC_READ, ft_address (word), *word,
           FT_WIRE_ATOMIC (8, FT_WIRE_ORDER_ACQUIRE));
}

// Signals: sent or given a handler; handled or waited for.  Numbers that are
// none do nothing, nor does no thread.
void ft_signal_sent (ft_thread *, int signal);
void ft_signal_received (ft_thread *, int signal);

#endif
