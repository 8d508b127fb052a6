// Cancellation of threads, at the cancellation points of the runtime.

#ifndef FT_RUNTIME_CANCEL_H
#define FT_RUNTIME_CANCEL_H

#include "runtime/rtl.h"

// Acts on a request to cancel the thread; does not return if there is one.
void ft_cancellation_point (ft_thread *);

// The thread runs cleanup handlers, or is about to: orders the cancellation
// after its request.
void ft_cancellation_begins (ft_thread *);

// Before a call that acts on a request itself, at once or not at all: orders the
// thread after a request that there is.  No effect if the thread is NULL.
void ft_cancellation_may_begin (ft_thread *);

// The same as the first function, for asynchronous cancellation at any
// scheduling point.
void ft_cancellation_asynchronous (ft_thread *);

#endif
