// Suppressions of findings: the rules that match each finding, and their form
// in reports.

#ifndef FT_REPORT_SUPPRESSED_H
#define FT_REPORT_SUPPRESSED_H

#include <jansson.h>

#include "results/suppress.h"
#include "report/finding.h"

// Marks and counts the findings that a rule matches.  'report' is the report of
// these results, with its sources.  Refuted findings need no rule.
void ft_suppress (ft_suppressions *, ft_results *, const ft_report *report);

// The names of a finding that rules can match.  Names are borrowed from
// 'report' or live in 'memory', which the caller releases after the names.
typedef FT_STACK (char *) ft_suppressible_memory;
void ft_suppressible_of (ft_suppressible *, ft_suppressible_memory *,
                         const ft_report *, const ft_finding *);
void ft_suppressible_release (ft_suppressible *, ft_suppressible_memory *);

// Adds a rule in words, escaped for a terminal: "FILE:3 (function:foo)".
void ft_suppression_name (ft_strbuf *, const ft_suppression *);

// Warns on standard error of rules that match nothing in these results.
void ft_suppressions_warn (const ft_suppressions *);

// {"file": ..., "line": ..., "rule": "function:foo"}
json_t *ft_suppressed_json (const ft_suppression *);

#endif
