// A picture of a finding as JSON: threads, events, and their order in the
// recorded run and in the schedule (docs/guide/html-report.md).

#ifndef FT_REPORT_HTML_DRAWING_H
#define FT_REPORT_HTML_DRAWING_H

#include <jansson.h>

#include "report/html_picture.h"
#include "report/html_values.h"

// The picture of the finding that 'ft_picture_choose' chose last.
json_t *ft_html_drawing (const ft_picture *, ft_same_values *);

#endif
