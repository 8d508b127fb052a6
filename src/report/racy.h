// What a filter found in a stream: racy events, and pairs when asked for.
// For people, and as JSON, schema 'foretrace-filter/1'
// (docs/schema/foretrace-filter-1.json).

#ifndef FT_REPORT_RACY_H
#define FT_REPORT_RACY_H

#include <stdio.h>

#include "base/stack.h"
#include "trace/tables.h"

typedef struct ft_racy ft_racy;

// Positions only: the memory is that of the answer, not that of the trace.
struct ft_racy {
  FT_STACK (ft_pos) events;  // racy, ascending
  FT_STACK (ft_event) shown; // the first of them, for the text form
  struct ft_racy_pair {
    ft_pos first, second;
  } * pairs; // owned
  size_t pair_count, pair_capacity;
};

void ft_racy_release (ft_racy *); // (ft_racy){0} is empty
void ft_racy_add (ft_racy *, ft_pos, const ft_event *, const ft_pos *partners,
                  size_t partner_count);

typedef struct ft_racy_report {
  const ft_racy *racy;
  const ft_tables *tables;
  const char *order; // name of the filter
  uint64_t events;   // in the trace
  bool pairs;        // were asked for
  double seconds;
} ft_racy_report;

void ft_racy_text (FILE *, const ft_racy_report *);
void ft_racy_json (FILE *, const ft_racy_report *);

#endif
