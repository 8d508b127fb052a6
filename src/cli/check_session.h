// One check from trace to report, as 'check' and 'run' do it.

#ifndef FT_CLI_CHECK_SESSION_H
#define FT_CLI_CHECK_SESSION_H

#include "base/output.h"
#include "cli/check_options.h"
#include "format/reader.h"
#include "predict/check.h"
#include "results/baseline.h"
#include "results/suppress.h"

typedef struct ft_check_session {
  ft_check_request *request; // borrowed
  ft_baseline baseline;
  ft_suppressions suppressions;
  ft_output out;
  ft_progress_bar progress;
  // Instead of a check; may be NULL.
  bool (*decide) (void *context, const ft_trace *, ft_results *, ft_error *);
  // Between check and report; may be NULL.
  void (*confirm) (void *context, const ft_trace *, ft_results *,
                   ft_progress_bar *);
  void *context;
  const char *keep; // the results stay in this run, too; NULL: they do not
} ft_check_session;

// False if the command is over, with its exit code in '*code'.
bool ft_check_session_begin (ft_check_session *, ft_check_request *, int *code);

// Either one ends it: reads, checks and reports, and returns the exit code; or
// leaves the output as it was.
int ft_check_session_run (ft_check_session *);
void ft_check_session_abandon (ft_check_session *);

// ---- recheck ---------------------------------------------------------------

// The check that numbered a finding ("R3"), once more, for commands that
// explain one in a trace they have read already.

typedef struct ft_recheck {
  const ft_trace *trace; // of the results: that at hand, or its beginning
  ft_trace *beginning;   // owned; NULL: it is that at hand
  ft_results results;
} ft_recheck;

// With the options that 'trace' was read with.  False and an error if it cannot
// be read as 'check' does; then there is nothing to release.
bool ft_recheck_init (ft_recheck *, const ft_trace *, ft_read_options,
                          const ft_check_options *, ft_error *);
void ft_recheck_release (ft_recheck *);

#endif
