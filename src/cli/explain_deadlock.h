// 'foretrace explain TRACE D3': which thread holds and waits for which lock,
// and the schedule that leads there or the reason why there is none.

#ifndef FT_CLI_EXPLAIN_DEADLOCK_H
#define FT_CLI_EXPLAIN_DEADLOCK_H

#include <stdio.h>

#include "predict/check.h"
#include "format/reader.h"

// Whether 'text' is the id of a deadlock; '*number' is counted from 1.
bool ft_is_deadlock_id (const char *text, size_t *number);

// Checks the trace and explains its deadlock D'number'; false and an error if
// it has no deadlock of this number.
bool ft_explain_deadlock (FILE *, const ft_trace *, ft_read_options,
                          const ft_check_options *, size_t number, ft_error *);

#endif
