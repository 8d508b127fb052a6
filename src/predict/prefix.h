// A check of a compressed trace that expands no more of it than it needs.
//
// The beginning of a trace is a trace, and a schedule of its events a schedule
// of the whole: a certificate on it is one for all, with the same positions.
// The grammar tells which pairs of locations may race anywhere
// ('grammar/forecast.h'). So a beginning on which all of these are certified
// says what the whole would; if they are not on a short one, a longer one is
// taken, and the whole in the end, or as much of it as may be expanded.  What
// is refuted on less than the whole is undecided.
//
// Of a pair with many instances only the closest ones are looked at, the
// earlier of equally close ones first.  In a loop they soon are all as close as
// the grammar knows any to be; then the whole would look at the same, and a
// pair that they leave undecided is as good as settled; so is one of which all
// instances are impossible, which only the whole could say of its own.
//
// Compared with the check of the whole in 'tests/unit/test_beginning.c'.

#ifndef FT_PREDICT_PREFIX_H
#define FT_PREDICT_PREFIX_H

#include "grammar/forecast.h"
#include "predict/check.h"
#include "format/reader.h"

typedef struct ft_prefix {
  const char *path; // borrowed, as all pointers
  ft_read_options read;
  ft_forecast *outlook; // its list of places may grow
  ft_pos first;        // events of the shortest beginning
  ft_pos most;         // that may be expanded, at most those of the trace
  void (*progress) (void *context, double share); // of reading; may be NULL
  void *context;
} ft_prefix;

// Whether a check with these options can stop early: each pair of locations
// counts once, wherever in the trace it is.
bool ft_prefix_allowed (const ft_check_options *);

// As many events as are expanded unless the user says otherwise: all, if there
// are not very many.
ft_pos ft_prefix_limit (ft_pos events);

enum { FT_PREFIX_FIRST = 1 << 16 }; // usually

// Reads and checks; the trace, of which 'whole' is set if it is not all, and
// its results, as 'ft_check' leaves them.  NULL and an error if it cannot be
// read.
ft_trace *ft_prefix_check (const ft_prefix *, const ft_check_options *,
                              ft_results *, ft_error *);

#endif
