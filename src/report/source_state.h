// Whether a source file is still the one that a recorded program was built
// from, so that a report never shows wrong lines.

#ifndef FT_REPORT_SOURCE_STATE_H
#define FT_REPORT_SOURCE_STATE_H

#include "report/sources.h"

enum ft_source_state {
  FT_SOURCE_CURRENT,
  FT_SOURCE_CHANGED, // written to since the program was built
  FT_SOURCE_MISSING, // moved, removed, or not to be read here
};

const char *ft_source_state_name (enum ft_source_state); // "current", ...

// Of the file at 'path', as the recording names it.
enum ft_source_state ft_source_state (const ft_sources *, const char *path);

// When the program of a run was built; when it was recorded if the program is
// gone, or is a process that another one made.
struct timespec ft_source_built (const char *run, const char *program);

#endif
