// The line of the journal that says what a run was made for.

#ifndef FT_EXPLORE_LINE_H
#define FT_EXPLORE_LINE_H

#include <jansson.h>

#include "explore/search_state.h"

// To which its trial adds what came of it.
json_t *ft_journal_entry_new (const ft_search_state *, const ft_job *);

// Of a job of which nothing else is known than 'what' its program does; NULL:
// it could not be made.
json_t *ft_journal_entry_failed (const ft_search_state *, const ft_job *,
                         const char *what);

#endif
