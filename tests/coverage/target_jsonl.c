// Traces as JSON lines.

#include "tests/coverage/trace_target.h"

TRACE_TARGET ("t.jsonl", false, mutate_json)
