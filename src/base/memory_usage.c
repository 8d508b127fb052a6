#include "base/memory_usage.h"

#include <stdio.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

uint64_t ft_memory_usage_now (void) {
  unsigned long resident, shared;
  FILE *file = fopen ("/proc/self/statm", "r");
  if (!file)
    return 0;
  int got = fscanf (file, "%*u %lu %lu", &resident, &shared);
  fclose (file);
  if (got != 2 || resident < shared)
    return 0;
  return (uint64_t)(resident - shared) * (uint64_t)sysconf (_SC_PAGESIZE);
}

// Not from getrusage, whose maximum includes the process before its exec.  The
// mapped files that are resident now are taken to have been so at the peak.
uint64_t ft_memory_usage_peak (void) {
  unsigned long peak = 0, files = 0, kilobytes;
  char line[256];
  FILE *file = fopen ("/proc/self/status", "r");
  if (!file)
    return 0;
  while (fgets (line, sizeof line, file))
    if (sscanf (line, "VmHWM: %lu", &kilobytes) == 1)
      peak = kilobytes;
    else if (sscanf (line, "RssFile: %lu", &kilobytes) == 1 ||
             sscanf (line, "RssShmem: %lu", &kilobytes) == 1)
      files += kilobytes;
  fclose (file);
  return peak > files ? (uint64_t)(peak - files) << 10 : 0;
}

void ft_memory_usage_trim (void) {
#ifdef __GLIBC__
  malloc_trim (0);
#endif
}
