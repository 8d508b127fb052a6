// Small helpers around jansson for all JSON reports.

#ifndef FT_REPORT_JSON_VALUE_H
#define FT_REPORT_JSON_VALUE_H

#include <jansson.h>
#include <stdio.h>

#include "report/report.h"
#include "report/sources.h"
#include "results/phases.h"

// A string of well-formed UTF-8, whatever the bytes of 'text'; null for NULL.
json_t *ft_json_text (const char *text);

// Seconds, rounded to microseconds.
json_t *ft_json_seconds (double seconds);

// {"name": "foretrace", "version": ...}
json_t *ft_json_tool (void);

// Writes 'value' on one line and frees it.
void ft_json_write (FILE *, json_t *value);

// Writes the members of an object without its braces and frees it.
void ft_json_write_members (FILE *, json_t *object);

// ---- json phases -----------------------------------------------------------

// The limits that cut a search short, as JSON.

// The phases that were cut short; empty if none was.
json_t *ft_json_phases (const ft_phase_ends *);

// ---- json source -----------------------------------------------------------

// Members of JSON reports that only a recorded run has.

// Adds "function", "file", "line", "column" and "stack" of an access as far as
// they are known.  'sources' may be NULL.
void ft_json_add_source (json_t *side, const ft_sources *sources, ft_id event);

// Adds the text of the line of the innermost frame, without blanks around it, if its file
// is here as it was compiled.
void ft_json_add_text (json_t *side, const ft_sources *sources, ft_id event);

// The frames, innermost first.
json_t *ft_json_stack (const ft_backtrace *);

// Adds "uninstrumented", the names of libraries, if there are any.
void ft_json_add_libraries (json_t *trace, const ft_sources *sources);

// Adds "recording", what distinguishes a recording from others of the program.
void ft_json_add_recording (json_t *trace, const ft_sources *);

// Adds "route" of a certified finding, by which it may be replayed on other builds, if it has one.
void ft_json_add_route (json_t *finding, const ft_report *, const ft_witness *);

// {"runs": 20, "reached": 20}, or null without replays.
json_t *ft_json_replayed (const ft_replayed *);

#endif
