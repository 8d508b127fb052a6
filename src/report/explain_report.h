// The report of an explanation, as text and as JSON (schema
// 'foretrace-explain/1', docs/schema/foretrace-explain-1.json).

#ifndef FT_REPORT_EXPLAIN_REPORT_H
#define FT_REPORT_EXPLAIN_REPORT_H

#include <stdio.h>

#include "predict/explanation.h"

typedef struct ft_explain_report {
  const ft_trace *trace;
  const ft_facts *facts;
  const ft_explanations *explained;
  const ft_check_options *options;
  const char
      *asked; // in the words of the user: "R3", "12,49", "a.c:7 and a.c:9"
  bool color;
  bool verbose; // print the whole schedule
} ft_explain_report;

void ft_explain_text (FILE *, const ft_explain_report *);
void ft_explain_json (FILE *, const ft_explain_report *);

// Adds why pairs are not even candidates, without a full stop: "3 pairs of
// accesses always hold l, such as ...".
void ft_explain_obstacle (const ft_explain_report *, enum ft_obstacle,
                          ft_strbuf *);

// Adds the 'i'th suggestion for an undecided pair, an option with a larger
// value; false if there are no more.
bool ft_explain_suggestion (const ft_explain_report *, const ft_race *, int i,
                            ft_strbuf *);

#endif
