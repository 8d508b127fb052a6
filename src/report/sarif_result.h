// One result of a SARIF file and its parts.

#ifndef FT_REPORT_SARIF_RESULT_H
#define FT_REPORT_SARIF_RESULT_H

#include "candidate/lane_pairs.h"
#include "report/finding.h"
#include "report/json_value.h"

// The level and the rank, from 0 to 100, of a race with this consequence.
const char *ft_sarif_level (enum ft_consequence_class);
double ft_sarif_rank (enum ft_consequence_class);

json_t *ft_sarif_result (const ft_report *, const ft_finding *);

// The deadlock that the recorded run itself ended in.
json_t *ft_sarif_run_end (const ft_report *);
json_t *ft_sarif_crash (const ft_report *);
// Iterations of a simd loop that depend on each other.
json_t *ft_sarif_lanes (const ft_report *, const ft_lane_pair *);

// {"text": ...}, with names escaped so that they are not taken for links or
// placeholders.
json_t *ft_sarif_message (const char *text);

// The location of an event, with a message; 'text' may be NULL.
json_t *ft_sarif_location (const ft_report *, ft_id event, const char *text);

// The schedule, as a thread flow for each thread ('sarif_flow.c').
json_t *ft_sarif_flows (const ft_report *, const ft_finding *);

#endif
