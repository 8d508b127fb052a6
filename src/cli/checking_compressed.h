// The check of a long compressed trace, which is expanded only as far as it takes
// ('predict/beginning.h').

#ifndef FT_CLI_CHECKING_COMPRESSED_H
#define FT_CLI_CHECKING_COMPRESSED_H

#include "cli/checking.h"

// False: the trace is to be read and checked as any other.  Otherwise it was, or
// '*trace' is NULL and there is an error.
bool ft_checking_compressed (ft_checking *, ft_trace **trace, ft_results *,
                             ft_error *);

#endif
