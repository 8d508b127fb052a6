// Opening, versions, transactions and statements of the database.
#include "db/database.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "db/severity.h"

const char *const ft_finding_states[] = {"new",        "known",    "fixed",
                                         "suppressed", "returned", NULL};

// The id of our files in SQLite's header ("FTDB"), and the version of the
// tables.  A change of the tables adds a step below and raises the version.
enum { APPLICATION = 0x46544442, VERSION = 5 };
enum { WAIT = 60000 }; // milliseconds, for other writers
// A handle is of one thread, which need not lock it at each call.
enum { ONE_THREAD = SQLITE_OPEN_NOMUTEX };

// By the version that they lead to.
static const char *const migrations[] = {
    [1] = "CREATE TABLE report ("
          " id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE,"
          " source TEXT NOT NULL, time INTEGER NOT NULL,"
          " build TEXT, revision TEXT, host TEXT, label TEXT);"
          "CREATE TABLE finding ("
          " fingerprint TEXT PRIMARY KEY, kind TEXT NOT NULL,"
          " title TEXT NOT NULL, class TEXT, document TEXT NOT NULL,"
          " first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL,"
          " state TEXT NOT NULL, reason TEXT, who TEXT,"
          " changed INTEGER NOT NULL) WITHOUT ROWID;"
          "CREATE TABLE sighting ("
          " fingerprint TEXT NOT NULL REFERENCES finding,"
          " report INTEGER NOT NULL REFERENCES report,"
          " confirmed INTEGER NOT NULL,"
          " PRIMARY KEY (fingerprint, report)) WITHOUT ROWID;"
          "CREATE TABLE change ("
          " id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL,"
          " time INTEGER NOT NULL, state TEXT NOT NULL,"
          " reason TEXT, who TEXT);"
          "CREATE INDEX change_of ON change (fingerprint);"
          "CREATE INDEX sighting_in ON sighting (report);",
    // Sightings, by far the most rows, name findings by number; owners; what
    // replays on later builds showed.
    [2] = "CREATE TABLE finding_2 ("
          " id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE,"
          " kind TEXT NOT NULL, title TEXT NOT NULL, class TEXT,"
          " document TEXT NOT NULL,"
          " first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL,"
          " state TEXT NOT NULL, reason TEXT, who TEXT,"
          " changed INTEGER NOT NULL, owner TEXT);"
          "INSERT INTO finding_2 (fingerprint, kind, title, class, document,"
          " first_seen, last_seen, state, reason, who, changed)"
          " SELECT fingerprint, kind, title, class, document, first_seen,"
          " last_seen, state, reason, who, changed FROM finding;"
          "CREATE TABLE sighting_2 ("
          " finding INTEGER NOT NULL, report INTEGER NOT NULL,"
          " confirmed INTEGER NOT NULL,"
          " PRIMARY KEY (finding, report)) WITHOUT ROWID;"
          "INSERT INTO sighting_2 SELECT f.id, s.report, s.confirmed"
          " FROM sighting AS s JOIN finding_2 AS f USING (fingerprint);"
          "DROP TABLE sighting;"
          "DROP TABLE finding;"
          "ALTER TABLE finding_2 RENAME TO finding;"
          "ALTER TABLE sighting_2 RENAME TO sighting;"
          "CREATE TABLE verification ("
          " id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL,"
          " time INTEGER NOT NULL, build TEXT NOT NULL,"
          " outcome TEXT NOT NULL, text TEXT NOT NULL);"
          "CREATE INDEX verification_of ON verification (fingerprint);",
    // The finding under whose entry the last report has this one: one bug.
    [3] = "ALTER TABLE finding ADD COLUMN leader TEXT;",
    // How the run of a report was scheduled, and the class that it saw of a finding.
    [4] = "ALTER TABLE report ADD COLUMN schedule TEXT;"
          "ALTER TABLE report ADD COLUMN seed TEXT;"
          "ALTER TABLE sighting ADD COLUMN saw TEXT;",
    // The name of the program that a report is of, without its directory.
    [5] = "ALTER TABLE report ADD COLUMN program TEXT;",
};

// ---- errors
// --------------------------------------------------------------------

