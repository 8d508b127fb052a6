// Locks of programs that test some: what a program does when another thread has the
// lock is in a recording only if another thread has it.

#ifndef FT_OPENMP_TEST_LOCK_H
#define FT_OPENMP_TEST_LOCK_H

// Lets other threads run while the calling one has the lock that it has just got, its
// first times, if FORETRACE_OPENMP_LOCKS is set.  NULL in programs that test no lock, which are not linked with it.
extern void ft_omp_show_lock (void) __attribute__ ((weak));

#endif
