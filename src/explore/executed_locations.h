// Executed locations: the locations of all records of a run.  They include
// accesses of memory that only one thread uses, which have no events in the
// trace.

#ifndef FT_EXPLORE_EXECUTED_LOCATIONS_H
#define FT_EXPLORE_EXECUTED_LOCATIONS_H

#include <stdbool.h>

#include "base/error.h"

// Calls 'each' once for each location, with the name that it has in traces.
// False and an error if the run cannot be read.
bool ft_executed_locations (const char *run,
                            void (*each) (void *, const char *location),
                            void *context, ft_error *);

// Calls 'each' for the functions of these locations, inlined ones included, with their
// names in reports; perhaps several times for one.
bool ft_executed_functions (const char *run,
                            void (*each) (void *, const char *function),
                            void *context, ft_error *);

// The same as the first once for each thread and location.
bool ft_executed_locations_by_thread (const char *run,
                                      void (*each) (void *, const char *thread,
                                                    const char *location),
                                      void *context, ft_error *);

#endif
