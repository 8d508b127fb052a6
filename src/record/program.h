// The program to be recorded, found as a shell finds it and looked into before
// it is started: what cannot work is told at once, with its remedy.

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
  plain; // owned; names of the shared libraries that it
         // needs and that foretrace-cc did not build, but
         // for those of the system
} ft_program;

// 'word' has a slash, or is looked for in PATH.  A launcher is a script or
// another program that starts the one that was built with foretrace-cc: it
// only has to be executable.
bool ft_program_find (ft_program *, const char *word, bool launcher,
                      ft_error *);
void ft_program_release (ft_program *);

#endif
