// Adding reports to a database.
//
// Nightly runs of many machines find the same few findings again and again, so
// that nearly all that is read is already known.  A report is read in one pass
// (results/json_cursor.h) that looks at few members of each finding; of a
// finding that several reports have, only what the last of them says becomes a
// row.  Sightings are written in the order of their table.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/strbuf.h"
#include "db/additions.h"
#include "db/severity.h"
#include "results/consequence.h"
#include "results/json_cursor.h"
#include "results/results_document.h"

#define MOST_KEPT ((size_t)64 << 20) // bytes of findings in memory

void ft_additions_clear (ft_additions *b) {
  for (size_t i = 0; i < b->entries.size; i++) {
    ft_strbuf_release (&b->entries.begin[i].text);
    ft_strbuf_release (&b->entries.begin[i].consequence);
  }
  for (size_t i = 0; i < b->paths.size; i++)
    free (b->paths.begin[i]);
  FT_CLEAR (b->paths);
  FT_CLEAR (b->entries);
  FT_CLEAR (b->sightings);
  ft_map_release (&b->known);
  b->kept = 0;
}

ft_additions *ft_additions_new (ft_database *d) {
  ft_additions *b = FT_NEW (ft_additions);
  b->database = d;
  return b;
}

void ft_additions_free (ft_additions *b) {
  ft_additions_clear (b);
  FT_RELEASE (b->entries);
  FT_RELEASE (b->sightings);
  FT_RELEASE (b->paths);
  FT_RELEASE (b->file);
  ft_strbuf_release (&b->kind);
  ft_strbuf_release (&b->title);
  ft_strbuf_release (&b->document);
  free (b);
}

// ---- findings of a report --------------------------------------------------

// What is looked at of each finding.
typedef struct facts {
  ft_json_slice whole, fingerprint, verdict, consequence, replay, entry;
  bool suppressed;
} facts;

static void read_member (ft_json_cursor *c, facts *f, ft_json_slice name) {
  ft_json_slice value;
  ft_json_skip (c, &value);
  if (ft_json_is (name, "fingerprint"))
    f->fingerprint = value;
  else if (ft_json_is (name, "verdict"))
    f->verdict = value;
  else if (ft_json_is (name, "consequence"))
    f->consequence = value;
  else if (ft_json_is (name, "replay"))
    f->replay = value;
  else if (ft_json_is (name, "entry"))
    f->entry = value;
  else if (ft_json_is (name, "suppressed"))
    f->suppressed = true;
}

static facts read_facts (ft_json_cursor *c) {
  facts f = {0};
  size_t n = 0;
  ft_json_slice name;
  if (!ft_json_enter (c, '{')) {
    ft_json_skip (c, &f.whole);
    return f;
  }
  f.whole.begin = c->at - 1;
  while (ft_json_member (c, &n, &name))
    read_member (c, &f, name);
  f.whole.end = c->at;
  return f;
}

// ---- what makes no sense ---------------------------------------------------

static bool is_text (ft_json_slice object, const char *name) {
  ft_json_slice value = ft_json_find (object, name);
  return value.begin && *value.begin == '"';
}

static bool is_list (ft_json_slice list, size_t size) {
  return list.begin && *list.begin == '[' &&
         ft_json_at (list, size - 1).begin && !ft_json_at (list, size).begin;
}

// The class of a consequence; FT_CONSEQUENCE_COUNT: none of those that there
// are.
static enum ft_consequence_class class_of (ft_json_slice consequence) {
  ft_json_slice name = ft_json_find (consequence, "class");
  size_t size = name.begin ? (size_t)(name.end - name.begin) : 0;
  int c = 0;
  for (; c < FT_CONSEQUENCE_COUNT; c++) {
    const char *known = ft_consequence_name ((enum ft_consequence_class)c);
    if (size == strlen (known) + 2 && *name.begin == '"' &&
        !memcmp (name.begin + 1, known, size - 2))
      break;
  }
  return (enum ft_consequence_class)c;
}

// The member that a finding lacks or has of a wrong form, by the rules of the
// commands that read whole documents; NULL: none.
static const char *lack_of (const facts *f) {
  if (!f->whole.begin || *f->whole.begin != '{')
    return "a finding";
  if (!ft_json_is (f->verdict, "\"certified\"") &&
      !ft_json_is (f->verdict, "\"undecided\"") &&
      !ft_json_is (f->verdict, "\"refuted\""))
    return "a verdict";
  if (f->replay.begin && *f->replay.begin != '{' &&
      !ft_json_is (f->replay, "null"))
    return "what replays showed, or null";
  if (f->consequence.begin &&
      (*f->consequence.begin != '{' ||
       class_of (f->consequence) == FT_CONSEQUENCE_COUNT ||
       !is_text (f->consequence, "text") ||
       !is_list (ft_json_find (f->consequence, "orders"), 2)))
    return "what a race does as 'consequence'";
  return NULL;
}

