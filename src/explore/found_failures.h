// Failures that are certified in the traces of runs: their journal entries, and
// how these are applied to the search state.  One is a finding if a replay shows
// it; with another one a user could do nothing.

#ifndef FT_EXPLORE_FOUND_FAILURES_H
#define FT_EXPLORE_FOUND_FAILURES_H

#include <jansson.h>

#include "base/error.h"
#include "base/hash.h"
#include "explore/types.h"
#include "replay/replay.h"

typedef struct ft_found_failure {
  unsigned run; // the first that has it, or the first in which it was seen
  char *kind;   // owned; its name, "assertion"
  char *text;   // owned; "failed assertion at f.c:3:1"; one of each text
  char *file;   // owned; its witness is races/FILE.json
  char *seen;   // owned; how the program ended in a replay
  char *input;  // owned; as in 'ft_found_race'
  unsigned replays, reached; // reached: those that showed it
} ft_found_failure;

typedef struct ft_found_failures {
  FT_STACK (ft_found_failure) list;
  ft_map asked; // by the checksum of its text: the traces that might have the
                // failure, before a replay showed it
  ft_map left;  // likewise: those that time left undecided in a trace
} ft_found_failures;

void ft_found_failures_release (ft_found_failures *);

size_t ft_found_failures_seen (const ft_found_failures *);

// The failure that a replay showed to end at the place of this bad end of a run
// ('ft_crash'), or NULL.
const ft_found_failure *ft_found_failures_at (const ft_found_failures *,
                                              const char *crash);

// Chooses the failures that a check asks about, as its 'asks_failure': those that
// no replay has shown, less and less often the more traces were asked.  One that time has
// left undecided is mostly as hard in the next trace, and gets little time there.
typedef struct ft_failure_choice {
  const ft_found_failures *known;
  const ft_trace *trace;
  json_t *asked; // their texts are added
  json_t *left;  // and those that time left undecided
} ft_failure_choice;

double ft_failure_choice_asks (void *choice, enum ft_failure_kind, ft_id fails,
                               ft_id freed);
void ft_failure_choice_leaves (void *choice, enum ft_failure_kind, ft_id fails,
                               ft_id freed);

// Replays the certified failures of the results, writes their witnesses, and
// lists them for the journal entry of the run.  NULL and an error if the program cannot be run again, or (with code
// 0) if the user has interrupted.
json_t *ft_found_failures_json (const ft_explore_options *,
                                const ft_replay_context *, ft_results *,
                                unsigned run, const char *input, ft_error *);

void ft_found_failures_apply (ft_found_failures *, const json_t *line,
                              unsigned run);

#endif
