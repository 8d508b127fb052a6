// The check of a long compressed trace, or of a long recorded run, of which only
// the first events are expanded or loaded as long as they suffice
// ('predict/prefix.h').

#ifndef FT_CLI_CHECK_COMPRESSED_H
#define FT_CLI_CHECK_COMPRESSED_H

#include "cli/check_options.h"
#include "format/reader.h"

typedef struct ft_compressed_check {
  const char *trace; // path; borrowed, like all pointers here
  ft_read_options read;
  const ft_check_options *check;
  ft_pos expand; // as in 'ft_check_request'
  bool screens; // where there is nothing to decide, no event is needed
  bool quiet;
  ft_progress_bar *progress; // NULL: no progress bar
} ft_compressed_check;

// Checks the trace if it is a compressed one or a run that pays.  False if the trace
// must be read and checked like any other.  True if it was checked, or if
// '*trace' is NULL and there is an error.  A command that names findings by the
// ids of a check ("R1") must check in this way too: the first events alone may
// show other instances, and so give another order.
bool ft_check_compressed (const ft_compressed_check *, ft_trace **trace,
                          ft_results *, ft_error *);

#endif
