// What filters found in a stream: racy events, and pairs of locations or of
// events when asked for.  For people (racy_text.c), and as JSON, schema
// 'foretrace-filter/1' (racy_json.c, docs/schema/foretrace-filter-1.json).

#ifndef FT_REPORT_RACY_H
#define FT_REPORT_RACY_H

#include <stdio.h>

#include "order/partner.h"
#include "trace/notes.h"

// Which pairs were asked for, in the order of '--pairs'.
enum ft_racy_pairs { FT_PAIRS_NONE, FT_PAIRS_LOCATIONS, FT_PAIRS_ALL };

// Why the trace was not read to its end.
enum ft_racy_stop { FT_STOP_NONE, FT_STOP_INTERRUPT, FT_STOP_MEMORY };

// What one relation found.
typedef struct ft_racy_finding {
  const char *order; // name of the filter
  ft_racy_events events;
  ft_location_pairs pairs; // FT_PAIRS_LOCATIONS: sorted, after a second pass
  uint64_t alone;          // racy events in none of them
  bool cut;                // some of these may be missing or not counted
  FT_STACK (struct ft_racy_pair {
    ft_pos first;
    ft_pos second;
  })
  all; // FT_PAIRS_ALL
} ft_racy_finding;

// At most so many relations in one pass, which bits of a byte stand for.
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
  const ft_notes *notes;   // borrowed; what was wrong with the trace
  uint64_t events;         // in the trace, as far as it was read
  enum ft_racy_pairs pairs;
  bool paired;   // FT_PAIRS_LOCATIONS: there was a second pass
  uint64_t items; // of the grammar, if that was analysed in place of the trace:
                  // then racy events were not looked for; else 0
  bool one_pass; // there could be no second one: a pipe
  enum ft_racy_stop stopped;
  int stopped_pass;     // 1 or 2
  ft_pos stopped_at;    // event
  double seconds;       // of the first pass
  double pairs_seconds; // of the second
  uint64_t peak;        // bytes of memory
} ft_racy_report;

void ft_racy_report_init (ft_racy_report *, size_t findings);
void ft_racy_report_release (ft_racy_report *);

// Whether an event that is added now will be shown.
bool ft_racy_shows (const ft_racy_report *);

// Adds an event that is racy to the findings in 'set' (bits).
void ft_racy_add (ft_racy_report *, unsigned set, const ft_event *, ft_pos);

void ft_racy_text (FILE *, const ft_racy_report *);
void ft_racy_json (FILE *, const ft_racy_report *);

#endif
