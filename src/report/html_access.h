// One access of a finding as JSON: its effect, the locks held, the stack and
// the lines of the source (docs/guide/html-report.md).

#ifndef FT_REPORT_HTML_ACCESS_H
#define FT_REPORT_HTML_ACCESS_H

#include <jansson.h>

#include "report/text_race.h"

json_t *ft_html_access (const ft_text_writer *, ft_id event);

// The allocation of the heap block that contains the access; null without one.
json_t *ft_html_allocation (const ft_text_writer *, ft_id event);

#endif
