// Whether foretrace-cc built the programs of two runs from the same code, so
// that ticks of their logs mean the same.

#ifndef FT_RECORD_SAME_CODE_H
#define FT_RECORD_SAME_CODE_H

#include <stdbool.h>

// Compares the objects that were registered, except addresses and what depends
// on the directory of the build (record/same_table.h).  One of the runs
// may have registered fewer.
bool ft_same_code (const char *run, const char *other);

#endif
