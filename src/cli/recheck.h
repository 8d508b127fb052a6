// The check that numbered a finding ("R3"), once more, for commands that
// explain one in a trace they have read already.

#ifndef FT_CLI_RECHECK_H
#define FT_CLI_RECHECK_H

#include "predict/check.h"
#include "format/reader.h"

typedef struct ft_recheck {
  const ft_trace *trace; // of the results: that at hand, or its beginning
  ft_trace *beginning;   // owned; NULL: it is that at hand
  ft_results results;
} ft_recheck;

// With the options that 'trace' was read with.  False and an error if it cannot
// be read as 'check' does; then there is nothing to release.
bool ft_recheck_init (ft_recheck *, const ft_trace *, ft_read_options,
                          const ft_check_options *, ft_error *);
void ft_recheck_release (ft_recheck *);

#endif
