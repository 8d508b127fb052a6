// The number of processors that this process may use.

#ifndef FT_BASE_PROCESSORS_H
#define FT_BASE_PROCESSORS_H

// At least 1; only those of the process's affinity mask.
unsigned ft_processors (void);

#endif
