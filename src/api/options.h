// Translates the options of the public library into those of a check.

#ifndef FT_API_OPTIONS_H
#define FT_API_OPTIONS_H

#include <foretrace/foretrace.h>

#include "predict/check.h"

// The caller's progress callback, and the flag by which its result ends a
// check.
typedef struct listener {
  foretrace_progress *progress;
  void *context;
  volatile int stop;
} ft_listener;

// 'from' may be NULL.  The options borrow the listener.
ft_check_options ft_api_options (const foretrace_options *from, ft_listener *);

#endif
