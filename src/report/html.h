// The results of a check as one HTML page that works offline: the findings of
// the JSON report, pictures in place of whole schedules, and the program that
// shows them (the files of web/, which the Makefile puts together).
//
// The page loads nothing and sends nothing.  Its data are JSON in script
// elements, one for the list and one for each finding, which is parsed when the
// finding is opened.

#ifndef FT_REPORT_HTML_H
#define FT_REPORT_HTML_H

#include <stdio.h>

#include "report/report.h"
#include "trace/index.h"

void ft_report_html (FILE *, const ft_report *, const ft_index *);

#endif
