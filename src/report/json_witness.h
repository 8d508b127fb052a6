// Witnesses in JSON reports.

#ifndef FT_REPORT_JSON_WITNESS_H
#define FT_REPORT_JSON_WITNESS_H

#include <stdio.h>

#include "witness/witness.h"

// Writes ', "witness": ..., ' between the other members of a finding; null for
// NULL.
void ft_json_write_witness (FILE *, const ft_witness *);

#endif
