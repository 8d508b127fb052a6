// Memory that one processor writes and another one reads, again and again.

#ifndef FT_RECORD_CACHE_LINES_H
#define FT_RECORD_CACHE_LINES_H

#include <stdbool.h>
#include <stddef.h>

// Whether evicting memory pays before another processor writes it: there is another
// one, and an instruction that evicts.
bool ft_cache_lines_pay (void);

// Writes memory that was read back from all caches.  The next processor that
// writes it need not wait until this one has given up its copy of each line, which
// takes up to four times as long as the write where the two share no cache.
void ft_cache_lines_evict (const void *bytes, size_t size);

#endif
