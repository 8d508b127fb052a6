// The rules of threads (see 'trace/validate.h') on a grammar: forks, joins, and
// what a thread does before and after them.

#ifndef FT_GRAMMAR_SLP_THREADS_H
#define FT_GRAMMAR_SLP_THREADS_H

#include "base/error.h"
#include "format/slp.h"
#include "trace/tables.h"

// False and an error if the trace breaks one of them, as it does exactly if the
// validator finds one broken on what the grammar makes.  'path' begins it.
bool ft_slp_check_threads (const ft_slp *, const ft_tables *, const char *path,
                           ft_error *);

#endif
