#include "base/processors.h"

#include <sched.h>
#include <unistd.h>

unsigned ft_processors (void) {
  cpu_set_t set;
  if (!sched_getaffinity (0, sizeof set, &set))
    return (unsigned)CPU_COUNT (&set);
  // more processors than the set has room for
  long online = sysconf (_SC_NPROCESSORS_ONLN);
  return online > 0 ? (unsigned)online : 1;
}
