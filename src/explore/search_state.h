// What is known from all runs of a program so far.
//
// It is a fold over the journal: a line per run says what that run added, and
// is learned in the same way when the run has just been made and when the
// exploration is taken up again.

#ifndef FT_EXPLORE_SEARCH_STATE_H
#define FT_EXPLORE_SEARCH_STATE_H

#include <jansson.h>

#include "base/hash.h"
#include "explore/open_superrounds.h"
#include "explore/found_deadlocks.h"
#include "explore/types.h"

// A candidate is
//   open     there may be more to try
//   stalled  nothing is left to try on its latest trace
//   found    a race, confirmed on the program itself
enum ft_candidate_state { FT_CANDIDATE_OPEN, FT_CANDIDATE_GIVEN_UP, FT_CANDIDATE_CONFIRMED };

typedef struct ft_search_candidate {
  ft_event_pair pair;
  enum ft_candidate_state state;
  unsigned unordered_by; // bits FT_REL_*: relations that left it unordered in
                         // some run: what happened before what, in all of them
  bool certified;        // some trace proves it
  unsigned latest;       // run that has it and whose recording is kept; 0: none
  ft_id events[2];       // of it, those of sides not taken by their branch
  unsigned rounds;       // of improvement
  bool busy;             // a run for it is being made
} ft_search_candidate;

// A race that was replayed on the program, or at least certified.
typedef struct ft_found_race {
  ft_event_pair pair;
  size_t candidate;
  unsigned run;
  char *file;  // owned; its witness and plan are races/FILE.json and .plan
  char *text;  // owned; "T1 writes x in f  <->  T2 reads x in g"
  char *input; // owned; what the input has that the first one has not:
               // 'arg1="5"'; "" if nothing
  char *model; // owned; under which it was certified
  unsigned replays, reached;
  bool busy;         // a run for it is being made
  unsigned shrunk;   // attempts at a simpler input; UINT_MAX: all
  unsigned swap_run; // the same race, with the longest input
  char *swap_file;   // owned; as 'file'
  unsigned swaps;    // orders of its events that were tried or are being tried
} ft_found_race;

// A run whose recording is kept.
typedef struct ft_kept_recording {
  unsigned run;
  int level; // which of its branches on input are still to be turned: of 'enum
             // ft_flip_level'
  bool busy;
} ft_kept_recording;

// A run that ended badly.
typedef struct ft_crash {
  unsigned run;
  char *text; // owned; "signal 11 (Segmentation fault)"
} ft_crash;

typedef struct ft_search_state ft_search_state;

struct ft_search_state {
  ft_intern labels;
  FT_STACK (ft_search_candidate) pairs;
  ft_map pair_of;    // by 'ft_event_pair_key'
  ft_intern covered; // labels, and "LABEL OUTCOME" of branches
  ft_map tried;      // digests of schedules
  ft_map traces;     // their digests: the run
  ft_map ways;       // over branches on input that were taken or asked for
  FT_STACK (ft_kept_recording) kept; // ascending
  FT_STACK (ft_found_race) races;
  FT_STACK (ft_crash) crashes;
  ft_found_deadlocks deadlocks;
  FT_STACK (ft_open_superround) pursuits;
  unsigned last;  // number of a run
  unsigned runs;  // that were made
  unsigned grown; // sorts of longer inputs that were tried: of 'ft_input_growth'
  unsigned base;  // run whose input those by chance get: the one with longer
                  // inputs, or 0 for that of the first run
  uint64_t next_seed;
  unsigned fruitless;       // runs by chance in a row that brought nothing new
  unsigned fruitless_turns; // the same with branches turned again
  unsigned forked; // the first run whose program forked into processes with
                   // threads; 0: none
  uint64_t bytes;  // of recordings that are kept
  uint64_t words;  // that the threads of the first run wrote
  double seconds;  // by the clock on the wall, of all searches
};

void ft_search_state_release (ft_search_state *); // (ft_search_state){0} is empty

// One line of the journal.  False when it is none of ours.
bool ft_search_state_apply (ft_search_state *, const json_t *line);

// The candidate, or SIZE_MAX.
size_t ft_search_state_find (const ft_search_state *, ft_event_pair);

const char *ft_search_state_label (const ft_search_state *, ft_id);

// NULL if it is not kept.
ft_kept_recording *ft_search_state_recording (const ft_search_state *, unsigned run);

bool ft_search_state_tried (const ft_search_state *, uint64_t digest);

#endif
