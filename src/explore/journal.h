// The journal of an exploration: a file of JSON lines in its directory, the
// first of which names the program, each other one what a run added.
//
// Lines are only ever appended, each in one write.  A last line that is cut,
// since the explorer was killed meanwhile, is dropped; the run is made again.

#ifndef FT_EXPLORE_JOURNAL_H
#define FT_EXPLORE_JOURNAL_H

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

#endif
