// Whether two runs are of programs that foretrace-cc made from the same code:
// so that places in their logs mean the same.

#ifndef FT_RECORD_SAME_CODE_H
#define FT_RECORD_SAME_CODE_H

#include <stdbool.h>

// By what the objects said of themselves when they were loaded.  Addresses
// may differ.  One of the runs may have got less far.
bool ft_same_code (const char *run, const char *other);

#endif
