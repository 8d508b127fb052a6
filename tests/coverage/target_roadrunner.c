// Traces in RoadRunner's format.

#include "tests/coverage/trace_target.h"

TRACE_TARGET ("t.rr", false, mutate_lines)
