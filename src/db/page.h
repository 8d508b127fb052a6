// The page of a database: counts over time as a picture, and all findings.  One
// HTML file, which loads nothing.

#ifndef FT_DB_PAGE_H
#define FT_DB_PAGE_H

#include <jansson.h>
#include <stdio.h>

// 'days' and 'findings' as ft_database_trend and ft_database_list return them.
void ft_db_page (FILE *, const char *path, const json_t *days,
                 const json_t *findings);

#endif
