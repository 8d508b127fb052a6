// Findings of a database in the forms of other tools.

#ifndef FT_DB_EXPORT_H
#define FT_DB_EXPORT_H

#include <jansson.h>
#include <stdio.h>

// A SARIF 2.1.0 log of findings as 'ft_database_open_findings' gives them; owned.
json_t *ft_db_sarif (const json_t *findings);

// The crash state of a finding, as ClusterFuzz groups crashes: its kind and three
// functions of each access, innermost first.
void ft_db_crash_state (FILE *, const json_t *finding);

#endif
