// The façade's options as those of a check.

#ifndef FT_API_OPTIONS_H
#define FT_API_OPTIONS_H

#include <foretrace/foretrace.h>

#include "predict/check.h"

// The caller's function that is called with the progress of a check and may end it.
typedef struct listener {
  foretrace_progress *progress;
  void *context;
  volatile int stop;
} ft_listener;

// 'from' may be NULL.  The options borrow the listener.
ft_check_options ft_api_options (const foretrace_options *from, ft_listener *);

#endif
