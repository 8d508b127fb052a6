// The report of an exploration, as text for people or as JSON
// ('foretrace-exploration/1', docs/guide/exploring.md).

#ifndef FT_CLI_EXPLORE_REPORT_H
#define FT_CLI_EXPLORE_REPORT_H

#include <stdio.h>

#include "base/strbuf.h"
#include "explore/explore.h"

typedef struct ft_explore_report {
  const ft_search_state *state;
  const char *directory; // as the user wrote it
  char **arguments;      // of the program, its name first; ends with NULL
  enum ft_explore_end end;
} ft_explore_report;

// The number of decided candidates: confirmed as races, or given up.
size_t ft_explore_decided (const ft_search_state *);

// The command that replays the race on the program.
void ft_explore_command (ft_strbuf *, const char *directory,
                         const ft_found_race *);

void ft_explore_report_text (FILE *, const ft_explore_report *);
void ft_explore_report_json (FILE *, const ft_explore_report *);

#endif
