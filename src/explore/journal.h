// The journal of an exploration: a file of JSON lines in its directory, the
// first of which names the program, each other one what a run added.
//
// Lines are only ever appended, each in one write.  A last line that is cut,
// since the explorer was killed meanwhile, is dropped; the run is made again.

#ifndef FT_EXPLORE_JOURNAL_H
#define FT_EXPLORE_JOURNAL_H

#include <jansson.h>

#include "base/error.h"
#include "explore/search_state.h"

typedef struct ft_journal {
  int file;   // locked: a directory has one explorer
  char *path; // owned
} ft_journal;

// Opens "DIR/journal", made if need be; one that is under way is refused (69).
bool ft_journal_claim (ft_journal *, const char *directory, ft_error *);

// As 'ft_journal_claim', and learns all that is in it.  'head' says what the
// exploration is of; one of something else is refused (65).
bool ft_journal_open (ft_journal *, const char *directory, const json_t *head,
                      ft_search_state *, ft_error *);

// Empties it.
bool ft_journal_forget (const ft_journal *, ft_error *);

bool ft_journal_add (ft_journal *, const json_t *line, ft_error *);
void ft_journal_close (ft_journal *);

// ---- line ------------------------------------------------------------------

// The line of the journal that says what a run was made for.

// To which its trial adds what came of it.
json_t *ft_journal_entry_new (const ft_search_state *, const ft_job *);

// Of a job of which nothing else is known than 'what' its program does; NULL:
// it could not be made.
json_t *ft_journal_entry_failed (const ft_search_state *, const ft_job *,
                         const char *what);

#endif
