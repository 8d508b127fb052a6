// The end of the process, and its fork.

#ifndef FT_RUNTIME_PROCESS_H
#define FT_RUNTIME_PROCESS_H

#include <stdbool.h>

void ft_process_start (void);
void ft_fork_start (void);
// Whether the calling process is the recorded one.  A child of vfork, which
// shares its memory, is not.
bool ft_process_is_ours (void);
// 'quick_exit' is about to call what is registered for it.
void ft_quick_exit_begins (void);
// The process ends: writes how into its files.
void ft_process_end (int status, int signal);

#endif