// ---- entries ---------------------------------------------------------------

bool ft_additions_wrong (const char *path, size_t number, ft_error *error) {
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%s: finding %zu has no fingerprint of 16 digits, or no pair "
                "of accesses",
                path, number);
  return false;
}

// A string of 16 digits, or 0 and false.
static bool read_fingerprint (ft_json_slice s, uint64_t *value) {
  if (!s.begin || s.end - s.begin != 18 || *s.begin != '"')
    return false;
  *value = 0;
  for (const char *at = s.begin + 1; at < s.end - 1; at++) {
    const char *digits = "0123456789abcdef";
    const char *digit = *at ? strchr (digits, *at) : NULL;
    if (!digit)
      return false;
    *value = *value << 4 | (uint64_t)(digit - digits);
  }
  return true;
}

static enum ft_finding_state state_named (const char *name) {
  enum ft_finding_state s = FT_FINDING_NEW;
  while (ft_finding_states[s + 1] && strcmp (ft_finding_states[s], name))
    s++;
  return s;
}

// Asked in the transaction that adds: no other process writes.
static bool is_empty (ft_database *d, ft_error *error) {
  sqlite3_stmt *s =
      ft_database_ask (d, error, "SELECT 1 FROM finding LIMIT 1", "");
  bool some = ft_database_next (d, s, error);
  if (some)
    sqlite3_reset (s);
  return !some && !error->code;
}

// Takes what the database has of a finding.
static bool look_up (ft_additions *b, ft_added_finding *e, ft_error *error) {
  sqlite3_stmt *s = ft_database_ask (
      b->database, error,
      "SELECT id, state, first_seen, last_seen, class FROM finding"
      " WHERE fingerprint = ?1",
      "s", e->fingerprint);
  if (!ft_database_next (b->database, s, error))
    return !error->code;
  e->id = sqlite3_column_int64 (s, 0);
  e->before = e->state = state_named ((const char *)sqlite3_column_text (s, 1));
  e->first = sqlite3_column_int64 (s, 2);
  e->last = sqlite3_column_int64 (s, 3);
  const char *class = (const char *)sqlite3_column_text (s, 4);
  snprintf (e->class, sizeof e->class, "%s", class ? class : "");
  e->kept = class != NULL;
  sqlite3_reset (s);
  return true;
}

static void set_state (ft_added_finding *e, enum ft_finding_state state,
                       int64_t time) {
  if (e->state != state)
    e->changed = time;
  e->state = state;
}

typedef struct addition {
  ft_additions *batch;
  FT_STACK (uint64_t) list; // fingerprints of the list that is read, 0: none
  const char *path;
  int64_t report, time;
  ft_database_added *added;
  ft_error *error;
} addition;

static void see_new (addition *a, ft_added_finding *e, const facts *f) {
  e->first = e->last = e->changed = a->time;
  e->state = f->suppressed ? FT_FINDING_SUPPRESSED : FT_FINDING_NEW;
  a->added->added++;
}

static void see_again (addition *a, ft_added_finding *e) {
  e->first = a->time < e->first ? a->time : e->first;
  e->last = a->time > e->last ? a->time : e->last;
  *(e->state == FT_FINDING_FIXED ? &a->added->returned : &a->added->known) += 1;
  set_state (e,
             e->state == FT_FINDING_FIXED ? FT_FINDING_RETURNED
             : e->state == FT_FINDING_NEW ? FT_FINDING_KNOWN
                                          : e->state,
             a->time);
}

// The worst that any report saw stays: one that was cut short, or is without
// consequences, says nothing against it.
static void keep_class (ft_added_finding *e, const facts *f) {
  enum ft_consequence_class class = class_of (f->consequence);
  if (class == FT_CONSEQUENCE_COUNT ||
      ft_severity_of_class (ft_consequence_name (class)) >
          ft_severity_of_class (e->class))
    return;
  snprintf (e->class, sizeof e->class, "%s", ft_consequence_name (class));
  e->consequence.size = 0;
  ft_strbuf_add_bytes (&e->consequence, f->consequence.begin,
                       (size_t)(f->consequence.end - f->consequence.begin));
  e->kept = false;
}

