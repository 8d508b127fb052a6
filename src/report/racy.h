// The report of a filter: racy events, and pairs of locations or of events if
// they were asked for; as text ('racy_text.c') and as JSON (schema
// 'foretrace-filter/1', 'racy_json.c', docs/schema/foretrace-filter-1.json).

#ifndef FT_REPORT_RACY_H
#define FT_REPORT_RACY_H

#include <stdio.h>

#include "order/partner.h"
#include "trace/notes.h"

// The pairs to report, in the order of '--pairs'.
enum ft_racy_pairs { FT_PAIRS_NONE, FT_PAIRS_LOCATIONS, FT_PAIRS_ALL };

// The reason why the trace was not read to its end.
enum ft_racy_stop { FT_STOP_NONE, FT_STOP_INTERRUPT, FT_STOP_MEMORY };

// The findings of one relation.
typedef struct ft_racy_finding {
  const char *order; // name of the filter
  ft_racy_events events;
  ft_location_pairs pairs; // FT_PAIRS_LOCATIONS: sorted, after a second pass
  uint64_t alone;          // racy events that are in no pair
  bool cut;                // pairs may be missing or not fully counted
  FT_STACK (struct ft_racy_pair {
    ft_pos first;
    ft_pos second;
  })
  all; // FT_PAIRS_ALL
} ft_racy_finding;

// The most relations of one pass, one for each bit of a byte.
enum { FT_RACY_MOST = 8 };

typedef struct ft_racy_report {
  ft_racy_finding *findings; // owned, 'count' of them
  size_t count;
  FT_STACK (struct ft_racy_shown {
    ft_pos position;
    ft_event event;
    unsigned findings; // bits
  })
  shown;                   // the first racy events, for the text form
  const ft_tables *tables; // borrowed
  const ft_notes *notes;   // borrowed; warnings about the trace
  uint64_t events;         // events read
  bool screened;           // 'events' are the records of a run that was
                           // screened: no event is racy
  enum ft_racy_pairs pairs;
  bool paired;    // FT_PAIRS_LOCATIONS: there was a second pass
  uint64_t items; // items of the grammar, if it was analysed in place of the
                  // trace and racy events were not listed; else 0
  bool one_pass;  // the trace cannot be read twice: a pipe
  enum ft_racy_stop stopped;
  int stopped_pass;     // 1 or 2
  ft_pos stopped_at;    // event
  double seconds;       // of the first pass
  double pairs_seconds; // of the second
  uint64_t peak;        // bytes of memory
} ft_racy_report;

void ft_racy_report_init (ft_racy_report *, size_t findings);
void ft_racy_report_release (ft_racy_report *);

// Whether the next event that is added will be shown.
bool ft_racy_shows (const ft_racy_report *);

// Adds a racy event to the findings in 'set' (bits).  The tables are those that
// have the details of the event.
void ft_racy_add (ft_racy_report *, unsigned set, const ft_tables *,
                  const ft_event *, ft_pos);

void ft_racy_text (FILE *, const ft_racy_report *);
void ft_racy_json (FILE *, const ft_racy_report *);

#endif
