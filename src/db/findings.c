// What a database says of findings, and the states that people give them.
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "db/database.h"

// Worst first (db/severity.h).
#define SEVERITY " finding_severity (class, kind)"

// ---- rows
// ----------------------------------------------------------------------

static json_t *column (sqlite3_stmt *s, int i) {
  switch (sqlite3_column_type (s, i)) {
  case SQLITE_NULL:
    return json_null ();
  case SQLITE_INTEGER:
    return json_integer (sqlite3_column_int64 (s, i));
  default:
    return json_string ((const char *)sqlite3_column_text (s, i));
  }
}

static json_t *row (sqlite3_stmt *s) {
  json_t *value = json_object ();
  for (int i = 0; i < sqlite3_column_count (s); i++)
    json_object_set_new (value, sqlite3_column_name (s, i), column (s, i));
  return value;
}

// All rows of a statement; NULL and an error.
static json_t *rows (ft_database *d, sqlite3_stmt *s, ft_error *error) {
  json_t *list = json_array ();
  while (ft_database_next (d, s, error))
    json_array_append_new (list, row (s));
  if (!error->code)
    return list;
  json_decref (list);
  return NULL;
}

// ---- lists
// ---------------------------------------------------------------------

json_t *ft_database_list (ft_database *d, int64_t since, unsigned states,
                          ft_error *error) {
  char known[64] = "";
  for (int i = 0; ft_finding_states[i]; i++)
    if (!states || states >> i & 1)
      snprintf (known + strlen (known), sizeof known - strlen (known), ",%s,",
                ft_finding_states[i]);
  return rows (
      d,
      ft_database_ask (
          d, error,
          "SELECT f.fingerprint, kind, title, class, state, reason, who, owner,"
          " leader, first_seen, last_seen, count (s.report) AS reports,"
          " coalesce (sum (s.confirmed), 0) AS confirmed"
          " FROM finding AS f LEFT JOIN sighting AS s ON s.finding = f.id"
          " WHERE last_seen >= ?1 AND instr (?2, ',' || state || ',')"
          " GROUP BY f.id"
          " ORDER BY " SEVERITY ", last_seen DESC, f.fingerprint",
          "is", since, known),
      error);
}

static const char *member (const json_t *finding, const char *name) {
  const char *text = json_string_value (json_object_get (finding, name));
  return text ? text : "";
}

// The finding of the list that stands for this one.  Reports differ in what leads an
// entry, so that there may be several steps; in a circle, which merged databases may
// have, each stands for itself.
static json_t *stand_in (const json_t *by_fingerprint, json_t *finding) {
  json_t *at = finding, *leader;
  for (size_t steps = json_object_size (by_fingerprint);
       (leader = json_object_get (by_fingerprint, member (at, "leader"))); at = leader)
    if (!steps--)
      return finding;
  return at;
}

size_t ft_findings_group (json_t *list) {
  json_t *by_fingerprint = json_object (), *finding;
  size_t bugs = 0, i;
  json_array_foreach (list, i, finding) {
    json_object_set (by_fingerprint, member (finding, "fingerprint"), finding);
    json_object_set_new (finding, "pairs", json_integer (0));
  }
  json_array_foreach (list, i, finding) {
    json_t *pairs = json_object_get (stand_in (by_fingerprint, finding), "pairs");
    bugs += !json_integer_value (pairs);
    json_integer_set (pairs, json_integer_value (pairs) + 1);
  }
  json_decref (by_fingerprint);
  return bugs;
}

json_t *ft_database_trend (ft_database *d, ft_error *error) {
  return rows (
      d,
      ft_database_ask (
          d, error,
          "WITH r AS (SELECT date (time, 'unixepoch') AS day, count (*) AS n"
          "  FROM report GROUP BY day),"
          " s AS (SELECT date (time, 'unixepoch') AS day,"
          "  count (DISTINCT finding) AS n FROM sighting"
          "  JOIN report ON report = id GROUP BY day),"
          " f AS (SELECT date (first_seen, 'unixepoch') AS day,"
          "  count (*) AS n FROM finding GROUP BY day),"
          " c AS (SELECT date (time, 'unixepoch') AS day, state,"
          "  count (DISTINCT fingerprint) AS n FROM change GROUP BY day, state),"
          " days AS (SELECT day FROM r UNION SELECT day FROM c"
          "  WHERE state IN ('returned', 'fixed'))"
          " SELECT days.day AS day, coalesce (r.n, 0) AS reports, coalesce (s.n, 0) AS seen,"
          "  coalesce (f.n, 0) AS first_seen, coalesce (b.n, 0) AS returned,"
          "  coalesce (x.n, 0) AS fixed FROM days LEFT JOIN r ON r.day = days.day"
          "  LEFT JOIN s ON s.day = days.day LEFT JOIN f ON f.day = days.day"
          "  LEFT JOIN c AS b ON b.day = days.day AND b.state = 'returned'"
          "  LEFT JOIN c AS x ON x.day = days.day AND x.state = 'fixed'"
          " ORDER BY days.day",
          ""),
      error);
}

