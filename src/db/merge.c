// Merging databases: what another file has is added to this one.
#include "db/database.h"

#include <string.h>
#include <sys/stat.h>

// Whether the other database has the worse consequence.
#define WORSE "class_severity (excluded.class) < class_severity (class)"

// Later states and the worst consequence win; what is known of sightings is the union.
static const char merging[] =
    "INSERT INTO main.report (digest, source, time, build, revision, host,"
    " label, schedule, seed, program) SELECT digest, source, time, build, revision, host,"
    " label, schedule, seed, program"
    " FROM other.report WHERE digest NOT IN (SELECT digest FROM main.report);"
    "INSERT INTO main.finding (fingerprint, kind, title, class, document,"
    " first_seen, last_seen, state, reason, who, changed, owner, leader)"
    " SELECT fingerprint, kind, title, class, document, first_seen, last_seen,"
    " state, reason, who, changed, owner, leader FROM other.finding AS o WHERE true"
    " ON CONFLICT (fingerprint) DO UPDATE SET"
    " title = CASE WHEN excluded.last_seen > last_seen THEN excluded.title"
    "  ELSE title END,"
    " leader = CASE WHEN excluded.last_seen > last_seen THEN excluded.leader"
    "  ELSE leader END,"
    " document = json_patch (CASE WHEN excluded.last_seen > last_seen"
    "  THEN excluded.document ELSE document END,"
    "  json_object ('consequence', json_extract (CASE WHEN " WORSE
    "   THEN excluded.document ELSE document END, '$.consequence'))),"
    " class = CASE WHEN " WORSE " THEN excluded.class ELSE class END,"
    " owner = coalesce (owner, excluded.owner),"
    " reason = CASE WHEN excluded.changed > changed THEN excluded.reason"
    "  ELSE reason END,"
    " who = CASE WHEN excluded.changed > changed THEN excluded.who"
    "  ELSE who END,"
    " state = CASE WHEN excluded.changed > changed THEN excluded.state"
    "  ELSE state END,"
    " changed = max (changed, excluded.changed),"
    " first_seen = min (first_seen, excluded.first_seen),"
    " last_seen = max (last_seen, excluded.last_seen);"
    "INSERT OR IGNORE INTO main.sighting (finding, report, confirmed, saw)"
    " SELECT n.id, m.id, s.confirmed, s.saw FROM other.sighting AS s"
    " JOIN other.finding AS f ON f.id = s.finding"
    " JOIN main.finding AS n ON n.fingerprint = f.fingerprint"
    " JOIN other.report AS r ON r.id = s.report"
    " JOIN main.report AS m ON m.digest = r.digest;"
    "INSERT INTO main.change (fingerprint, time, state, reason, who)"
    " SELECT fingerprint, time, state, reason, who FROM other.change AS o"
    " WHERE NOT EXISTS (SELECT 1 FROM main.change AS m"
    "  WHERE m.fingerprint = o.fingerprint AND m.time = o.time"
    "  AND m.state = o.state);"
    // Seen first by two reports of different databases: new in neither.
    "UPDATE main.finding SET state = 'known' WHERE state = 'new' AND"
    " (SELECT count(*) FROM main.sighting AS s"
    "  WHERE s.finding = finding.id) > 1;"
    "INSERT INTO main.verification (fingerprint, time, build, outcome, text)"
    " SELECT fingerprint, time, build, outcome, text"
    " FROM other.verification AS o WHERE NOT EXISTS (SELECT 1"
    "  FROM main.verification AS m WHERE m.fingerprint = o.fingerprint"
    "  AND m.time = o.time AND m.build = o.build);";

static int64_t count_reports (ft_database *d, ft_error *error) {
  sqlite3_stmt *s =
      ft_database_ask (d, error, "SELECT count(*) FROM main.report", "");
  int64_t count = 0;
  if (ft_database_next (d, s, error)) {
    count = sqlite3_column_int64 (s, 0);
    sqlite3_reset (s);
  }
  return count;
}

static bool merge_attached (ft_database *d, uint64_t *reports,
                            ft_error *error) {
  if (!ft_database_begin (d, error))
    return false;
  int64_t before = count_reports (d, error);
  bool fine = !error->code && ft_database_execute (d, merging, error);
  *reports = (uint64_t)(count_reports (d, error) - before);
  return ft_database_end (d, fine && !error->code, error);
}

static bool is_same_file (const char *a, const char *b) {
  struct stat one, two;
  return !stat (a, &one) && !stat (b, &two) && one.st_dev == two.st_dev &&
         one.st_ino == two.st_ino;
}

// Whether SQLite finds nothing wrong in the file.  Found out later, damage would be
// reported of the database that it is merged into.
static bool is_whole (ft_database *other, ft_error *error) {
  sqlite3_stmt *s = ft_database_ask (other, error, "PRAGMA quick_check (1)", "");
  bool whole = s && ft_database_next (other, s, error) &&
               !strcmp ((const char *)sqlite3_column_text (s, 0), "ok");
  if (s && !whole && !error->code)
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: is damaged", other->path);
  return s && ft_database_finish (other, s, error) && whole;
}

bool ft_database_merge (ft_database *d, const char *path, uint64_t *reports,
                        ft_error *error) {
  ft_database other;
  // Checks the file, and brings its tables to this version.
  if (!ft_database_open (&other, path, FT_DATABASE_WRITES, error))
    return false;
  bool whole = is_whole (&other, error);
  ft_database_close (&other);
  if (!whole)
    return false;
  if (is_same_file (d->path, path)) {
    // Attached, it would wait for itself.
    ft_error_set (error, FT_EXIT_USAGE,
                  "%s: is the database itself; name another one", path);
    return false;
  }
  sqlite3_stmt *s =
      ft_database_ask (d, error, "ATTACH DATABASE ?1 AS other", "s", path);
  bool fine =
      ft_database_finish (d, s, error) && merge_attached (d, reports, error);
  ft_error ignored;
  ft_database_execute (d, "DETACH DATABASE other", fine ? error : &ignored);
  return fine && !error->code;
}
