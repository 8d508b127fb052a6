// From a pthread_t to the thread, as long as it is neither joined, nor
// detached and ended: the C library uses handles again.

#ifndef FT_RUNTIME_HANDLES_H
#define FT_RUNTIME_HANDLES_H

#include "runtime/thread.h"

void ft_handles_add (ft_thread *);
void ft_handles_remove (ft_thread *);
ft_thread *ft_handles_find (pthread_t);
void ft_handles_after_fork (ft_thread *);

#endif
