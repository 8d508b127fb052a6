// The report of the stages of certification, their decisions and costs, as a
// table and in JSON.

#ifndef FT_REPORT_COSTS_H
#define FT_REPORT_COSTS_H

#include <jansson.h>
#include <stdio.h>

#include "results/stages.h"

void ft_costs_text (FILE *, const ft_certify_stages *);

// Returns a new reference.  Only members named seconds hold times.
json_t *ft_costs_json (const ft_certify_stages *);

// {"order": [...], ...}: the seconds of each candidate that the stage tried.
json_t *ft_costs_list (const ft_certify_stages *);

#endif
