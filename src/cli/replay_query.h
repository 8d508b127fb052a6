// The schedule that 'foretrace replay' follows, from the words of the command
// line.

#ifndef FT_CLI_REPLAY_QUERY_H
#define FT_CLI_REPLAY_QUERY_H

#include "predict/check.h"
#include "format/reader.h"

// RACE: an id in a check ("R1", "D2") or a fingerprint, found by a check or, if
// not NULL, in the file 'results'; or the name of a witness file.  The trace was
// read with these options.  The schedule has passed the checker.
bool ft_replay_query (ft_witness *, const ft_trace *, ft_read_options,
                      const ft_check_options *, const char *race,
                      const char *results, ft_error *);

#endif
