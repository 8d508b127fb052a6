// Executed locations: the locations of all records of a run.  They include
// accesses of memory that only one thread uses, which have no events in the
// trace.

#ifndef FT_EXPLORE_EXECUTED_LOCATIONS_H
#define FT_EXPLORE_EXECUTED_LOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

// Calls 'each' once for each location, with the name that it has in traces.
// False and an error if the run cannot be read.
bool ft_executed_locations (const char *run,
                            void (*each) (void *, const char *location),
                            void *context, ft_error *);

// A line of the source that a thread executed, with the name of its function in reports.
typedef struct ft_executed_line {
  uint32_t thread;
  const char *function, *file;
  unsigned line, column;
} ft_executed_line;

// Calls 'each' for the lines of these locations, those of callers of inlined functions
// included; perhaps several times for one.
bool ft_executed_lines (const char *run,
                        void (*each) (void *, const ft_executed_line *),
                        void *context, ft_error *);

// All lines of the program's code, executed or not; the thread is 0.
bool ft_code_lines (const char *run,
                    void (*each) (void *, const ft_executed_line *),
                    void *context, ft_error *);

// The same as the first once for each thread and location.
bool ft_executed_locations_by_thread (const char *run,
                                      void (*each) (void *, const char *thread,
                                                    const char *location),
                                      void *context, ft_error *);

#endif
