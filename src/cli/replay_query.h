// Which schedule 'foretrace replay' is asked to follow.

#ifndef FT_CLI_REPLAY_QUERY_H
#define FT_CLI_REPLAY_QUERY_H

#include "predict/check.h"

// RACE: an id as a check numbers them ("R1", "D2") or a fingerprint, found by
// a check or in the results of one, if that is not NULL; or else the name of a
// witness file.  The schedule has passed the checker.
bool ft_replay_query (ft_witness *, const ft_trace *, const ft_check_options *,
                      const char *race, const char *results, ft_error *);

#endif
