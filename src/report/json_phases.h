// What cut a search short, as JSON.

#ifndef FT_REPORT_JSON_PHASES_H
#define FT_REPORT_JSON_PHASES_H

#include <jansson.h>

#include "results/phases.h"

// The phases that were cut short; none if all was looked at.
json_t *ft_json_phases (const ft_phase_ends *);

#endif
