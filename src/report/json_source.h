// What a recorded run adds to JSON reports.

#ifndef FT_REPORT_JSON_SOURCE_H
#define FT_REPORT_JSON_SOURCE_H

#include "report/json_value.h"
#include "report/sources.h"

// Adds "function", "file", "line", "column" and "stack" of an access; nothing
// if nothing is known.  'sources' may be NULL.
void ft_json_add_source (json_t *side, const ft_sources *sources, ft_id event);

// The frames, innermost first.
json_t *ft_json_stack (const ft_backtrace *);

// Adds "uninstrumented", the names of libraries, if there are any.
void ft_json_add_libraries (json_t *trace, const ft_sources *sources);

// {"runs": 20, "reached": 20}, or null without replays.
json_t *ft_json_replayed (const ft_replayed *);

#endif
