// At which calls paths ended that re-execution followed: notes of a trace that are no
// warnings, one for each function, the one with the most paths first.  The text is the
// function's name, the count that of the paths.  Reports say so where they list
// failures: what is behind such a call was not looked for.

#ifndef FT_LOAD_UNFOLLOWED_H
#define FT_LOAD_UNFOLLOWED_H

#include "run/run_code.h"
#include "trace/notes.h"

// Adds the notes; 'times' has the paths by the number of the call's site
// (ft_reexecute_unfollowed).
void ft_unfollowed_note (ft_notes *, const ft_run_code *, const ft_map *times);

// Whether any note is a warning.
bool ft_notes_warn (const ft_notes *);

#endif
