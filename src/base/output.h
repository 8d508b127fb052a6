// Output files that are whole or not there: what is written goes to a
// temporary file beside the target, which takes its name at the end.  A
// target that is not a regular file (a terminal, a pipe, /dev/full) and
// standard output are written directly.  Either way every failed write is an
// error (code 69), never a short file and success.

#ifndef FT_BASE_OUTPUT_H
#define FT_BASE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

typedef struct ft_output ft_output;

struct ft_output {
  FILE *file;      // write here; owned
  char *path;      // owned; what messages call it
  char *target;    // owned; NULL when written directly
  char *temporary; // owned; NULL when written directly
};

// 'path' NULL or "-" is standard output.
bool ft_output_open (ft_output *, const char *path, ft_error *);

// Ends the output: true if every byte has arrived.  Releases it either way.
bool ft_output_commit (ft_output *, ft_error *);

// Gives up: a regular target stays as it was.
void ft_output_abandon (ft_output *);

#endif
