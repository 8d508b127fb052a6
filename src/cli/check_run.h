// The check of a long recorded run, which is screened before it is loaded: there
// may be nothing to decide, or what there is may be in its beginning
// ('candidate/screening.h', 'predict/prefix.h').

#ifndef FT_CLI_CHECK_RUN_H
#define FT_CLI_CHECK_RUN_H

#include "cli/check_long.h"

// As 'ft_check_long'.  If there is nothing to decide and 'screens', the
// trace has no events.
bool ft_check_run (const ft_long_check *, ft_trace **, ft_results *,
                   ft_error *);

#endif