// Statements are literals: one that the file makes impossible (a table without
// one of its columns) is damage, too.
static bool is_damage (int code) {
  return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ||
         code == SQLITE_ERROR || code == SQLITE_CONSTRAINT ||
         code == SQLITE_MISMATCH || code == SQLITE_FORMAT ||
         code == SQLITE_TOOBIG;
}

static bool fail (const ft_database *d, ft_error *error) {
  int code = sqlite3_errcode (d->handle);
  bool damaged = is_damage (code);
  ft_error_set (error, damaged ? FT_EXIT_BAD_INPUT : FT_EXIT_ENVIRONMENT,
                "%s: %s%s", d->path, sqlite3_errmsg (d->handle),
                code == SQLITE_BUSY ? "; another process writes to it"
                : code == SQLITE_READONLY
                    ? "; the file and its directory have to be writable"
                    : "");
  return false;
}

// SQLite's own message does not say why a file cannot be opened.
static bool fail_open (const ft_database *d, bool create, ft_error *error) {
  int why = sqlite3_system_errno (d->handle);
  bool missing = !create && why == ENOENT;
  struct stat status;
  if (sqlite3_errcode (d->handle) != SQLITE_CANTOPEN)
    return fail (d, error);
  if (!stat (d->path, &status) && S_ISDIR (status.st_mode))
    why = EISDIR;
  ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: cannot be opened: %s%s",
                d->path, why ? strerror (why) : sqlite3_errmsg (d->handle),
                missing ? "; 'foretrace db add' makes one" : "");
  return false;
}

// ---- statements
// ----------------------------------------------------------------

bool ft_database_execute (ft_database *d, const char *sql, ft_error *error) {
  return sqlite3_exec (d->handle, sql, NULL, NULL, NULL) == SQLITE_OK ||
         fail (d, error);
}

static int bind (sqlite3_stmt *s, const char *format, va_list arguments) {
  int code = SQLITE_OK;
  for (int i = 1; *format && code == SQLITE_OK; format++, i++) {
    if (*format == 'i') {
      code = sqlite3_bind_int64 (s, i, va_arg (arguments, int64_t));
      continue;
    }
    code = sqlite3_bind_text (s, i, va_arg (arguments, const char *), -1,
                              SQLITE_STATIC);
  }
  return code;
}

// The statement, prepared once while there is room to keep it.
static sqlite3_stmt *statement_of (ft_database *d, const char *sql) {
  int i = 0;
  while (d->prepared[i].sql && d->prepared[i].sql != sql &&
         i < FT_DATABASE_STATEMENTS - 1)
    i++;
  if (d->prepared[i].sql != sql) {
    sqlite3_finalize (d->prepared[i].statement);
    d->prepared[i].statement = NULL;
    d->prepared[i].sql = sql;
    sqlite3_prepare_v3 (d->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                        &d->prepared[i].statement, NULL);
  }
  if (!d->prepared[i].statement)
    d->prepared[i].sql = "";
  return d->prepared[i].statement;
}

sqlite3_stmt *ft_database_ask (ft_database *d, ft_error *error, const char *sql,
                               const char *format, ...) {
  sqlite3_stmt *s = statement_of (d, sql);
  va_list arguments;
  va_start (arguments, format);
  bool fine = s && bind (s, format, arguments) == SQLITE_OK;
  va_end (arguments);
  if (fine)
    return s;
  fail (d, error);
  return NULL;
}

bool ft_database_next (ft_database *d, sqlite3_stmt *s, ft_error *error) {
  if (!s)
    return false;
  int code = sqlite3_step (s);
  if (code == SQLITE_ROW)
    return true;
  if (code != SQLITE_DONE)
    fail (d, error);
  sqlite3_reset (s);
  return false;
}

bool ft_database_finish (ft_database *d, sqlite3_stmt *s, ft_error *error) {
  if (ft_database_next (d, s, error))
    sqlite3_reset (s);
  return !error->code;
}

bool ft_database_begin (ft_database *d, ft_error *error) {
  return ft_database_execute (d, "BEGIN IMMEDIATE", error);
}

bool ft_database_end (ft_database *d, bool fine, ft_error *error) {
  if (fine && ft_database_execute (d, "COMMIT", error))
    return true;
  sqlite3_exec (d->handle, "ROLLBACK", NULL, NULL, NULL);
  return false;
}

