// The result of 'foretrace replay' as JSON, schema 'foretrace-replay/1'
// (docs/schema/foretrace-replay-1.json).

#ifndef FT_REPORT_REPLAY_JSON_H
#define FT_REPORT_REPLAY_JSON_H

#include <stdio.h>

#include "results/results.h"
#include "record/target.h"
#include "replay/continuation.h"

typedef struct ft_continued_end {
  ft_continuation first; // the first of those that end so
  ft_strbuf text;        // how
  unsigned runs;         // how many do
} ft_continued_end;

typedef FT_STACK (ft_continued_end) ft_continued_ends;

typedef struct ft_replay_report {
  const char *recording, *finding; // borrowed
  const ft_replayed *replayed;     // borrowed
  const ft_target_exit *ended; // end of the last run; NULL: nothing to report
  bool interrupted;
  const ft_continued_ends *ends; // of continuations, borrowed; NULL: not asked for
  bool second_first; // its order
} ft_replay_report;

void ft_replay_json (FILE *, const ft_replay_report *);

#endif
