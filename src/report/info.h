// The report on the contents of a trace, as text and as JSON (schema
// 'foretrace-info/2', docs/schema/foretrace-info-2.json).

#ifndef FT_REPORT_INFO_H
#define FT_REPORT_INFO_H

#include <stdio.h>

#include "report/info_grammar.h"
#include "symex/reexecution_stats.h"
#include "trace/census.h"
#include "trace/notes.h"
#include "format/reader.h"
#include "trace/tables.h"

typedef struct ft_info_report {
  const char *path, *format;
  const ft_census *census;
  const ft_tables *tables;
  const ft_notes *notes;
  ft_block_stats packing; // of a packed or compressed trace, else no blocks
  const ft_info_grammar *grammar;   // of a compressed trace, else NULL
  const ft_reexecution_stats *code; // of a recorded run with code, else NULL
} ft_info_report;

void ft_info_text (FILE *, const ft_info_report *);
void ft_info_json (FILE *, const ft_info_report *);

#endif