// ---- one finding
// -----------------------------------------------------------------

// The whole fingerprint of the only finding that begins so, in 'whole'.
static bool find (ft_database *d, const char *begin, char whole[17],
                  ft_error *error) {
  size_t length = strlen (begin);
  int found = 0;
  if (length >= 4 && length <= 16 &&
      strspn (begin, "0123456789abcdef") == length) {
    sqlite3_stmt *s =
        ft_database_ask (d, error,
                         "SELECT fingerprint FROM finding"
                         " WHERE substr (fingerprint, 1, length (?1)) = ?1",
                         "s", begin);
    for (; ft_database_next (d, s, error); found++)
      snprintf (whole, 17, "%s", (const char *)sqlite3_column_text (s, 0));
  }
  if (error->code || found == 1)
    return !error->code;
  if (found)
    ft_error_set (error, FT_EXIT_USAGE,
                  "%s: %d findings begin with '%s'; give more digits", d->path,
                  found, begin);
  else
    ft_error_set (error, FT_EXIT_USAGE,
                  "%s: has no finding '%s'; 'foretrace db list' prints their "
                  "fingerprints, of which four digits or more name one",
                  d->path, begin);
  return false;
}

static void parse_document (json_t *finding) {
  const char *text = json_string_value (json_object_get (finding, "document"));
  json_t *document = text ? json_loads (text, 0, NULL) : NULL;
  json_object_set_new (finding, "document", document ? document : json_null ());
}

static bool add_rows (json_t *to, const char *name, ft_database *d,
                      const char *sql, const char *fingerprint,
                      ft_error *error) {
  json_t *list =
      rows (d, ft_database_ask (d, error, sql, "s", fingerprint), error);
  return list && !json_object_set_new (to, name, list);
}

json_t *ft_database_show (ft_database *d, const char *begin, ft_error *error) {
  char whole[17];
  if (!find (d, begin, whole, error))
    return NULL;
  json_t *list = rows (
      d,
      ft_database_ask (d, error, "SELECT * FROM finding WHERE fingerprint = ?1",
                       "s", whole),
      error);
  if (!list)
    return NULL;
  json_t *finding = json_incref (json_array_get (list, 0));
  json_decref (list);
  parse_document (finding);
  bool fine =
      add_rows (finding, "reports", d,
                "SELECT source, time, program, build, revision, host, label, schedule,"
                " seed, confirmed, saw AS class"
                " FROM finding JOIN sighting ON finding = finding.id"
                " JOIN report ON report = report.id"
                " WHERE fingerprint = ?1 ORDER BY time, report.id",
                whole, error) &&
      add_rows (finding, "classes", d,
                "SELECT saw AS class, count (*) AS reports"
                " FROM finding JOIN sighting ON finding = finding.id"
                " WHERE fingerprint = ?1 AND saw IS NOT NULL"
                " GROUP BY saw ORDER BY class_severity (saw)",
                whole, error) &&
      add_rows (finding, "history", d,
                "SELECT time, state, reason, who FROM change"
                " WHERE fingerprint = ?1 ORDER BY id",
                whole, error) &&
      add_rows (finding, "verifications", d,
                "SELECT time, build, outcome, text FROM verification"
                " WHERE fingerprint = ?1 ORDER BY id",
                whole, error);
  if (fine)
    return finding;
  json_decref (finding);
  return NULL;
}

#define DOCUMENTS                                                              \
  "SELECT fingerprint, title, class, kind, state, document FROM finding"

static json_t *documents (ft_database *d, sqlite3_stmt *s, ft_error *error) {
  json_t *list = rows (d, s, error);
  for (size_t i = 0; i < json_array_size (list); i++)
    parse_document (json_array_get (list, i));
  return list;
}

static const json_t *order_of (const json_t *finding) {
  return json_object_get (json_object_get (finding, "document"), "order");
}

const json_t *ft_finding_accesses (const json_t *finding) {
  const json_t *pair =
      json_object_get (json_object_get (finding, "document"), "pair");
  const json_t *blocked =
      json_object_get (json_object_get (finding, "document"), "blocked");
  return pair      ? pair
         : blocked ? blocked
                   : json_object_get (order_of (finding), "events");
}

bool ft_finding_is_failure (const json_t *finding) {
  return json_is_object (order_of (finding)) ||
         json_object_get (json_object_get (finding, "document"), "run");
}

json_t *ft_database_open_findings (ft_database *d, ft_error *error) {
  return documents (
      d,
      ft_database_ask (d, error,
                       DOCUMENTS " WHERE state NOT IN ('fixed', 'suppressed')"
                                 " ORDER BY " SEVERITY ", fingerprint",
                       ""),
      error);
}

json_t *ft_database_all_findings (ft_database *d, ft_error *error) {
  return documents (d,
                    ft_database_ask (d, error,
                                     DOCUMENTS " ORDER BY " SEVERITY
                                               ", fingerprint",
                                     ""),
                    error);
}