// ---- opening
// -------------------------------------------------------------------

// The number that a pragma gives; -1 and an error.
static int64_t number_of (ft_database *d, const char *sql, ft_error *error) {
  sqlite3_stmt *s = ft_database_ask (d, error, sql, "");
  if (!ft_database_next (d, s, error))
    return -1;
  int64_t number = sqlite3_column_int64 (s, 0);
  sqlite3_reset (s);
  return number;
}

static bool migrate (ft_database *d, int64_t from, ft_error *error) {
  char line[64];
  bool fine = true;
  for (int64_t to = from + 1; fine && to <= VERSION; to++)
    fine = ft_database_execute (d, migrations[to], error);
  snprintf (line, sizeof line, "PRAGMA user_version = %d", VERSION);
  return fine && ft_database_execute (d, line, error);
}

static bool is_ours (ft_database *d, bool create, ft_error *error) {
  int64_t application = number_of (d, "PRAGMA application_id", error);
  if (error->code)
    return false;
  if (application == APPLICATION)
    return true;
  int64_t tables = number_of (d, "SELECT count(*) FROM sqlite_master", error);
  char line[64];
  snprintf (line, sizeof line, "PRAGMA application_id = %d", APPLICATION);
  if (!tables && create)
    return ft_database_execute (d, line, error);
  if (tables >= 0)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: is not a database of findings; %s", d->path,
                  create ? "name a file that is not there yet"
                         : "'foretrace db add' makes one");
  return false;
}

// In a transaction: two processes may open a new file at once.
static bool prepare (ft_database *d, bool create, ft_error *error) {
  if (!is_ours (d, create, error))
    return false;
  int64_t version = number_of (d, "PRAGMA user_version", error);
  if (version > VERSION)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: is of version %lld, but this foretrace knows versions "
                  "up to %d; a newer one reads it",
                  d->path, (long long)version, VERSION);
  bool damaged = !error->code &&
                 (version < 0 ||
                  (!version && number_of (d, "SELECT count(*) FROM sqlite_master",
                                          error) > 0));
  if (damaged)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: is damaged: it says that it is of version %lld; take a copy, "
                  "or add its reports to another file",
                  d->path, (long long)version);
  return !error->code && version <= VERSION &&
         (version == VERSION || migrate (d, version, error));
}

static bool is_current (ft_database *d, ft_error *error) {
  return number_of (d, "PRAGMA application_id", error) == APPLICATION &&
         number_of (d, "PRAGMA user_version", error) == VERSION;
}

static void forget_statements (ft_database *d) {
  for (int i = 0; i < FT_DATABASE_STATEMENTS; i++) {
    sqlite3_finalize (d->prepared[i].statement);
    d->prepared[i].statement = NULL;
    d->prepared[i].sql = NULL;
  }
}

// SQLite does not wait for other processes here, but says at once that it is locked.
static bool use_log (ft_database *d, ft_error *error) {
  static const struct timespec pause = {.tv_nsec = 10000000};
  int code, left = WAIT / 10;
  while ((code = sqlite3_exec (d->handle, "PRAGMA journal_mode = WAL", NULL, NULL,
                               NULL)) == SQLITE_BUSY &&
         left--)
    nanosleep (&pause, NULL);
  return code == SQLITE_OK || fail (d, error);
}

static bool open_writing (ft_database *d, bool create, ft_error *error) {
  int flags = SQLITE_OPEN_READWRITE | ONE_THREAD | (create ? SQLITE_OPEN_CREATE : 0);
  bool fine = sqlite3_open_v2 (d->path, &d->handle, flags, NULL) == SQLITE_OK ||
              fail_open (d, create, error);
  // Whatever is committed survives a power cut; writers wait for each other.
  fine = fine && sqlite3_busy_timeout (d->handle, WAIT) == SQLITE_OK;
  fine = fine &&
         ft_database_execute (
             d, "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536", error);
  if (fine && !is_current (d, error)) {
    fine = !error->code && ft_database_begin (d, error);
    fine = fine && ft_database_end (d, prepare (d, create, error), error);
  }
  return fine && use_log (d, error);
}

// ---- read-only files -------------------------------------------------------

