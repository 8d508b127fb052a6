// The options of 'foretrace compare'.

#ifndef FT_CLI_COMPARE_OPTIONS_H
#define FT_CLI_COMPARE_OPTIONS_H

#include "cli/subcommand.h"
#include "predict/comparison.h"
#include "report/progress_bar.h"
#include "format/reader.h"

typedef struct ft_compare_request {
  const char *trace;         // path; borrowed from argv, like all texts here
  const char *output, *plot; // NULL: not asked for
  ft_check_options check;
  ft_grid grid;
  ft_read_options read;
  int format;          // enum ft_report_format
  int color, progress; // enum ft_when
  bool quiet, verbose;
} ft_compare_request;

// False if the command is over, with its exit code in '*code'.
bool ft_compare_request_parse (ft_compare_request *, int argc, char **argv,
                               int *code);
void ft_compare_request_release (ft_compare_request *);

#endif
