// Adding results, and other databases, to a database.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "db/database.h"
#include "results/results_document.h"

// ---- files
// ---------------------------------------------------------------------

static bool is_fine (FILE *file, const char *path, ft_error *error) {
  if (!ferror (file))
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: %s", path, strerror (errno));
  return false;
}

// The hash of the whole file as 32 digits; goes back to its begin.
static bool digest_of (FILE *file, const char *path, char digest[33],
                       ft_error *error) {
  static char buffer[1 << 16];
  XXH3_state_t *state = XXH3_createState ();
  XXH3_128bits_reset (state);
  for (size_t n; (n = fread (buffer, 1, sizeof buffer, file));)
    XXH3_128bits_update (state, buffer, n);
  XXH128_hash_t hash = XXH3_128bits_digest (state);
  XXH3_freeState (state);
  snprintf (digest, 33, "%016llx%016llx", (unsigned long long)hash.high64,
            (unsigned long long)hash.low64);
  bool fine = is_fine (file, path, error);
  rewind (file);
  return fine;
}

// ---- one report
// ------------------------------------------------------------------

typedef struct addition {
  ft_database *database;
  const char *path;
  int64_t report, time;
  ft_database_added *added;
  ft_error *error;
} addition;

static bool finish (addition *a, sqlite3_stmt *s) {
  return ft_database_finish (a->database, s, a->error);
}

static bool is_there (addition *a, const char *digest) {
  sqlite3_stmt *s =
      ft_database_ask (a->database, a->error,
                       "SELECT 1 FROM report WHERE digest = ?1", "s", digest);
  bool found = ft_database_next (a->database, s, a->error);
  if (found)
    sqlite3_reset (s);
  return found;
}

static bool add_report (addition *a, const char *digest,
                        const ft_report_origin *o) {
  sqlite3_stmt *s = ft_database_ask (
      a->database, a->error,
      "INSERT INTO report (digest, source, time, build, revision, host, label)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      "ssissss", digest, a->path, a->time, o->build, o->commit, o->host,
      o->label);
  bool fine = finish (a, s);
  a->report = sqlite3_last_insert_rowid (a->database->handle);
  return fine;
}

static bool log_change (addition *a, const char *fingerprint,
                        const char *state) {
  return finish (
      a, ft_database_ask (a->database, a->error,
                          "INSERT INTO change (fingerprint, time, state)"
                          " VALUES (?1, ?2, ?3)",
                          "sis", fingerprint, a->time, state));
}

static const char *text_of (const json_t *value, const char *name) {
  return json_string_value (json_object_get (value, name));
}

static void add_place (ft_strbuf *title, const json_t *access) {
  const char *location = text_of (access, "location");
  ft_strbuf_add (title, " %s%s%s", text_of (access, "op"),
                 location ? " at " : "", location ? location : "");
}

// "use-after-free" in words.
static void add_kind (ft_strbuf *title, const char *kind) {
  for (; *kind; kind++)
    ft_strbuf_add (title, "%c", *kind == '-' ? ' ' : *kind);
}

// "use after free on 'q->v': read at a.c:3, free at b.c:7"
static char *title_of (const json_t *finding, const char *kind) {
  ft_strbuf title = {0};
  const json_t *pair = json_object_get (finding, "pair");
  const json_t *first = json_array_get (pair, 0);
  const char *name = text_of (finding, "title");
  add_kind (&title, kind);
  if (!first)
    return ft_strbuf_take (&title);
  ft_strbuf_add (&title,
                 " on '%s':", name ? name : text_of (first, "variable"));
  add_place (&title, first);
  ft_strbuf_add (&title, ",");
  add_place (&title, json_array_get (pair, 1));
  return ft_strbuf_take (&title);
}

// The finding as it is kept: without its schedule, which is of that recording.
static char *document_of (const json_t *finding) {
  json_t *copy = json_copy ((json_t *)(uintptr_t)finding);
  json_object_del (copy, "witness");
  char *text = json_dumps (copy, JSON_COMPACT);
  json_decref (copy);
  return text;
}

