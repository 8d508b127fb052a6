// A picture as JSON: threads, events, both runs (docs/guide/html-report.md).

#ifndef FT_REPORT_HTML_DRAWING_H
#define FT_REPORT_HTML_DRAWING_H

#include <jansson.h>

#include "report/html_picture.h"
#include "report/html_values.h"

// Of the finding that was chosen last.
json_t *ft_html_drawing (const ft_picture *, ft_same_values *);

#endif
