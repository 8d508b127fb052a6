// The check of a long compressed trace, which is expanded only as far as it
// takes
// ('predict/prefix.h').

#ifndef FT_CLI_CHECK_COMPRESSED_H
#define FT_CLI_CHECK_COMPRESSED_H

#include "cli/check_options.h"
#include "format/reader.h"

typedef struct ft_compressed_check {
  const char *trace; // path; borrowed, as all pointers
  ft_read_options read;
  const ft_check_options *check;
  ft_pos expand; // as in 'ft_check_request'
  bool quiet;
  ft_progress_bar *progress; // NULL: nothing is shown
} ft_compressed_check;

// False: the trace is to be read and checked as any other.  Otherwise it was,
// or
// '*trace' is NULL and there is an error.  Who names findings of a check as it
// numbers them ("R1") has to check this way, too: a beginning may have others
// of their instances, and so another order.
bool ft_check_compressed (const ft_compressed_check *, ft_trace **trace,
                          ft_results *, ft_error *);

#endif
