// Threads that the program leaves behind: created, but without a turn when the
// process ends.  A program of which main returns at once would have no records
// of its threads, although natively they run until then.
//
// So the thread that ends the process first lets each such thread begin, and
// go on for a few turns.  Turns are counted, and are time slices of the log or
// end when the thread blocks: no thread can keep the process from ending.

#ifndef FT_RUNTIME_LATE_H
#define FT_RUNTIME_LATE_H

#include "runtime/thread.h"

// Before the first thread is created: exit is to let threads begin.
void ft_late_expected (void);
// The calling thread ends the process: lets threads begin.
void ft_late_begin (void);
// With the scheduler lock: the next ready thread as long as the process ends;
// NULL at all other times.  'first' begins the queue of ready threads.
ft_thread *ft_late_choose (ft_thread *first);

#endif
