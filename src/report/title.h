// The name of a race's variable: a field, an element or a variable of the
// source where the run knows it, else the name in the trace.

#ifndef FT_REPORT_TITLE_H
#define FT_REPORT_TITLE_H

#include "base/strbuf.h"
#include "load/describe.h"
#include "report/report.h"

// The description of the access that names the memory best; NULL if the run
// knows neither.
const ft_description *ft_title_description (const ft_report *, const ft_race *);

// Adds the name, escaped for a terminal: "item->refcount", "item_locks[17]".
void ft_title_variable (ft_strbuf *, const ft_report *, const ft_race *);

// The object of the program whose memory a library accesses, as the source has
// it; "" if it is not known or the access is no library's.
const char *ft_title_object (const ft_description *);

#endif
