// One streaming pass from a reader to a writer.

#ifndef FT_CLI_CONVERSION_H
#define FT_CLI_CONVERSION_H

#include "cli/subcommand.h"

typedef struct ft_convert_options {
  const char *input, *output;
  const char *input_format, *output_format; // NULL: from the names
  enum ft_when progress;
  bool lenient, quiet;
} ft_convert_options;

// Returns the exit code; errors have been reported.
int ft_convert (const ft_convert_options *);

#endif
