// How replays went, in words.

#ifndef FT_REPORT_REPLAYED_H
#define FT_REPORT_REPLAYED_H

#include <stdio.h>

#include "base/strbuf.h"
#include "predict/results.h"

// ", CONFIRMED 20/20" for a head line; ", NOT REPLAYED" where replays were
// tried for other findings but not for this one is left to the caller.
void ft_replayed_label (ft_strbuf *, const ft_replayed *);

// "always (20 of 20)", "13 of 20", "never (0 of 3)"
void ft_replayed_verdict (ft_strbuf *, const ft_replayed *);

// Where those went that did not get there; nothing if all did.
void ft_replayed_why (FILE *, const ft_replayed *);

#endif
