// Waiting loops: a thread reads memory again and again until another thread has
// written it.  Without help it would write records for as long as it waits, and
// hold the token to the end of each time slice.
//
// The instrumenter (instrument/waiting_loops.h) recognises them and calls
// 'ft_loop' at the begin of each round.  Of the rounds of a loop that only reads,
// the log keeps the first and the last one, and those during which another
// thread ran: a round in between is taken back when it ends, so that the log is
// that of a run in which the thread waited for fewer rounds.  And behind each
// round the other threads go on.
//
// In a replay no round is taken back, since the replay schedule has no step for
// those that were.

#ifndef FT_RUNTIME_WAITING_LOOP_H
#define FT_RUNTIME_WAITING_LOOP_H

#include "runtime/thread.h"

// The thread sleeps or yields: if that ends a round of a waiting loop, it may be
// taken back.
void ft_loop_pauses (ft_thread *);

// Whether the end of the log is one piece of at most 64 words again and again: a
// loop that waits in a way which the instrumenter does not see, through calls,
// say.  False where no words are kept.
bool ft_log_repeats (const ft_thread *);

// A scheduling point before a try to take a lock or a semaphore; behind tries that
// failed, with nothing recorded in between, other threads go on first.
void ft_try_point (ft_thread *);
void ft_try_failed (ft_thread *);

// The thread does something else than reading, so that this round stays.
static inline void ft_loop_acts (ft_thread *t) {
  t->loop = 0;
}

#endif
