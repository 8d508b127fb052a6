// instrument_file IN OUT: the instrumenter by itself, without the compiler
// driver.

#include <stdio.h>

#include "instrument/instrument.h"

static void warn (void *context, const char *message) {
  (void)context;
  fprintf (stderr, "warning: %s\n", message);
}

int main (int argc, char **argv) {
  ft_instrument_options options = {.warn = warn};
  ft_error error = FT_NO_ERROR;
  if (argc != 3)
    return FT_EXIT_USAGE;
  if (ft_instrument_file (argv[1], argv[2], &options, &error))
    return 0;
  fprintf (stderr, "%s\n", error.message);
  return (int)error.code;
}
