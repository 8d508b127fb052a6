// The functions of libstdc++'s waiter pool that instrumented code leaves to the
// runtime, and what they do to its counts.

#ifndef FT_RUNTIME_WAITER_COUNTS_H
#define FT_RUNTIME_WAITER_COUNTS_H

#include <stdbool.h>

#define FT_PLATFORM_WAIT _ZNSt8__detail15__platform_waitIiEEvPKT_i
#define FT_PLATFORM_NOTIFY _ZNSt8__detail17__platform_notifyIiEEvPKT_b
#define FT_ENTER_WAIT _ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv
#define FT_LEAVE_WAIT _ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv
// These two are accesses in functions of the library
// (instrument/waiter_pool.c).
#define FT_VERSION_OF_WORD _ZNSt8__detail18__waiter_pool_base10_M_versionEPKi
#define FT_ADVANCE_WORD _ZNSt8__detail18__waiter_pool_base10_M_advanceEPi

void FT_PLATFORM_WAIT (const int *word, int value);
void FT_PLATFORM_NOTIFY (const int *word, bool all);
void FT_ENTER_WAIT (int *pool);
void FT_LEAVE_WAIT (int *pool);
int FT_VERSION_OF_WORD (const int *word);
void FT_ADVANCE_WORD (int *word);

// The number of threads that wait is what a pool begins with.
static inline void ft_waiter_enter (int *pool) {
  __atomic_fetch_add (pool, 1, __ATOMIC_SEQ_CST);
}

static inline void ft_waiter_leave (int *pool) {
  __atomic_fetch_sub (pool, 1, __ATOMIC_RELEASE);
}

static inline int ft_waiter_version (const int *word) {
  return __atomic_load_n (word, __ATOMIC_ACQUIRE);
}

static inline void ft_waiter_advance (int *word) {
  __atomic_fetch_add (word, 1, __ATOMIC_SEQ_CST);
}

#endif
