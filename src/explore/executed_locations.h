// Which code a run executed: the locations of all records, also of those whose
// memory one thread alone uses, of which its trace has no events.

#ifndef FT_EXPLORE_EXECUTED_LOCATIONS_H
#define FT_EXPLORE_EXECUTED_LOCATIONS_H

#include <stdbool.h>

#include "base/error.h"

// Each location once, under the name that it has in traces.  False for a run
// that cannot be read.
bool ft_executed_locations (const char *run, void (*each) (void *, const char *location),
                  void *context, ft_error *);

// The same by thread, under the names that events have in traces.
bool ft_executed_locations_by_thread (const char *run,
                     void (*each) (void *, const char *thread,
                                   const char *location),
                     void *context, ft_error *);

#endif
