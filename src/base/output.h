// Output files that are complete or not there.  The bytes go to a temporary
// file beside the target, which takes the target's name at the end.  Standard
// output, other open descriptors (/dev/stderr, /dev/fd/3) and targets that are no
// regular files (a terminal, a pipe, /dev/full) are written directly.  Either way
// every failed write is an error (code 69), never a short file and success.

#ifndef FT_BASE_OUTPUT_H
#define FT_BASE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

typedef struct ft_output ft_output;

struct ft_output {
  FILE *file;      // where to write; owned
  char *path;      // owned; the name in messages
  char *target;    // owned; NULL when written directly
  char *temporary; // owned; NULL when written directly
};

// 'path' NULL or "-" is standard output.
bool ft_output_open (ft_output *, const char *path, ft_error *);

// Finish the output: true if every byte has arrived.  Releases 'out' either
// way.
bool ft_output_commit (ft_output *, ft_error *);

// Give up: a regular target stays as it was.
void ft_output_abandon (ft_output *);

#endif
