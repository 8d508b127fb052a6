// The sources of input that a run tells of: those of DIR/symbolic, and those
// that 'foretrace_input' names.

#ifndef FT_RUNTIME_SYMBOLIC_SOURCE_H
#define FT_RUNTIME_SYMBOLIC_SOURCE_H

#include "runtime/files.h"

enum { FT_MAX_SYMBOLIC_SOURCES = 512 };

typedef struct ft_symbolic_source {
  const char *name;  // ends at a line end, or a zero
  const char *bytes; // as \xNN or what they are, up to a '"'; NULL: its own
  uint64_t most;
  uint64_t device, inode;         // of what is opened; inode 0: nothing is
  uint64_t old_device, old_inode; // of what is not, then
  uint64_t given;                 // bytes that 'foretrace_input' gave
} ft_symbolic_source;

extern ft_symbolic_source ft_symbolic_sources[FT_MAX_SYMBOLIC_SOURCES]; // by number
extern int ft_symbolic_source_count;
extern bool ft_symbolic_enabled; // this process tells of inputs

// Its number; below 0, and a warning, if there are too many.
int ft_symbolic_source_add (ft_symbolic_source);

size_t ft_symbolic_source_length (const char *name);
bool ft_symbolic_source_is (const ft_symbolic_source *, const char *name, size_t);
// What stands behind the prefix; NULL if the name does not begin so.
const char *ft_symbolic_source_after (const ft_symbolic_source *, const char *prefix);

// What is opened in place of a source's file.
void ft_symbolic_source_path (char path[FT_MAX_PATH], int number);
bool ft_symbolic_source_stat (const char *path, uint64_t *device, uint64_t *inode);

#endif
