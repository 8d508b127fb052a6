// The rules of threads (see 'trace/validate.h') on a grammar: forks, joins, and
// the events of a thread before and after them.

#ifndef FT_GRAMMAR_SLP_THREADS_H
#define FT_GRAMMAR_SLP_THREADS_H

#include "base/error.h"
#include "format/slp.h"
#include "trace/tables.h"

// False and an error if the trace breaks a rule of threads, exactly if the
// validator finds one broken in the expanded trace.  The error begins with
// 'path'.
bool ft_slp_check_threads (const ft_slp *, const ft_tables *, const char *path,
                           ft_error *);

#endif
