// One access of a finding as JSON: what it does, the locks held, the stack, the
// lines of the source (docs/guide/html-report.md).

#ifndef FT_REPORT_HTML_ACCESS_H
#define FT_REPORT_HTML_ACCESS_H

#include <jansson.h>

#include "report/text_race.h"

json_t *ft_html_access (const ft_text_writer *, ft_id event);

// Where the block of the heap that a race is in was allocated; null for others.
json_t *ft_html_allocation (const ft_text_writer *, ft_id event);

#endif