static const char *class_of (const json_t *finding) {
  return text_of (json_object_get (finding, "consequence"), "class");
}

static bool insert (addition *a, const json_t *finding, const char *kind) {
  const char *fingerprint = text_of (finding, "fingerprint");
  const json_t *rule = json_object_get (finding, "suppressed");
  const char *state = rule ? "suppressed" : "new";
  char *title = title_of (finding, kind), *document = document_of (finding);
  bool fine = finish (
      a, ft_database_ask (
             a->database, a->error,
             "INSERT INTO finding (fingerprint, kind, title, class, document,"
             " first_seen, last_seen, state, reason, changed)"
             " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?6)",
             "sssssiss", fingerprint, kind, title, class_of (finding), document,
             a->time, state, rule ? "by a rule of the check" : NULL));
  free (title);
  free (document);
  a->added->added++;
  return fine && log_change (a, fingerprint, state);
}

// What a sighting makes of a state.
static const char *seen_again (addition *a, const char *state) {
  if (!strcmp (state, "fixed")) {
    a->added->returned++;
    return "returned";
  }
  a->added->known++;
  return strcmp (state, "new") ? state : "known";
}

static bool update (addition *a, const json_t *finding, const char *kind,
                    const char *old) {
  const char *fingerprint = text_of (finding, "fingerprint");
  const char *state = seen_again (a, old);
  char *title = title_of (finding, kind), *document = document_of (finding);
  bool fine = finish (
      a, ft_database_ask (
             a->database, a->error,
             "UPDATE finding SET title = ?2, class = coalesce (?3, class),"
             " document = ?4, first_seen = min (first_seen, ?5),"
             " last_seen = max (last_seen, ?5), state = ?6,"
             " changed = CASE WHEN state = ?6 THEN changed ELSE ?5 END"
             " WHERE fingerprint = ?1",
             "ssssis", fingerprint, title, class_of (finding), document,
             a->time, state));
  free (title);
  free (document);
  return fine && (!strcmp (state, old) || log_change (a, fingerprint, state));
}

static bool add_sighting (addition *a, const json_t *finding) {
  const char *outcome =
      text_of (json_object_get (finding, "replay"), "outcome");
  bool confirmed = outcome && !strcmp (outcome, "confirmed");
  return finish (
      a, ft_database_ask (a->database, a->error,
                          "INSERT OR IGNORE INTO sighting VALUES (?1, ?2, ?3)",
                          "sii", text_of (finding, "fingerprint"), a->report,
                          (int64_t)confirmed));
}

// The state of a finding that is there, owned; NULL: it is not, or an error.
static char *state_of (addition *a, const char *fingerprint) {
  sqlite3_stmt *s = ft_database_ask (
      a->database, a->error, "SELECT state FROM finding WHERE fingerprint = ?1",
      "s", fingerprint);
  if (!ft_database_next (a->database, s, a->error))
    return NULL;
  char *state = ft_strdup ((const char *)sqlite3_column_text (s, 0));
  sqlite3_reset (s);
  return state;
}

static bool is_finding (const json_t *finding) {
  const char *fingerprint = text_of (finding, "fingerprint");
  const json_t *pair = json_object_get (finding, "pair");
  bool has_pair = json_array_size (pair) == 2;
  for (size_t i = 0; has_pair && i < 2; i++)
    has_pair = text_of (json_array_get (pair, i), "op") &&
               text_of (json_array_get (pair, i), "variable");
  return fingerprint && strlen (fingerprint) == 16 &&
         strspn (fingerprint, "0123456789abcdef") == 16 && (!pair || has_pair);
}

