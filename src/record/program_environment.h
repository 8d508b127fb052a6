// The environment that a program is started with: a list of "NAME=value", made
// before the fork.  The new process allocates nothing between 'fork' and 'exec',
// since another thread of foretrace may have held the allocator's lock.

#ifndef FT_RECORD_PROGRAM_ENVIRONMENT_H
#define FT_RECORD_PROGRAM_ENVIRONMENT_H

#include "base/stack.h"

typedef FT_STACK (char *) ft_program_environment;

// Begins with a copy of the list, which ends with NULL.
void ft_program_environment_init (ft_program_environment *,
                                  char *const *variables);
// Replaces the variable of the same name where it stands, or adds one at the end.
void ft_program_environment_put (ft_program_environment *,
                                 const char *variable);
void ft_program_environment_set (ft_program_environment *, const char *name,
                                 const char *value);
// The list for 'execve', which ends with NULL, until the next change.
char **ft_program_environment_list (ft_program_environment *);
void ft_program_environment_release (ft_program_environment *);

#endif