bool ft_database_is_of_build (ft_database *d, const char *fingerprint,
                              const char *build) {
  ft_error ignored = FT_NO_ERROR;
  sqlite3_stmt *asked =
      ft_database_ask (d, &ignored,
                       "SELECT 1 FROM finding JOIN sighting ON finding = finding.id"
                       " JOIN report ON report = report.id"
                       " WHERE fingerprint = ?1 AND build = ?2",
                       "ss", fingerprint, build);
  bool is = false;
  while (asked && ft_database_next (d, asked, &ignored))
    is = true;
  return is;
}

bool ft_database_verified (ft_database *d, const char *fingerprint,
                           const char *build, const char *outcome,
                           const char *text, ft_error *error) {
  return ft_database_finish (
      d,
      ft_database_ask (d, error,
                       "INSERT INTO verification (fingerprint, time, build,"
                       " outcome, text) VALUES (?1, ?2, ?3, ?4, ?5)",
                       "sisss", fingerprint, (int64_t)time (NULL), build,
                       outcome, text),
      error);
}

// The first column of a row that a fingerprint gives, owned; NULL: there is none.
static char *text_for (ft_database *d, const char *sql, const char *fingerprint,
                       ft_error *error) {
  sqlite3_stmt *s = ft_database_ask (d, error, sql, "s", fingerprint);
  if (!ft_database_next (d, s, error))
    return NULL;
  const char *text = (const char *)sqlite3_column_text (s, 0);
  char *copy = text ? ft_strdup (text) : NULL;
  sqlite3_reset (s);
  return copy;
}

// The reports that have a finding.
#define SEEN                                                                   \
  "FROM report AS r JOIN sighting AS s ON s.report = r.id"                     \
  " JOIN finding AS f ON f.id = s.finding WHERE f.fingerprint = ?1"

bool ft_database_commits (ft_database *d, const char *begin, char **good,
                          char **bad, ft_error *error) {
  char whole[17];
  *good = *bad = NULL;
  if (!find (d, begin, whole, error))
    return false;
  *bad = text_for (d,
                   "SELECT r.revision " SEEN " AND r.revision IS NOT NULL"
                   " ORDER BY r.time, r.id",
                   whole, error);
  // A report without the finding says something of it if its program is one that had it.
  *good = text_for (d,
                    "SELECT revision FROM report"
                    " WHERE time < (SELECT min (r.time) " SEEN ")"
                    " AND (program IS NULL OR NOT EXISTS (SELECT 1 " SEEN
                    "  AND r.program IS NOT NULL)"
                    "  OR program IN (SELECT r.program " SEEN "))"
                    " AND revision IS NOT NULL ORDER BY time DESC, id DESC",
                    whole, error);
  // Two reports of one commit, such as of two programs: which is good is not known.
  if (*good && *bad && !strcmp (*good, *bad)) {
    free (*good);
    *good = NULL;
  }
  return !error->code;
}

// The finding, and unless it is 'alone' the pairs of its bug: those that it leads, and
// that these lead.  What another one leads is no bug of its own.  A pair that is closed
// stays so unless the finding has the state that it has.
#define BUG                                                                    \
  "WITH RECURSIVE bug (name) AS (SELECT ?1 UNION SELECT fingerprint"           \
  "  FROM finding JOIN bug ON leader = name WHERE NOT EXISTS (SELECT 1"        \
  "   FROM finding AS x JOIN finding AS y ON y.fingerprint = x.leader"         \
  "   WHERE x.fingerprint = ?1)),"                                             \
  " chosen (name) AS (SELECT ?1 UNION SELECT f.fingerprint FROM finding AS f"  \
  "  JOIN bug ON name = f.fingerprint WHERE NOT ?6"                            \
  "  AND (f.state NOT IN ('fixed', 'suppressed') OR f.state ="                 \
  "   (SELECT state FROM finding WHERE fingerprint = ?1)))"

static bool set (ft_database *d, const char *begin, int state,
                 const char *reason, const char *who, bool alone,
                 ft_error *error) {
  char whole[17];
  const char *name = ft_finding_states[state];
  int64_t now = time (NULL);
  return find (d, begin, whole, error) &&
         ft_database_finish (
             d,
             ft_database_ask (
                 d, error,
                 BUG " INSERT INTO change (fingerprint, time, state, reason,"
                 " who) SELECT name, ?5, ?2, ?3, ?4 FROM chosen",
                 "ssssii", whole, name, reason, who, now, (int64_t)alone),
             error) &&
         ft_database_finish (
             d,
             ft_database_ask (
                 d, error,
                 BUG " UPDATE finding SET state = ?2, reason = ?3, who = ?4,"
                 " changed = ?5 WHERE fingerprint IN chosen",
                 "ssssii", whole, name, reason, who, now, (int64_t)alone),
             error);
}

bool ft_database_set (ft_database *d, const char *fingerprint, int state,
                      const char *reason, const char *who, bool alone,
                      ft_error *error) {
  return ft_database_begin (d, error) &&
         ft_database_end (
             d, set (d, fingerprint, state, reason, who, alone, error), error);
}