static bool has_log (const char *path) {
  struct stat status;
  ft_strbuf log = {0};
  ft_strbuf_add (&log, "%s-wal", path);
  bool found = !stat (ft_strbuf_text (&log), &status) && status.st_size;
  ft_strbuf_release (&log);
  return found;
}

// The file and its directory, where SQLite keeps what writers share.
static bool is_writable (const char *path) {
  const char *slash = strrchr (path, '/');
  ft_strbuf directory = {0};
  ft_strbuf_add (&directory, "%.*s", slash ? (int)(slash - path + 1) : 1,
                 slash ? path : ".");
  bool fine =
      !access (path, W_OK) && !access (ft_strbuf_text (&directory), W_OK);
  ft_strbuf_release (&directory);
  return fine;
}

static void add_uri (ft_strbuf *uri, const char *path) {
  ft_strbuf_add (uri, "file:");
  for (; *path; path++)
    ft_strbuf_add (uri, strchr ("?#%", *path) ? "%%%02x" : "%c",
                   (unsigned char)*path);
  ft_strbuf_add (uri, "?immutable=1");
}

// Nobody can write to the file here, so it is taken as it is; but not behind the
// back of one who writes elsewhere.
static bool open_unchanging (ft_database *d, ft_error *error) {
  ft_strbuf uri = {0};
  if (has_log (d->path)) {
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%s: cannot be read with what '%s-wal' adds to it while the "
                  "directory is read-only; copy both files to another one",
                  d->path, d->path);
    return false;
  }
  sqlite3_close (d->handle);
  add_uri (&uri, d->path);
  bool fine = sqlite3_open_v2 (ft_strbuf_text (&uri), &d->handle,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
                               NULL) == SQLITE_OK ||
              fail_open (d, false, error);
  ft_strbuf_release (&uri);
  return fine;
}

// One of an older version is brought up to date in memory.
static bool copy_to_memory (ft_database *d, ft_error *error) {
  sqlite3 *from = d->handle;
  d->handle = NULL;
  bool fine = sqlite3_open (":memory:", &d->handle) == SQLITE_OK;
  sqlite3_backup *copy =
      fine ? sqlite3_backup_init (d->handle, "main", from, "main") : NULL;
  fine = copy && sqlite3_backup_step (copy, -1) == SQLITE_DONE;
  fine = (!copy || sqlite3_backup_finish (copy) == SQLITE_OK) && fine;
  sqlite3_close (from);
  return fine ? prepare (d, false, error) : fail (d, error);
}

static bool open_reading (ft_database *d, ft_error *error) {
  ft_error why = FT_NO_ERROR;
  if (sqlite3_open_v2 (d->path, &d->handle, SQLITE_OPEN_READONLY, NULL) !=
      SQLITE_OK)
    return fail_open (d, false, error);
  sqlite3_busy_timeout (d->handle, WAIT);
  bool current = is_current (d, &why);
  if (why.code == FT_EXIT_ENVIRONMENT) { // a log cannot be shared
    forget_statements (d);
    why = FT_NO_ERROR;
    if (!open_unchanging (d, error))
      return false;
    current = is_current (d, &why);
  }
  if (current)
    return true;
  if (why.code) {
    *error = why;
    return false;
  }
  forget_statements (d);
  return copy_to_memory (d, error);
}

// SQLite would wait for a FIFO, and takes a device for an empty file.
static bool refuse_special (const char *path, ft_error *error) {
  struct stat status;
  if (stat (path, &status) || S_ISREG (status.st_mode) ||
      S_ISDIR (status.st_mode))
    return false;
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%s: is no regular file; expected a database of findings", path);
  return true;
}

bool ft_database_open (ft_database *d, const char *path,
                       enum ft_database_use use, ft_error *error) {
  *d = (ft_database){.path = path};
  if (refuse_special (path, error))
    return false;
  bool reads = use == FT_DATABASE_READS && !access (path, R_OK) &&
               !is_writable (path);
  bool fine = reads ? open_reading (d, error)
                    : open_writing (d, use == FT_DATABASE_MAKES, error);
  fine = fine && (ft_severity_register (d->handle) || fail (d, error));
  if (!fine)
    ft_database_close (d);
  return fine;
}

void ft_database_close (ft_database *d) {
  forget_statements (d);
  sqlite3_close (d->handle);
  d->handle = NULL;
}
