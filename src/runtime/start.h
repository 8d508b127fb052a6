// The start of a recording, if this process is to be recorded.

#ifndef FT_RUNTIME_START_H
#define FT_RUNTIME_START_H

#include <stdbool.h>

// Starts the recording at the first call; further calls do nothing.
void ft_start (void);
extern bool ft_is_recording; // the process has a run directory

#endif