// The race that leads the entry of one, "R3", is before it in the list.  0: it has an
// entry of its own.
static uint64_t leader_of (const addition *a, ft_json_slice entry) {
  size_t number = 0;
  const char *at = entry.begin && entry.end - entry.begin > 3 ? entry.begin + 2 : NULL;
  for (; at && at < entry.end - 1 && *at >= '0' && *at <= '9' && number <= a->list.size;
       at++)
    number = number * 10 + (size_t)(*at - '0');
  return number && number <= a->list.size ? a->list.begin[number - 1] : 0;
}

static void keep_leader (const addition *a, ft_added_finding *e, ft_json_slice entry) {
  uint64_t leader = leader_of (a, entry);
  snprintf (e->leader, sizeof e->leader, "%016" PRIx64, leader);
  if (!leader)
    *e->leader = 0;
}

static void keep (addition *a, ft_added_finding *e, const facts *f,
                  size_t number, const char *kind) {
  ft_additions *b = a->batch;
  b->kept -= e->text.size;
  e->text.size = 0;
  ft_strbuf_add_bytes (&e->text, f->whole.begin,
                       (size_t)(f->whole.end - f->whole.begin));
  e->path = b->paths.size - 1;
  b->kept += e->text.size;
  e->number = number;
  e->kind = kind;
  keep_leader (a, e, f->entry);
  keep_class (e, f);
}

static bool add_finding (addition *a, const facts *f, size_t number,
                         const char *kind) {
  ft_additions *b = a->batch;
  uint64_t value;
  // What was seen on the program needs no proof: a bad end that came again.
  bool seen = ft_json_is (ft_json_find (f->replay, "outcome"), "\"confirmed\"");
  FT_PUSH (a->list, 0);
  if (!ft_json_is (f->verdict, "\"certified\"") && !seen)
    return true;
  if (!read_fingerprint (f->fingerprint, &value))
    return ft_additions_wrong (a->path, number, a->error);
  FT_TOP (a->list) = value;
  uint32_t at = ft_map_get (&b->known, value);
  bool fresh = at == FT_NO_ID;
  if (fresh) {
    ft_added_finding e = {0};
    memcpy (e.fingerprint, f->fingerprint.begin + 1, 16);
    if (!b->empty && !look_up (b, &e, a->error))
      return false;
    *ft_map_at (&b->known, value) = at = (uint32_t)b->entries.size;
    FT_PUSH (b->entries, e);
  }
  ft_added_finding *e = b->entries.begin + at;
  if (fresh && !e->id)
    see_new (a, e, f);
  else
    see_again (a, e);
  keep (a, e, f, number, kind);
  enum ft_consequence_class class = class_of (f->consequence);
  FT_PUSH (b->sightings,
           ((ft_added_sighting){at, seen, a->report,
                                class == FT_CONSEQUENCE_COUNT
                                    ? NULL
                                    : ft_consequence_name (class)}));
  return true;
}

static bool refuse (const addition *a, const char *list, size_t number,
                    const char *lack) {
  ft_error_set (a->error, FT_EXIT_BAD_INPUT, "%s: %s[%zu]: expected %s",
                a->path, list, number - 1, lack);
  return false;
}

static bool add_list (addition *a, ft_json_cursor *c, const char *name,
                      const char *kind) {
  size_t n = 0;
  bool fine = true;
  if (!ft_json_enter (c, '[')) {
    ft_error_set (a->error, FT_EXIT_BAD_INPUT, "%s: expected a list as '%s'",
                  a->path, name);
    return false;
  }
  FT_CLEAR (a->list);
  while (fine && ft_json_element (c, &n)) {
    facts f = read_facts (c);
    const char *lack = c->wrong ? NULL : lack_of (&f);
    fine = lack ? refuse (a, name, n, lack)
                : c->wrong || add_finding (a, &f, n, kind);
  }
  return fine;
}

// ---- reports ---------------------------------------------------------------

static bool is_there (ft_additions *b, const char *digest, ft_error *error) {
  sqlite3_stmt *s =
      ft_database_ask (b->database, error,
                       "SELECT 1 FROM report WHERE digest = ?1", "s", digest);
  bool found = ft_database_next (b->database, s, error);
  if (found)
    sqlite3_reset (s);
  return found;
}

