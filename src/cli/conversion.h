// One streaming pass from a reader to a writer.

#ifndef FT_CLI_CONVERSION_H
#define FT_CLI_CONVERSION_H

#include "cli/subcommand.h"

typedef struct ft_convert_options {
  const char *input, *output;
  const char *input_format, *output_format; // NULL: known from the names
  enum ft_when progress;
  bool lenient, quiet;
} ft_convert_options;

// The exit code; what is wrong was reported.
int ft_convert (const ft_convert_options *);

#endif
