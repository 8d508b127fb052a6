// Waiting on atomics in libstdc++: std::atomic<T>::wait, std::latch,
// std::barrier, the semaphores of C++20.

#ifndef FT_INSTRUMENT_WAITER_POOL_H
#define FT_INSTRUMENT_WAITER_POOL_H

#include <llvm-c/Core.h>

// Makes the functions of the library that sleep, wake and count calls of the
// runtime (runtime/sync_waiter.c), so that they have no records.  Before
// functions are inlined.
void ft_waiter_pool_hide (LLVMModuleRef);

#endif