// A member of what the report says of its recording; NULL: it has none.
static const char *recorded (ft_strbuf *text, ft_json_slice recording,
                             const char *name) {
  return ft_json_add_string (text, ft_json_find (recording, name))
             ? ft_strbuf_text (text)
             : NULL;
}

static bool add_report (addition *a, const char *digest,
                        const ft_report_origin *o) {
  ft_database *d = a->batch->database;
  ft_json_slice all = {a->batch->file.begin,
                       a->batch->file.begin + a->batch->file.size};
  ft_json_slice recording = ft_json_find (ft_json_find (all, "trace"), "recording");
  ft_strbuf build = {0}, schedule = {0}, seed = {0}, program = {0};
  const char *own = recorded (&build, recording, "build_id");
  const char *path = recorded (&program, recording, "program");
  bool fine = ft_database_finish (
      d,
      ft_database_ask (
          d, a->error,
          "INSERT INTO report (digest, source, time, build, revision, host,"
          " label, schedule, seed, program)"
          " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
          "ssisssssss", digest, a->path, a->time, o->build ? o->build : own,
          o->commit, o->host, o->label, recorded (&schedule, recording, "schedule"),
          recorded (&seed, recording, "seed"),
          path && strrchr (path, '/') ? strrchr (path, '/') + 1 : path),
      a->error);
  ft_strbuf_release (&build);
  ft_strbuf_release (&schedule);
  ft_strbuf_release (&seed);
  ft_strbuf_release (&program);
  a->report = sqlite3_last_insert_rowid (d->handle);
  return fine;
}

// The message for a file that is no results document; the reader of the other
// commands says where.
static bool explain (const addition *a) {
  ft_results_document document = {0};
  FILE *file = fopen (a->path, "re");
  bool fine = file && ft_results_document_read (&document, file, a->path, false,
                                                a->error);
  if (fine || !file)
    ft_error_set (a->error, FT_EXIT_BAD_INPUT, "%s: changed while it was read",
                  a->path);
  ft_results_document_release (&document);
  if (file)
    fclose (file);
  return false;
}

static bool has_schema (const ft_additions *b) {
  ft_json_slice all = {b->file.begin, b->file.begin + b->file.size};
  return ft_json_is (ft_json_find (all, "schema"), "\"foretrace-results/1\"");
}

static bool add_document (addition *a) {
  const ft_additions *b = a->batch;
  ft_json_cursor c = {b->file.begin, b->file.begin + b->file.size, false};
  ft_json_slice name;
  size_t n = 0;
  bool fine = true, races = false, deadlocks = false;
  if (!ft_report_text_is_utf8 (&b->file) || !has_schema (b) ||
      !ft_json_enter (&c, '{'))
    return explain (a);
  while (fine && ft_json_member (&c, &n, &name))
    if (ft_json_is (name, "races"))
      fine = races = add_list (a, &c, "races", "data race");
    else if (ft_json_is (name, "deadlocks"))
      fine = deadlocks = add_list (a, &c, "deadlocks", "deadlock");
    else if (ft_json_is (name, "failures")) // which older reports lack
      fine = add_list (a, &c, "failures", "failure");
    else
      ft_json_skip (&c, NULL);
  if (!fine || !ft_json_is_over (&c))
    return fine && explain (a);
  if (!races || !deadlocks)
    ft_error_set (a->error, FT_EXIT_BAD_INPUT,
                  "%s: expected lists 'races' and 'deadlocks'", a->path);
  return races && deadlocks;
}

static void digest_of (const ft_additions *b, char digest[33]) {
  XXH128_hash_t hash = XXH3_128bits (b->file.begin, b->file.size);
  snprintf (digest, 33, "%016llx%016llx", (unsigned long long)hash.high64,
            (unsigned long long)hash.low64);
}

bool ft_additions_add (ft_additions *b, const char *path,
                       const ft_report_origin *origin, ft_database_added *added,
                       ft_error *error) {
  addition a = {.batch = b, .path = path, .added = added, .error = error};
  char digest[33];
  *added = (ft_database_added){0};
  if (!ft_report_file_read (&b->file, path, &a.time, error))
    return false;
  digest_of (b, digest);
  if (FT_EMPTY (b->entries))
    b->empty = is_empty (b->database, error);
  added->repeated = is_there (b, digest, error);
  if (error->code || added->repeated)
    return !error->code;
  FT_PUSH (b->paths, ft_strdup (path));
  bool fine = add_report (&a, digest, origin) && add_document (&a);
  FT_RELEASE (a.list);
  return fine && (b->kept < MOST_KEPT || ft_additions_write (b, error));
}
