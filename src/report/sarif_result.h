// The parts of a SARIF file that are about one finding.

#ifndef FT_REPORT_SARIF_RESULT_H
#define FT_REPORT_SARIF_RESULT_H

#include "report/finding.h"
#include "report/json_value.h"

json_t *ft_sarif_result (const ft_report *, const ft_finding *);

// {"text": ...}, in which names cannot be mistaken for links or placeholders.
json_t *ft_sarif_message (const char *text);

// The location of an event, with a message; 'text' may be NULL.
json_t *ft_sarif_location (const ft_report *, ft_id event, const char *text);

// The schedule, a thread flow per thread ('sarif_flow.c').
json_t *ft_sarif_flows (const ft_report *, const ft_finding *);

#endif
