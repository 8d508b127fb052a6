// The line of the journal that says what a run was made for.

#ifndef FT_EXPLORE_LINE_H
#define FT_EXPLORE_LINE_H

#include <jansson.h>

#include "explore/knowledge.h"

// To which its trial adds what came of it.
json_t *ft_line_begin (const ft_knowledge *, const ft_job *);

// Of a job of which nothing else is known than 'what' its program does; NULL:
// it could not be made.
json_t *ft_line_nothing (const ft_knowledge *, const ft_job *,
                         const char *what);

#endif
