// One check from reading the trace to writing the report, for 'check' and
// 'run'; and the check that other commands repeat.

#ifndef FT_CLI_CHECK_SESSION_H
#define FT_CLI_CHECK_SESSION_H

#include "base/output.h"
#include "cli/check_options.h"
#include "format/reader.h"
#include "report/iterations.h"
#include "predict/check.h"
#include "results/baseline.h"
#include "results/suppress.h"

typedef struct ft_check_session {
  ft_check_request *request; // borrowed
  ft_baseline baseline;
  ft_suppressions suppressions;
  ft_output out;
  ft_progress_bar progress;
  // Called instead of a check; may be NULL.
  bool (*decide) (void *context, const ft_trace *, ft_results *, ft_error *);
  // Called between check and report; may be NULL.
  void (*confirm) (void *context, const ft_trace *, ft_results *,
                   ft_progress_bar *);
  // Called behind 'confirm' if iterations on one thread are found; may be NULL.
  void (*reassign) (void *context, const ft_trace *, const ft_results *,
                    ft_iterations *);
  void *context;
  ft_iterations *iterations; // owned; of the current check
  const char *keep; // recorded run in which the results are saved; NULL: none
} ft_check_session;

// False if the command is over, with its exit code in '*code'.
bool ft_check_session_begin (ft_check_session *, ft_check_request *, int *code);

// Ends the session: reads, checks and reports, and returns the exit code; or
// abandons it and leaves the output as it was.
int ft_check_session_run (ft_check_session *);
void ft_check_session_abandon (ft_check_session *);

// ---- recheck ---------------------------------------------------------------

// The check that numbered a finding ("R3"), once more, for commands that
// explain a finding in a trace that they have read already.

typedef struct ft_recheck {
  const ft_trace *trace; // of the results: the given one or 'beginning'
  ft_trace *beginning; // owned; the first events of a compressed trace, or NULL
  ft_results results;
} ft_recheck;

// 'read' are the options with which the trace was read.  False and an error if
// the trace cannot be read as 'check' reads it; then there is nothing to
// release.
bool ft_recheck_init (ft_recheck *, const ft_trace *, ft_read_options,
                      const ft_check_options *, ft_error *);
void ft_recheck_release (ft_recheck *);

#endif
