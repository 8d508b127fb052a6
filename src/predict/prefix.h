// Prefix check: a check of a compressed trace that expands only a prefix of it,
// of a recorded run of which only a prefix is loaded, or of another trace of
// which only a prefix is held.
//
// A prefix of a trace is a trace, and a schedule of its events is a schedule of
// the whole trace: a witness found in a prefix holds for the whole trace, with
// the same positions.  A forecast shows which pairs of locations may race
// anywhere ('grammar/forecast.h').  A prefix in which all of these pairs are
// certified therefore gives the verdicts of the whole trace.  If a short prefix
// does not, a longer one is checked, and in the end the whole trace or as much
// of it as may be expanded.  Pairs that are refuted in a prefix are undecided.
//
// A check examines only the closest instances of a pair, the earlier of equally
// close ones first.  In a loop all of them soon are as close as the closest
// instance in the grammar.  The whole trace would then give the same instances,
// so that a pair which they leave undecided is final.  A pair with more
// instances is final, too, if all that are examined are impossible: only the
// whole trace could refute it.
//
// Of a run, lengths are words of the logs, and only what is certified is final.
//
// Compared with the check of the whole trace in 'tests/unit/test_beginning.c',
// of runs in 'tests/cli/test_screening.sh'.

#ifndef FT_PREDICT_PREFIX_H
#define FT_PREDICT_PREFIX_H

#include "grammar/forecast.h"
#include "predict/check.h"
#include "format/reader.h"

typedef struct ft_prefix {
  const char *path; // borrowed, as all pointers
  ft_read_options read;
  ft_forecast *forecast; // its list of locations may grow
  ft_pos first;          // events of the shortest prefix; of a run, words
  ft_pos most; // events that may be expanded, at most those of the trace; of a
               // run, all words
  void (*progress) (void *context, double share); // of reading; may be NULL
  void *context;
} ft_prefix;

// Whether a check with these options can stop early: each pair of locations
// counts once, wherever in the trace it is.
bool ft_prefix_allowed (const ft_check_options *);

// The default limit on the events that are expanded: all events of the trace if
// there are not very many.
ft_pos ft_prefix_limit (ft_pos events);

enum { FT_PREFIX_FIRST = 1 << 16 }; // the default of 'first'

// Reads and checks prefixes.  Returns the last prefix, with 'whole' set if it
// is not the whole trace, and its results, as 'ft_check' leaves them.  NULL and
// an error if the trace cannot be read.
ft_trace *ft_prefix_check (const ft_prefix *, const ft_check_options *,
                           ft_results *, ft_error *);

#endif
