// Owners of findings: who is asked about a line of a source tree.
//
// A file CODEOWNERS of the tree names owners by patterns of paths, as GitHub
// and GitLab read it: of the patterns that match a path the last one counts.  A
// line that no pattern covers belongs to the author of its last change, whom
// 'git blame' names.

#ifndef FT_DB_OWNERS_H
#define FT_DB_OWNERS_H

#include "base/strbuf.h"
#include "db/database.h"

typedef struct ft_owners ft_owners;

// The owners of the source tree 'directory'.  NULL and an error: the directory
// does not exist (64), or CODEOWNERS cannot be read (69).  A tree without that
// file is fine.
ft_owners *ft_owners_new (const char *directory, ft_error *);
void ft_owners_free (ft_owners *);

// Adds the owners of a line of a file, which debug information names by a path
// that may be absolute, or relative to any directory of the tree; nothing if
// they are not known.
void ft_owners_of_line (const ft_owners *, const char *file, unsigned line,
                        ft_strbuf *);

// In a transaction of its own, gives each finding that is neither fixed nor
// suppressed the owners of the lines of its accesses.  '*findings' is their
// number, '*owned' that of those that have owners.
bool ft_owners_assign (ft_database *, const ft_owners *, uint64_t *findings,
                       uint64_t *owned, ft_error *);

#endif
