// Packed traces.

#include "tests/coverage/trace_target.h"

TRACE_TARGET ("t.ftp", true, mutate_packed)