static bool add_finding (addition *a, const json_t *finding, size_t number,
                         const char *kind) {
  const char *verdict = text_of (finding, "verdict");
  if (!verdict || strcmp (verdict, "certified"))
    return true;
  if (!is_finding (finding)) {
    ft_error_set (a->error, FT_EXIT_BAD_INPUT,
                  "%s: finding %zu has no fingerprint of 16 digits, or no pair "
                  "of accesses",
                  a->path, number);
    return false;
  }
  const char *own = text_of (finding, "kind");
  char *old = state_of (a, text_of (finding, "fingerprint"));
  bool fine =
      !a->error->code && (old ? update (a, finding, own ? own : kind, old)
                              : insert (a, finding, own ? own : kind));
  free (old);
  return fine && add_sighting (a, finding);
}

static bool add_list (addition *a, const json_t *root, const char *name,
                      const char *kind) {
  const json_t *list = json_object_get (root, name);
  bool fine = true;
  for (size_t i = 0; fine && i < json_array_size (list); i++)
    fine = add_finding (a, json_array_get (list, i), i + 1, kind);
  return fine;
}

static bool add_document (addition *a, const json_t *root, const char *digest,
                          const ft_report_origin *origin) {
  a->added->repeated = is_there (a, digest);
  if (a->error->code || a->added->repeated)
    return !a->error->code;
  return add_report (a, digest, origin) &&
         add_list (a, root, "races", "data race") &&
         add_list (a, root, "deadlocks", "deadlock");
}

bool ft_database_add (ft_database *d, const char *path,
                      const ft_report_origin *origin, ft_database_added *added,
                      ft_error *error) {
  struct stat status;
  char digest[33];
  ft_results_document document = {0};
  *added = (ft_database_added){0};
  FILE *file = fopen (path, "re");
  if (!file || fstat (fileno (file), &status)) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", path, strerror (errno));
    if (file)
      fclose (file);
    return false;
  }
  addition a = {d, path, 0, status.st_mtime, added, error};
  bool fine = digest_of (file, path, digest, error) &&
              ft_results_document_read (&document, file, path, false, error) &&
              add_document (&a, document.root, digest, origin);
  ft_results_document_release (&document);
  fclose (file);
  return fine;
}

// ---- another database
// -------------------------------------------------------------

// Later states win; what is known of sightings is the union.
static const char merging[] =
    "INSERT INTO main.report (digest, source, time, build, revision, host,"
    " label) SELECT digest, source, time, build, revision, host, label"
    " FROM other.report WHERE digest NOT IN (SELECT digest FROM main.report);"
    "INSERT INTO main.finding SELECT * FROM other.finding AS o WHERE true"
    " ON CONFLICT (fingerprint) DO UPDATE SET"
    " title = CASE WHEN excluded.last_seen > last_seen THEN excluded.title"
    "  ELSE title END,"
    " document = CASE WHEN excluded.last_seen > last_seen"
    "  THEN excluded.document ELSE document END,"
    " class = coalesce (excluded.class, class),"
    " reason = CASE WHEN excluded.changed > changed THEN excluded.reason"
    "  ELSE reason END,"
    " who = CASE WHEN excluded.changed > changed THEN excluded.who"
    "  ELSE who END,"
    " state = CASE WHEN excluded.changed > changed THEN excluded.state"
    "  ELSE state END,"
    " changed = max (changed, excluded.changed),"
    " first_seen = min (first_seen, excluded.first_seen),"
    " last_seen = max (last_seen, excluded.last_seen);"
    "INSERT OR IGNORE INTO main.sighting"
    " SELECT s.fingerprint, m.id, s.confirmed FROM other.sighting AS s"
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
    "  WHERE s.fingerprint = finding.fingerprint) > 1;";

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

bool ft_database_merge (ft_database *d, const char *path, uint64_t *reports,
                        ft_error *error) {
  ft_database other;
  // Checks the file, and brings its tables to this version.
  if (!ft_database_open (&other, path, false, error))
    return false;
  ft_database_close (&other);
  sqlite3_stmt *s =
      ft_database_ask (d, error, "ATTACH DATABASE ?1 AS other", "s", path);
  bool fine =
      ft_database_finish (d, s, error) && merge_attached (d, reports, error);
  ft_error ignored;
  ft_database_execute (d, "DETACH DATABASE other", fine ? error : &ignored);
  return fine && !error->code;
}
