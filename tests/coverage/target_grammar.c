// Compressed traces (grammars).

#include "tests/coverage/trace_target.h"

TRACE_TARGET ("t.ftz", true, mutate_grammar)
