// Small random traces in which memory orders matter, for all their reorderings to
// be tried ('c11_races.h').

#ifndef FT_MODEL_C11_TRACES_H
#define FT_MODEL_C11_TRACES_H

#include "tests/model/random_trace.h"

ft_trace *ft_c11_trace_of_orders (uint64_t seed); // atomics, fences, few others
ft_trace *ft_c11_trace_of_locks (uint64_t seed);  // with sections
ft_trace *ft_c11_trace_of_all (uint64_t seed);    // all features but barriers

// A block that one thread gives back when another one says that it has used it, which
// a third one says, too.  The access may come behind the FREE.
ft_trace *ft_c11_trace_of_blocks (uint64_t seed);

#endif
