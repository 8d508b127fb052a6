// Happens-before as C and C++ define it (C11 5.1.2.4, C++20 [intro.races]) in
// the recorded order: the smallest partial order with program order, the edges
// of locks, threads, conditions, barriers and semaphores of 'hb.c', and
// synchronizes-with between atomics and fences as their memory orders have it
// ('atomic.h').  Relaxed accesses and 'volatile' order nothing.
//
// It is HB with the release sequences of C11, which are larger than those of
// C++20: where the two languages differ, more is ordered, so that what is left
// unordered is unordered in both.
//
// Cost: that of HB, and a clock for each thread that heads a release sequence
// of a variable. Slow twin: 'tests/unit/test_orders.c', all pairs of random
// traces.

#include "order/relations.h"

void ft_c11_init (ft_order *o) {
  o->sync.atomics.own_stores = true;
}
