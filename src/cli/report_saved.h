// Results that were saved as JSON, reported as a check reports its own:
// 'merge' and 'report'.

#ifndef FT_CLI_REPORT_SAVED_H
#define FT_CLI_REPORT_SAVED_H

#include "cli/check_options.h"

// The options that both take.  False and '*code' when there is nothing to do.
bool ft_report_saved_parse (const ft_subcommand *, ft_check_request *, int argc,
                     char **argv, ft_words *, int *code);

// 'paths' are the shards of one check, or whole results.  'trace' NULL: the
// one that they name.  The exit code is that of 'check'.
int ft_report_saved (ft_check_request *, const char *trace,
                     const char *const *paths, size_t count);

#endif
