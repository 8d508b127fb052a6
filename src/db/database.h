// The database of findings: one SQLite file, which any number of reports, runs
// and machines add to.  Several processes may write at once: a transaction
// waits for others.
//
// A finding is identified by its fingerprint (docs/reference/fingerprints.md).
// Its state is 'new' in the first report that has it, 'known' from the second
// one on, 'returned' if it is seen after it was said to be fixed; a person says
// 'known', 'fixed' or 'suppressed'.

#ifndef FT_DB_DATABASE_H
#define FT_DB_DATABASE_H

#include <jansson.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { FT_DATABASE_STATEMENTS = 32 };

typedef struct ft_database {
  sqlite3 *handle;  // owned
  const char *path; // borrowed, for messages
  // Statements that were executed, for the next time; owned.
  struct {
    const char *sql; // a literal, known by its address
    sqlite3_stmt *statement;
  } prepared[FT_DATABASE_STATEMENTS];
} ft_database;

// Names of states, by number in lists; ends with NULL.
extern const char *const ft_finding_states[];

enum ft_database_use {
  FT_DATABASE_READS, // the file or its directory may be read-only
  FT_DATABASE_WRITES,
  FT_DATABASE_MAKES // the file may be missing
};

// Opens a database.  False and an error: not a database of ours, one of a later
// version (code 65), not accessible (code 69).
bool ft_database_open (ft_database *, const char *path, enum ft_database_use,
                       ft_error *);
void ft_database_close (ft_database *);

// ---- statements
// --------------------------------------------------------------

// Executes statements without results.
bool ft_database_execute (ft_database *, const char *sql, ft_error *);

// A statement, which belongs to the database; its arguments ?1, ?2, ... are
// bound from a format: 's' a string or NULL, which stays until the statement is over, 'i'
// an int64_t.  'sql' is a literal.  NULL and an error if that fails.
sqlite3_stmt *ft_database_ask (ft_database *, ft_error *, const char *sql,
                               const char *format, ...);

// Goes to the next row; false at the end, or with error->code set.  The
// statement is over then.
bool ft_database_next (ft_database *, sqlite3_stmt *, ft_error *);

// Executes a statement, of which no rows are wanted.
bool ft_database_finish (ft_database *, sqlite3_stmt *, ft_error *);

// Begins a transaction that may write; ends it, undone unless 'fine'.  Both
// return whether that succeeded; 'end' also returns false unless 'fine'.
bool ft_database_begin (ft_database *, ft_error *);
bool ft_database_end (ft_database *, bool fine, ft_error *);

// ---- reports
// -------------------------------------------------------------------

// Where a report comes from; texts may be NULL.
typedef struct ft_report_origin {
  const char *build, *commit, *host, *label;
} ft_report_origin;

typedef struct ft_database_added {
  uint64_t added, known, returned; // certified findings
  bool repeated;                   // the report was there already
} ft_database_added;

// Reports that are added in one transaction of the caller's.  What is known of a
// finding that many of them have is kept in memory and written once.
typedef struct ft_additions ft_additions;

ft_additions *ft_additions_new (ft_database *);
void ft_additions_free (ft_additions *); // what is not written is dropped

// Adds the certified findings of a results file ('foretrace-results/1').  A file
// with the same content is added once.
bool ft_additions_add (ft_additions *, const char *results, const ft_report_origin *,
                   ft_database_added *, ft_error *);

// Writes what is in memory.
bool ft_additions_write (ft_additions *, ft_error *);

// In a transaction of its own, adds all that another database has: reports that
// are not here yet, and their findings.  States are taken from where they were
// set last.
bool ft_database_merge (ft_database *, const char *other, uint64_t *reports,
                        ft_error *);

// ---- findings
// ------------------------------------------------------------------

// In a transaction of its own, sets the state of the finding with this
// fingerprint, or the beginning of one that no other finding has; unless 'alone', also
// of the open pairs of one bug that it stands for in lists.
bool ft_database_set (ft_database *, const char *fingerprint, int state,
                      const char *reason, const char *who, bool alone,
                      ft_error *);

// The findings, worst and most recent first: a list of objects.  'since' is in
// seconds since 1970; 'states' a set of bits by number, 0 for all.
json_t *ft_database_list (ft_database *, int64_t since, unsigned states,
                          ft_error *);

// Sets in each finding of such a list how many it stands for ('pairs'): itself and those
// that reports list under it, as pairs of one bug; 0: another one of the list stands for
// it.  The number of those that stand for themselves.
size_t ft_findings_group (json_t *list);

// One finding with its reports and its history.
json_t *ft_database_show (ft_database *, const char *fingerprint, ft_error *);

// The findings that are neither fixed nor suppressed: a list of objects with
// fingerprint, title, class and document, parsed.
json_t *ft_database_open_findings (ft_database *, ft_error *);

// The accesses of such a finding: the pair of a race, or what the order of a predicted
// failure is about, two or three; of a deadlock its acquires.  NULL: it has none.
const json_t *ft_finding_accesses (const json_t *finding);
bool ft_finding_is_failure (const json_t *finding);
// The same of all findings.
json_t *ft_database_all_findings (ft_database *, ft_error *);

// Whether a report of this build has the finding; false as well if that cannot be read.
bool ft_database_is_of_build (ft_database *, const char *fingerprint,
                              const char *build);

// What replays of a finding on a build showed: 'outcome' is "there", "gone" or
// "unknown", 'text' says why.
bool ft_database_verified (ft_database *, const char *fingerprint,
                           const char *build, const char *outcome,
                           const char *text, ft_error *);

// The commits between which a finding came: 'bad' of the first report that has it,
// 'good' of the last one before that; NULL if they are not known.  Owned.
bool ft_database_commits (ft_database *, const char *fingerprint, char **good,
                          char **bad, ft_error *);

// A list of days: reports, findings seen, first seen, returned.
json_t *ft_database_trend (ft_database *, ft_error *);

#endif
