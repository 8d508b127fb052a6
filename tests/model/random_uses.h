// Random traces about what depends on a read: concretized branches, of which
// that is not known, beside branches and written values, of which it is.

#ifndef FT_MODEL_RANDOM_USES_H
#define FT_MODEL_RANDOM_USES_H

#include "trace/trace.h"

// Two or three threads, each of which writes a variable and tells the next one by
// a flag; some also write and read another flag, as relaxed noise.  'relaxed' is how
// many of 100 accesses to the former are.
ft_trace *ft_random_uses (uint64_t seed, unsigned relaxed);

#endif
