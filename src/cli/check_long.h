// The check of a long trace, of which only the first events are expanded, loaded or
// held as long as they suffice ('predict/prefix.h'): a compressed trace, a recorded
// run, or a file with more events than are held at once.

#ifndef FT_CLI_CHECK_LONG_H
#define FT_CLI_CHECK_LONG_H

#include "cli/check_options.h"
#include "format/reader.h"

typedef struct ft_long_check {
  const char *trace; // path; borrowed, like all pointers here
  ft_read_options read;
  const ft_check_options *check;
  ft_pos expand; // as in 'ft_check_request'
  const char *resume; // the same; NULL: nothing is kept
  bool screens; // where there is nothing to decide, no event is needed
  bool quiet;
  ft_progress_bar *progress; // NULL: no progress bar
} ft_long_check;

// Checks the trace if it is a compressed one, a run or a file that pays.  False if
// the trace must be read and checked like any other.  True if it was checked, or if
// '*trace' is NULL and there is an error.  A command that names findings by the
// ids of a check ("R1") must check in this way too: the first events alone may
// show other instances, and so give another order.
bool ft_check_long (const ft_long_check *, ft_trace **trace,
                          ft_results *, ft_error *);

#endif
