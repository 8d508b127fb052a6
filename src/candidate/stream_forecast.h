// The forecast of a trace that is too long to be held: its candidates by pairs of
// locations, from two passes over the stream.
//
// The first pass is the hybrid filter, which finds racy events, and follows the
// order of the locks.  The second one finds their partners ('order/partner.h').
// So a check that reads a prefix of the trace knows what else there is
// ('predict/prefix.h').
//
// Cost: that of 'foretrace filter --order hybrid'; memory for a bit of each
// event, and for variables, threads and pairs.

#ifndef FT_CANDIDATE_STREAM_FORECAST_H
#define FT_CANDIDATE_STREAM_FORECAST_H

#include "base/progress.h"
#include "format/reader.h"
#include "grammar/forecast.h"

typedef struct ft_stream_forecast {
  const char *path;     // of a file, which is read twice; borrowed
  ft_read_options read; // but for its columns and its deadline
  unsigned threads;     // at most so many; not zero
  const ft_deadline *deadline; // borrowed; may be NULL
  const struct ft_filter_resume *resume; // of the first pass; NULL: never
  ft_progress_callback shown;
} ft_stream_forecast;

// The number of events of a file, from its beginning: exact below 2^20 events,
// else as many as there are if all of the file is like its beginning.  False and an
// error for a bad beginning.
bool ft_stream_forecast_length (const ft_stream_forecast *, uint64_t *events,
                                ft_error *);

// Fills '*forecast', which the caller releases in any case.  If there is no time
// left, the forecast is partial, and 'events', an estimate, stays the number of events.
// False and an error if the trace cannot be read.
bool ft_stream_forecast_init (const ft_stream_forecast *, uint64_t events,
                              ft_forecast *, ft_error *);

#endif
