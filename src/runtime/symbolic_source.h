// The sources of symbolic input: those of DIR/symbolic, and those that
// 'foretrace_input' names.

#ifndef FT_RUNTIME_SYMBOLIC_SOURCE_H
#define FT_RUNTIME_SYMBOLIC_SOURCE_H

#include "runtime/files.h"

enum { FT_MAX_SYMBOLIC_SOURCES = 512 };

typedef struct ft_symbolic_source {
  const char *name;       // up to a line end or a zero
  const char *bytes;      // literal or as \xNN, up to a '"'; NULL: not chosen
  uint64_t most;          // bytes that may be chosen
  uint64_t device, inode; // of DIR/symbolic-N; inode 0: no file
  uint64_t old_device, old_inode; // of the file that it replaces
  uint64_t given;                 // bytes that 'foretrace_input' gave
} ft_symbolic_source;

extern ft_symbolic_source
    ft_symbolic_sources[FT_MAX_SYMBOLIC_SOURCES]; // by number
extern int ft_symbolic_source_count;
extern bool ft_symbolic_enabled; // the inputs of this process are symbolic

// Adds a source; returns its number.  Below 0, and a warning, if there are too
// many.
int ft_symbolic_source_add (ft_symbolic_source);

size_t ft_symbolic_source_length (const char *name);
bool ft_symbolic_source_is (const ft_symbolic_source *, const char *name,
                            size_t);
// The rest of the name after the prefix; NULL if the name does not begin with
// the prefix.
const char *ft_symbolic_source_after (const ft_symbolic_source *,
                                      const char *prefix);

// DIR/symbolic-N, which is opened instead of a source's file.
void ft_symbolic_source_path (char path[FT_MAX_PATH], int number);
// Device and inode of a file; false if there is none.
bool ft_symbolic_source_stat (const char *path, uint64_t *device,
                              uint64_t *inode);

#endif
