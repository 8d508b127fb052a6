// Reports on their way into a database: what adding reads (additions.c) and what is
// written at the end (additions_write.c).

#ifndef FT_DB_ADDITIONS_H
#define FT_DB_ADDITIONS_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "db/database.h"
#include "db/report_file.h"

// By number in ft_finding_states.
enum ft_finding_state { FT_FINDING_NEW, FT_FINDING_KNOWN, FT_FINDING_FIXED, FT_FINDING_SUPPRESSED, FT_FINDING_RETURNED };

// A finding that a report of the batch has.
typedef struct ft_added_finding {
  char fingerprint[17];
  char leader[17]; // of the finding under whose entry the last report has it; "" none
  int64_t id; // 0: it is not in the database
  int64_t first, last;
  enum ft_finding_state before, state;
  int64_t changed;   // when the state became this one, if it is another one
  ft_strbuf text;    // of the finding in the last report
  char class[16];    // the worst consequence that a report has; "" unknown
  ft_strbuf consequence; // JSON of the report that has it, unless that is 'kept'
  bool kept;         // in the database
  const char *kind;  // in words, if the finding does not say it
  size_t path;       // of the last report, in 'paths'
  size_t number;     // in that report
} ft_added_finding;

typedef struct ft_added_sighting {
  uint32_t entry, confirmed;
  int64_t report;
  const char *class; // of the consequence that this report has; NULL: none
} ft_added_sighting;

struct ft_additions {
  ft_database *database; // borrowed
  bool empty;            // the database has no findings yet, which need no look
  ft_map known;          // from fingerprint to entry
  FT_STACK (ft_added_finding) entries;
  FT_STACK (ft_added_sighting) sightings;
  FT_STACK (char *) paths; // of the reports; owned
  size_t kept; // bytes of texts
  ft_strbuf kind, title, document; // of the finding that is written
  ft_report_text file;
};

// Forgets the findings and sightings in memory.
void ft_additions_clear (ft_additions *);

// Sets the error for a finding that lacks what every finding has; false.
bool ft_additions_wrong (const char *path, size_t number, ft_error *);

#endif
