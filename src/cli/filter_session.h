// The ways of 'foretrace filter' through a trace.

#ifndef FT_CLI_FILTER_SESSION_H
#define FT_CLI_FILTER_SESSION_H

#include "cli/subcommand.h"
#include "cli/stop_condition.h"
#include "report/racy.h"
#include "format/reader.h"

typedef struct ft_filter_session {
  const char *trace;
  ft_read_options read;
  enum ft_filter_kind kinds[FT_RACY_MOST]; // of the findings, unless syncp
  uint32_t instances;                      // kept for each pair of locations
  bool quiet;
  ft_stop_condition guard;
  ft_progress_bar progress;
  ft_racy_report report;
  // Writes the report; called with what it borrows still there.
  int (*write) (struct ft_filter_session *, void *context);
  void *context;
} ft_filter_session;

// Reads and writes the report; exit codes.  The first reads once, and a second
// time for pairs of locations; the other needs the whole trace in memory.
int ft_filter_session_stream (ft_filter_session *);
int ft_filter_session_whole (ft_filter_session *);

// On the grammar of a compressed trace, for HB, lockset and hybrid with pairs
// of locations, if that can be done and pays; otherwise '*code' is left alone and
// it returns false.
bool ft_filter_session_grammar (ft_filter_session *, int *code);

#endif
