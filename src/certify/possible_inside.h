// The parts of the analysis of possible paths ('possible_paths.h').

#ifndef FT_CERTIFY_POSSIBLE_INSIDE_H
#define FT_CERTIFY_POSSIBLE_INSIDE_H

#include "certify/possible_paths.h"
#include "certify/value_set.h"
#include "witness/expected.h"

typedef struct ft_possible ft_possible;

// The analysis while it runs.
struct ft_possible {
  const ft_unfolding *paths;
  const ft_trace *trace; // unfolded
  const ft_index *index;
  const ft_access_lists *writes; // by variable
  ft_recorded recorded;
  ft_expected expected;

  ft_value_pool pool;
  ft_value_set *result; // by event: what it reads or computes
  ft_value_set *left;   // by event: what it writes
  bool *reached;        // by event: a thread may come to it
  bool *possible;       // by event: and its address may be the recorded one

  ft_id *last_def; // by operand of 'expected': the last event before its own one that
                   // defines the local, FT_NO_ID
  ft_id *next_def; // by event: the one before it that defines the same local

  // Steps of threads that leave events out, by position in 'thread_events': how many more
  // begin there than end; and from the last sweep, whether some step leaves the event out.
  int32_t *steps_over;
  bool *skipped;
  bool *goes_on;  // by event: its step to the next event of its path is counted
  bool *branches; // by successor: the same
  ft_id *join_of; // by thread: the event that waits for its end, FT_NO_ID: none

  bool changed;
};

// ---- possible_sources.c ------------------------------------------------------

// Finds the joins of the trace.
void ft_possible_find_joins (ft_possible *);

// Whether a thread that is behind the event in the unfolding has executed it.
bool ft_possible_is_passed (const ft_possible *, ft_id event);

// The write that every schedule executes before the read, after which earlier ones are
// gone; the last one by program order and forks, or FT_NO_ID.
ft_id ft_possible_hider (const ft_possible *, ft_id read);

// Whether the read may come behind the write, which the 'hider' leaves in place.
bool ft_possible_source (const ft_possible *, ft_id read, ft_id write,
                         ft_id hider);

// ---- possible_values.c ---------------------------------------------------------

// Adds what the event reads, computes and writes; false if its thread cannot be at it with
// its recorded address.
bool ft_possible_address (const ft_possible *, ft_id event);
void ft_possible_evaluate (ft_possible *, ft_id event);

#endif
