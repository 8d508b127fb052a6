// What the stages of certification decided and cost, as a table and in JSON.

#ifndef FT_REPORT_COSTS_H
#define FT_REPORT_COSTS_H

#include <jansson.h>
#include <stdio.h>

#include "results/stages.h"

void ft_costs_text (FILE *, const ft_certify_stages *);

// A new reference.  Times are in members named seconds and nowhere else.
json_t *ft_costs_json (const ft_certify_stages *);

// {"order": [...], ...}: of each candidate that the stage worked on.
json_t *ft_costs_list (const ft_certify_stages *);

#endif
