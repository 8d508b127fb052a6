// Suppressions and findings: which rules are for which, and what reports say
// of it.

#ifndef FT_REPORT_SUPPRESSED_H
#define FT_REPORT_SUPPRESSED_H

#include <jansson.h>

#include "results/suppress.h"
#include "report/finding.h"

// Marks the findings that there is a rule for and counts them.  'report' is of
// these results, with its sources.  Refuted ones need no rule.
void ft_suppress (ft_suppressions *, ft_results *, const ft_report *report);

// What rules can be for.  Names are borrowed from 'report' or live in
// 'memory', which the caller releases after the names.
typedef FT_STACK (char *) ft_suppressible_memory;
void ft_suppressible_of (ft_suppressible *, ft_suppressible_memory *,
                         const ft_report *, const ft_finding *);
void ft_suppressible_release (ft_suppressible *, ft_suppressible_memory *);

// "FILE:3 (function:foo)", harmless on a terminal.
void ft_suppression_name (ft_strbuf *, const ft_suppression *);

// Warns on standard error of rules that are for nothing in these results.
void ft_suppressions_warn (const ft_suppressions *);

// {"file": ..., "line": ..., "rule": "function:foo"}
json_t *ft_suppressed_json (const ft_suppression *);

#endif
