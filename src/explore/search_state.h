// The search state: everything that is known from all runs of a program so far.
//
// The state is a fold over the journal.  Each journal entry has what one run
// added, and is applied in the same way after the run and when the exploration
// is continued later.

#ifndef FT_EXPLORE_SEARCH_STATE_H
#define FT_EXPLORE_SEARCH_STATE_H

#include <jansson.h>

#include "base/hash.h"
#include "explore/open_superrounds.h"
#include "explore/found_deadlocks.h"
#include "explore/found_failures.h"
#include "explore/types.h"

// The state of a candidate:
//   OPEN       there may be more to try
//   GIVEN_UP   nothing is left to try on its latest trace
//   CONFIRMED  it is a race, confirmed on the program itself
enum ft_candidate_state {
  FT_CANDIDATE_OPEN,
  FT_CANDIDATE_GIVEN_UP,
  FT_CANDIDATE_CONFIRMED
};

typedef struct ft_search_candidate {
  ft_event_pair pair;
  enum ft_candidate_state state;
  unsigned unordered_by; // bits FT_REL_*: relations that left it unordered in
                         // some run
  bool certified;        // in some trace
  unsigned latest;       // the latest run that has it and is kept; 0: none
  ft_id events[2];       // in the trace of that run; an event of an alternative
                         // path is given by its branch
  unsigned rounds;       // of improvement
  bool busy;             // a run for it is being made
} ft_search_candidate;

// A race that is confirmed by replays, or at least certified.
typedef struct ft_found_race {
  ft_event_pair pair;
  size_t candidate;
  unsigned run;
  char *file;  // owned; its witness and plan are races/FILE.json and .plan
  char *text;  // owned; "T1 writes x in f  <->  T2 reads x in g"
  char *input; // owned; the sources whose bytes differ from the first input:
               // 'arg1="5"'; "" if none
  char *model; // owned; name of the model under which it was certified
  char *memory; // owned; name of the memory model
  unsigned replays, reached;
  bool busy;         // a run for it is being made
  unsigned shrunk;   // attempts at a simpler input; UINT_MAX: all were made
  unsigned swap_run; // run with the same race and the longest input
  char *swap_file;   // owned; as 'file'
  unsigned swaps;    // bits: orders of its events that were tried or are being
                     // tried
} ft_found_race;

// A run whose recording is kept.
typedef struct ft_kept_recording {
  unsigned run;
  int level; // an ft_flip_level: the branches that are still to be flipped
  bool busy; // a job for it runs
  bool turned;       // no loop is left to take more turns
  bool reordered;    // no interleaving is left to try
  unsigned reorders; // the number that was tried
  unsigned depth;    // the number of interleavings that led to it
} ft_kept_recording;

// A run that ended badly.
typedef struct ft_crash {
  unsigned run;
  char *text; // owned; "signal 11 (Segmentation fault) at f.c:3:1"
} ft_crash;

typedef struct ft_search_state ft_search_state;

struct ft_search_state {
  ft_intern labels;
  FT_STACK (ft_search_candidate) pairs;
  ft_map pair_of;                    // by 'ft_event_pair_key'
  ft_intern covered;                 // labels, and "LABEL OUTCOME" of branches
  ft_map tried;                      // digests of schedules
  ft_map traces;                     // by digest: the first run with this trace
  ft_map path_keys;                  // of paths that were taken or asked for
  FT_STACK (ft_kept_recording) kept; // ascending
  FT_STACK (ft_found_race) races;
  FT_STACK (ft_crash) crashes;
  FT_STACK (ft_crash) unrepeated; // bad ends that did not come again: a run for
                                  // each way to end
  FT_STACK (ft_crash) unread; // runs whose recordings could not be read, and why
  ft_found_deadlocks deadlocks;
  ft_found_failures failures;
  FT_STACK (ft_open_superround) superrounds;
  unsigned last;  // the greatest number of a run
  unsigned runs;  // the number of runs made
  unsigned grown; // kinds of input growth that were tried
  unsigned base; // run whose input random runs get: the one with longer inputs,
                 // or 0: the input of the first run
  uint64_t next_seed;
  unsigned fruitless;       // random runs in a row that brought nothing new
  unsigned fruitless_flips; // the same for flips of branches flipped before
  unsigned fruitless_reorders; // the same for interleavings
  unsigned stale_flips, stale_others; // runs in a row that brought nothing new: with a
                                      // branch flipped first, and all others
  unsigned reorders, improves; // the numbers of such steps
  unsigned turns;              // of runs for which a loop takes more turns
  unsigned forked; // the first run whose program forked into processes with
                   // threads; 0: none
  uint64_t bytes;  // of the recordings that are kept
  uint64_t words;  // written by the threads of the first run
  bool fails_first; // the first run had an exit status that is not 0
  double seconds;  // wall-clock time of all searches
};

void ft_search_state_release (
    ft_search_state *); // (ft_search_state){0} is empty

// Applies one journal entry.  False if the entry is malformed.
bool ft_search_state_apply (ft_search_state *, const json_t *line);

// The index of the candidate with these labels, or SIZE_MAX.
size_t ft_search_state_find (const ft_search_state *, ft_event_pair);

const char *ft_search_state_label (const ft_search_state *, ft_id);

// The recording of a run, NULL if it is not kept.
ft_kept_recording *ft_search_state_recording (const ft_search_state *,
                                              unsigned run);

// Whether a run has ended badly in this way, also when it was made again.
bool ft_search_state_knows_crash (const ft_search_state *, const char *text);

// Whether a schedule with this digest was tried.
bool ft_search_state_tried (const ft_search_state *, uint64_t digest);

#endif
