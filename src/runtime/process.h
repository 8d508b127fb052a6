// The end of the process, and its fork.

#ifndef FT_RUNTIME_PROCESS_H
#define FT_RUNTIME_PROCESS_H

#include <stdbool.h>

void ft_process_start (void);
void ft_fork_start (void);
// False in a child of vfork, which shares our memory, and for those that are
// not recorded.
bool ft_process_is_ours (void);
// The process ends, for whatever reason: files say so.
void ft_process_end (int status, int signal);

#endif
