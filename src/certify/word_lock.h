// Word locks: locks that a program makes of an atomic word.
//
// A word is a lock if the writes to it are of two kinds.  A thread takes the
// lock by an atomic update that reads one value, the free one, and leaves
// another; it gives it back by a plain or atomic write of the free value, or by an
// exchange for it.  Each thread does both in turn, and what else writes the word, such as
// a copy of the object that it is in, whatever that leaves, comes before all of this by
// program order and forks.  Threads that wait
// may leave other values by updates (those of Rust's locks say that somebody
// waits).
//
// A thread is inside from the event on by which what the update read must be
// what it read in the trace, and until it has given the lock back.  No two
// threads are inside at once, in any correct reordering under the strictest
// model: take the first moment at which a second one comes in.  Its update read
// the free value, so that some thread has given the lock back after the first
// one took it; that thread was inside at the moment when the later of these two
// took it, which would be an earlier moment of this kind.  (An update of a
// thread that is not inside yet may have read another value.  It does not leave
// the free one.)
//
// Cost: a pass over the accesses.  Compared with enumeration by
// tests/unit/test_word_lock.c.

#ifndef FT_CERTIFY_WORD_LOCK_H
#define FT_CERTIFY_WORD_LOCK_H

#include "certify/reads.h"

typedef struct ft_word_locks ft_word_locks;

// NULL if the trace has none.  The reads are borrowed.
ft_word_locks *ft_word_locks_new (const ft_reads *);
void ft_word_locks_free (ft_word_locks *);

// The locks that the thread of the event is inside of right before it, as the
// number of a set; 0: of none.
ft_id ft_word_locks_held (const ft_word_locks *, ft_id event);

// A lock, by its variable, that is in both sets, or FT_NO_ID.
ft_id ft_word_locks_common (const ft_word_locks *, ft_id, ft_id);

// The locks of a set, in no order, and of these only those that synchronise as
// C11 has it: each one is taken by an update that acquires and given back by a
// write that releases, so that each section happens before the next one.
typedef FT_STACK (ft_id) ft_word_lock_list;
void ft_word_locks_list (const ft_word_locks *, ft_id set, ft_word_lock_list *);

#endif
