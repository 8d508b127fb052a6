// The journal of an exploration: an append-only file of JSON lines in its
// directory.  The first line names the program; each other line is a journal
// entry, which says what one run added.
//
// Each line is appended by one write.  An incomplete last line, left by an
// explorer that was killed, is dropped; the run is made again.

#ifndef FT_EXPLORE_JOURNAL_H
#define FT_EXPLORE_JOURNAL_H

#include <jansson.h>

#include "base/error.h"
#include "explore/search_state.h"

typedef struct ft_journal {
  int file;   // locked: a directory has one explorer
  char *path; // owned
} ft_journal;

// Opens and locks "DIR/journal", which is made if needed.  False and an error
// (69) if another explorer has it.
bool ft_journal_claim (ft_journal *, const char *directory, ft_error *);

// As 'ft_journal_claim', and applies all entries to the search state.  'head'
// names the program, its arguments and inputs; a journal with another head is
// refused (65).
bool ft_journal_open (ft_journal *, const char *directory, const json_t *head,
                      ft_search_state *, ft_error *);

// Empties the journal.
bool ft_journal_forget (const ft_journal *, ft_error *);

bool ft_journal_add (ft_journal *, const json_t *line, ft_error *);
void ft_journal_close (ft_journal *);

// ---- entries ---------------------------------------------------------------

// A new entry, with the step that the run is made for; 'ft_explore_run' adds
// the results.
json_t *ft_journal_entry_new (const ft_search_state *, const ft_job *);

// The entry of a job without results; 'what' says what its program did, NULL if
// the run could not be made.
json_t *ft_journal_entry_failed (const ft_search_state *, const ft_job *,
                                 const char *what);

#endif
