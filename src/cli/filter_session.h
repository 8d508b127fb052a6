// One pass of 'foretrace filter': over a stream, a whole trace or a grammar.

#ifndef FT_CLI_FILTER_SESSION_H
#define FT_CLI_FILTER_SESSION_H

#include "cli/resume.h"
#include "cli/subcommand.h"
#include "cli/stop_condition.h"
#include "report/racy.h"
#include "format/reader.h"

typedef struct ft_filter_session {
  const char *trace;
  ft_read_options read;
  enum ft_filter_kind kinds[FT_RACY_MOST]; // of the findings, unless syncp
  unsigned threads;                        // of this process, at most
  uint32_t instances; // instances kept for each pair of locations
  bool quiet;
  ft_filter_resume resume; // no 'path': nothing is kept
  ft_stop_condition stop;
  ft_progress_bar progress;
  ft_racy_report report;
  // Writes the report; called while the data that the report borrows still
  // exist.
  int (*write) (struct ft_filter_session *, void *context);
  void *context;
} ft_filter_session;

// Reads the trace and writes the report; returns the exit code.  A stream is
// read once, and a second time for pairs of locations; sync-preserving races
// need the whole trace in memory.
int ft_filter_session_stream (ft_filter_session *);
int ft_filter_session_whole (ft_filter_session *);

// The same on the grammar of a compressed trace, for HB, lockset and hybrid
// with pairs of locations.  False, with '*code' unchanged, if this is
// impossible or does not pay.
bool ft_filter_session_grammar (ft_filter_session *, int *code);

#endif
