// How much memory the process uses, from the system.

#ifndef FT_BASE_MEMORY_USAGE_H
#define FT_BASE_MEMORY_USAGE_H

#include <stdint.h>

// Bytes in memory now, without files that are mapped (a trace, the program
// itself), which the system may drop; 0 if it does not tell.
uint64_t ft_memory_usage_now (void);

// The most of them at any time.
uint64_t ft_memory_usage_peak (void);

// Gives memory that was freed back to the system.
void ft_memory_usage_trim (void);

#endif
