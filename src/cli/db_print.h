// What 'foretrace db' prints of findings, as text.

#ifndef FT_CLI_DB_PRINT_H
#define FT_CLI_DB_PRINT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/strbuf.h"

// A line for each finding: fingerprint, state, first and last day, number of reports,
// title, class.  Those that reports list under another one of the list, as pairs of one
// bug, are counted there unless 'all'.
void ft_db_print_list (FILE *, json_t *findings, bool all);

// Adds "  and 2 more pairs", if there are any.
void ft_db_add_pairs (ft_strbuf *, long long others);

// A finding with its history, its reports, and what later builds showed.
void ft_db_print_finding (FILE *, const json_t *finding);

// A table of days.
void ft_db_print_days (FILE *, const json_t *days);

#endif
