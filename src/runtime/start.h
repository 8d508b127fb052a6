// Whether this process is recorded, and its begin.

#ifndef FT_RUNTIME_START_H
#define FT_RUNTIME_START_H

#include <stdbool.h>

// Once, at the first call; further ones do nothing.
void ft_start (void);
extern bool ft_is_recording; // the process has a run directory

#endif
