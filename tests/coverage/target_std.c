// Traces in RAPID's format STD.

#include "tests/coverage/trace_target.h"

TRACE_TARGET ("t.std", false, mutate_lines)
