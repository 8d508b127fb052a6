// 'foretrace explain TRACE D3' and 'F3': which thread holds and waits for which lock, or
// which order of which accesses leads to the failure and what would prevent it; the
// schedule that leads there, or the reason why there is none.

#ifndef FT_CLI_EXPLAIN_FINDING_H
#define FT_CLI_EXPLAIN_FINDING_H

#include <stdio.h>

#include "predict/check.h"
#include "format/reader.h"

// The id of a deadlock or a failure.
typedef struct ft_finding_id {
  char letter;   // 'D' or 'F'
  size_t number; // from 1
} ft_finding_id;

// False if 'text' is no such id.
bool ft_finding_id_read (const char *text, ft_finding_id *);

// Checks the trace and explains its finding of this id; false and an error if
// it has none.
bool ft_explain_finding (FILE *, const ft_trace *, ft_read_options,
                         const ft_check_options *, ft_finding_id, ft_error *);

#endif
