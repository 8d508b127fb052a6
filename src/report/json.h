// The results of a check as JSON, schema 'foretrace-results/1'
// (docs/schema/foretrace-results-1.json).
//
// Written race by race: the schedules of a large trace together would not fit
// into memory as one tree of JSON values.  The same trace and options give the
// same bytes apart from the fields named seconds.

#ifndef FT_REPORT_JSON_H
#define FT_REPORT_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "report/report.h"
#include "witness/witness.h"

void ft_report_json (FILE *, const ft_report *);

// Parts of the report, for reports that add members to them.  The race
// R<number> comes without witness, replay and seconds.
json_t *ft_json_trace (const ft_report *);
json_t *ft_json_options (const ft_report *);
json_t *ft_json_race (const ft_report *, const ft_race *, size_t number);
json_t *ft_json_summary (const ft_results *);

// ---- json deadlock ---------------------------------------------------------

// The deadlocks of a JSON report.

// Writes the member "deadlocks" with its comma, as lines.
void ft_json_write_deadlocks (FILE *, const ft_report *);

// The deadlock D<number> without witness, replay and seconds.
json_t *ft_json_deadlock (const ft_report *, const ft_deadlock *,
                          size_t number);

// Writes a finding as an object: the members of 'head', which is released, the witness,
// NULL: none, what replays showed, and the seconds that it took.
void ft_json_write_finding (FILE *, json_t *head, const ft_witness *,
                            const ft_replayed *, double seconds);

// ---- json failure ----------------------------------------------------------

// The failure F<number> without witness, replay and seconds.
json_t *ft_json_failure (const ft_report *, const ft_failure *, size_t number);

// Writes the member "failures" with its comma, as lines ('json_failure.c').
void ft_json_write_failures (FILE *, const ft_report *);

// ---- json witness ----------------------------------------------------------

// Witnesses in JSON reports.

// Writes ', "witness": ..., ' between the other members of a finding; null for
// NULL.
void ft_json_write_witness (FILE *, const ft_witness *);

#endif
