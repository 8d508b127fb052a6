// Names of descriptors as variables of a trace: "descriptor 5 (socket, opened at
// f.c:12:3)".  Their accesses are calls that use or close them, and no accesses
// of memory (runtime/descriptor_objects.h).

#ifndef FT_RUN_DESCRIPTOR_NAME_H
#define FT_RUN_DESCRIPTOR_NAME_H

#include <stdbool.h>
#include <string.h>

#define FT_DESCRIPTOR_NAME "descriptor "

// No variable of a program has such a name.
static inline bool ft_is_descriptor_name (const char *name) {
  return !strncmp (name, FT_DESCRIPTOR_NAME, sizeof FT_DESCRIPTOR_NAME - 1);
}

#endif
