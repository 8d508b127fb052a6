// decode TRACE: reads and validates a trace and does nothing with it, without
// the columns that filters do without: the limit of what a filter can reach.
// Prints the number of events.

#include <stdio.h>

#include "format/reader.h"
#include "load/open.h"

int main (int argc, char **argv) {
  if (argc != 2)
    return 64;
  ft_error error = FT_NO_ERROR;
  ft_read_options options = {.without = FT_COLUMN_LOCATIONS | FT_COLUMN_VALUES |
                                        FT_COLUMN_DETAILS};
  ft_reader *r = ft_reader_open (argv[1], options, &error);
  ft_batch b;
  int got = r ? 1 : -1;
  ft_pos events = 0;
  while (got > 0 && (got = ft_reader_batch (r, &b, &error)) > 0)
    events += b.count;
  if (got < 0)
    fprintf (stderr, "decode: %s\n", error.message);
  else
    printf ("%llu\n", (unsigned long long)events);
  ft_reader_free (r);
  return got < 0 ? error.code : 0;
}
