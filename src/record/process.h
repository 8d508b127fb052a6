// Begin and end of the process: exit, exec, fork.

#ifndef FT_RECORD_PROCESS_H
#define FT_RECORD_PROCESS_H

void ft_process_start (void);
// The process ends, for whatever reason: files say so.  Nothing is logged to
// them from here on.
void ft_process_end (int status, int signal);

#endif
