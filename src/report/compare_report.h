// The report of a comparison of windows: a table of text, JSON (schema
// 'foretrace-compare/1', docs/schema/foretrace-compare-1.json), and a picture
// (SVG) of races and time over the width of the window.

#ifndef FT_REPORT_COMPARE_REPORT_H
#define FT_REPORT_COMPARE_REPORT_H

#include <stdio.h>

#include "predict/comparison.h"
#include "trace/trace.h"

typedef struct ft_compare_report {
  const ft_trace *trace;           // borrowed
  const ft_comparison *comparison; // borrowed
  bool verbose;                    // list race by race what each window misses
  bool quiet;                      // only the table
  bool color;
} ft_compare_report;

void ft_compare_text (FILE *, const ft_compare_report *);
void ft_compare_json (FILE *, const ft_compare_report *);
void ft_compare_plot (FILE *, const ft_compare_report *);

// The races that each window misses, race by race ('compare_race.c').
void ft_compare_races (FILE *, const ft_compare_report *);

// The name of a window: "500", "unbounded".
enum { FT_WINDOW_NAME = 16 };
const char *ft_compare_window (ft_id window, char name[FT_WINDOW_NAME]);

#endif
