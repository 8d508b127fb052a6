// Reports saved JSON results as a check reports its own, for 'merge' and
// 'report'.

#ifndef FT_CLI_REPORT_SAVED_H
#define FT_CLI_REPORT_SAVED_H

#include "cli/check_options.h"

// Parses the options of both commands, and those that the command has for itself
// (NULL: none).  False and '*code' if the command is over.
bool ft_report_saved_parse (const ft_subcommand *, const ft_option *own,
                            ft_check_request *, int argc,
                            char **argv, ft_words *, int *code);

// 'paths' are the shards of one check, or whole results.  'trace' is the trace,
// NULL for the one that the results name.  Returns the exit code of 'check'.
int ft_report_saved (ft_check_request *, const char *trace,
                     const char *const *paths, size_t count);

#endif
