// Memory that the process uses, as the system reports it.

#ifndef FT_BASE_MEMORY_USAGE_H
#define FT_BASE_MEMORY_USAGE_H

#include <stdint.h>

// Resident bytes now, without mapped files (a trace, the program itself), which
// the system may drop; 0 if the system does not say.
uint64_t ft_memory_usage_now (void);

// The maximum of these bytes up to now.
uint64_t ft_memory_usage_peak (void);

// Return freed memory to the system.
void ft_memory_usage_trim (void);

#endif
