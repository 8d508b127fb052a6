// The results of a check for people.
//
// Certified races come in full with the schedule that exposes them, the many
// of a large trace briefly, undecided ones briefly with what stopped the
// search, refuted ones as a number.

#ifndef FT_REPORT_TEXT_REPORT_H
#define FT_REPORT_TEXT_REPORT_H

#include <stdio.h>

#include "report/report.h"
#include "trace/index.h"

typedef struct ft_text_style {
  bool color;
  unsigned width; // columns that lines of sources are cut to; 0: no terminal
  bool quiet;     // the summary, and what cut the check short, only
  bool verbose;   // every race in full, refuted ones with their reasons
  const char *witness_dir; // where the schedules were left, or NULL
} ft_text_style;

// 'index' is of the trace of the report; used for the locks held of what is
// certified and of cycles, and may be NULL when there are none.
void ft_report_text (FILE *, const ft_report *, const ft_index *,
                     const ft_text_style *);

#endif
