// What 'foretrace db' prints of findings, as text.

#ifndef FT_CLI_DB_PRINT_H
#define FT_CLI_DB_PRINT_H

#include <jansson.h>
#include <stdio.h>

// A line: fingerprint, state, first and last day, number of reports, title, class.
void ft_db_print_row (FILE *, const json_t *finding);

// A finding with its history, its reports, and what later builds showed.
void ft_db_print_finding (FILE *, const json_t *finding);

// A table of days.
void ft_db_print_days (FILE *, const json_t *days);

#endif
