// The results of a check as text.
//
// Certified races come in full with their schedules, or briefly if there are
// many; undecided ones that are likely races, or few, briefly with the reason
// that stopped the search; the others and refuted ones as numbers.

#ifndef FT_REPORT_TEXT_REPORT_H
#define FT_REPORT_TEXT_REPORT_H

#include <stdio.h>

#include "report/report.h"
#include "trace/index.h"

typedef struct ft_text_style {
  bool color;
  unsigned width; // columns to which source lines are cut; 0: no terminal
  bool quiet;     // only the summary and the limits that cut the check short
  bool verbose;   // every race in full, refuted ones with their reasons
  const char *witness_dir; // directory of the written schedules, or NULL
} ft_text_style;

// 'index' is the index of the report's trace, for the locks held of certified
// findings and of cycles; may be NULL if there are none.
void ft_report_text (FILE *, const ft_report *, const ft_index *,
                     const ft_text_style *);

#endif
