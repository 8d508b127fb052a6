// The result of an exploration as SV-COMP wants it: the verdict on the property
// "no data race", and the witness of a race.

#ifndef FT_CLI_EXPLORE_WITNESS_H
#define FT_CLI_EXPLORE_WITNESS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "cli/explore_report.h"

// Whether the verdict is "false(no-data-race)".
bool ft_explore_witness_has_race (const ft_explore_report *);

// Writes a comment with the verdict, "false(no-data-race)" or "unknown", and a
// list of one witness or none (report/svcomp.h).  The race is the first one
// that was confirmed on the program.  A search never proves that there is no
// race.  Fails if the recording of the race cannot be read.
bool ft_explore_witness_write (FILE *, const ft_explore_report *, ft_error *);

#endif
