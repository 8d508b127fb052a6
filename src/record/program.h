// The program to be recorded, found as a shell finds it, and examined before it
// starts: a program that cannot be recorded is reported with the remedy.

#ifndef FT_RECORD_PROGRAM_H
#define FT_RECORD_PROGRAM_H

#include "base/error.h"
#include "base/stack.h"
#include "record/elf.h"

typedef struct ft_program {
  char *path;      // owned; absolute
  char *build_id;  // owned; "" if it has none
  uint64_t digest; // of all its bytes
  bool light;      // it, or a library, was built with --foretrace-light
  FT_STACK (char *)
  uninstrumented; // owned; names of the shared libraries that
                  // foretrace-cc did not build, without those of the
                  // system
} ft_program;

// 'word' is a path with a slash, or a name that is searched in PATH.  A
// launcher is a script or another program that starts the program built with
// foretrace-cc: it only has to be executable.
bool ft_program_find (ft_program *, const char *word, bool launcher,
                      ft_error *);
void ft_program_release (ft_program *);

#endif
