// What a database gets of the reports that were added.
#include <stdlib.h>
#include <string.h>

#include "db/additions.h"
#include "results/json_cursor.h"

// What is looked at of a finding.
typedef struct parts {
  ft_json_slice kind, title, text, pair, blocked;
} parts;

// The two accesses of a pair, or one acquire of a deadlock.
typedef struct access {
  ft_json_slice op, variable, location;
} access;

static bool is_string (ft_json_slice value) {
  return value.begin && *value.begin == '"';
}

static void add_text (ft_strbuf *title, const char *text) {
  ft_strbuf_add_bytes (title, text, strlen (text));
}

static void add_string (ft_strbuf *title, const char *before,
                        ft_json_slice value) {
  if (!is_string (value))
    return;
  add_text (title, before);
  ft_json_add_string (title, value);
}

static access read_access (ft_json_slice object) {
  ft_json_cursor c = {object.begin, object.end, !object.begin};
  ft_json_slice name, value;
  access a = {0};
  size_t n = 0;
  if (!c.wrong && ft_json_enter (&c, '{'))
    while (!(a.op.begin && a.variable.begin && a.location.begin) &&
           ft_json_member (&c, &n, &name)) {
      ft_json_skip (&c, &value);
      if (ft_json_is (name, "op"))
        a.op = value;
      else if (ft_json_is (name, "variable"))
        a.variable = value;
      else if (ft_json_is (name, "location"))
        a.location = value;
    }
  return a;
}

static void add_place (ft_strbuf *title, const access *a) {
  add_string (title, " ", a->op);
  add_string (title, " at ", a->location);
}

// " of 'a', 'b': acquire at a.c:3, acquire at a.c:9", of the acquires of a deadlock.
static void add_blocked (ft_strbuf *title, ft_json_slice list) {
  if (!list.begin || *list.begin != '[')
    return;
  for (size_t i = 0; ft_json_at (list, i).begin; i++) {
    access a = read_access (ft_json_at (list, i));
    add_string (title, i ? "', '" : " of '", a.variable);
  }
  for (size_t i = 0; ft_json_at (list, i).begin; i++) {
    access a = read_access (ft_json_at (list, i));
    add_text (title, i ? "," : "':");
    add_place (title, &a);
  }
}

// "use-after-free" in words.
static void add_kind (ft_strbuf *kind, const ft_added_finding *e,
                      const parts *p) {
  if (!ft_json_add_string (kind, p->kind) || !kind->size)
    add_text (kind, e->kind);
  for (size_t i = 0; i < kind->size; i++)
    if (kind->text[i] == '-')
      kind->text[i] = ' ';
}

// Whether the list has two accesses and nothing else.
static bool read_pair (ft_json_slice list, access pair[2]) {
  ft_json_cursor c = {list.begin, list.end, false};
  ft_json_slice value = {0};
  size_t n = 0;
  if (!ft_json_enter (&c, '['))
    return false;
  while (n < 2 && ft_json_element (&c, &n)) {
    ft_json_copy (&c, &value, NULL);
    pair[n - 1] = read_access (value);
  }
  return n == 2 && !ft_json_element (&c, &n);
}

// "use after free on 'q->v': read at a.c:3, free at b.c:7"; of a failure its text,
// "failed assertion by T1 at a.c:30".  False: there is no pair of accesses.
static bool add_title (ft_strbuf *title, const char *kind, const parts *p) {
  access pair[2] = {{{0}}};
  if (!p->pair.begin && ft_json_add_string (title, p->text) && title->size)
    return true;
  add_text (title, kind);
  if (!p->pair.begin) {
    add_blocked (title, p->blocked);
    return true;
  }
  bool fine = read_pair (p->pair, pair);
  for (int i = 0; i < 2; i++)
    fine = fine && is_string (pair[i].op) && is_string (pair[i].variable);
  add_text (title, " on '");
  add_string (title, "", is_string (p->title) ? p->title : pair[0].variable);
  add_text (title, "':");
  add_place (title, pair);
  add_text (title, ",");
  add_place (title, pair + 1);
  return fine;
}

static void add_separator (ft_strbuf *out) {
  ft_strbuf_add_bytes (out, out->size ? "," : "{", 1);
}

// The part that a member is; NULL: one that is not looked at.
static ft_json_slice *part_of (parts *p, ft_json_slice name) {
  return ft_json_is (name, "kind")      ? &p->kind
         : ft_json_is (name, "title")   ? &p->title
         : ft_json_is (name, "text")    ? &p->text
         : ft_json_is (name, "pair")    ? &p->pair
         : ft_json_is (name, "blocked") ? &p->blocked
                                        : NULL;
}

// The finding as it is kept: without its schedule, which is of that recording, and with the
// worst consequence that these reports have.
static parts add_document (ft_strbuf *out, const ft_added_finding *e) {
  ft_json_cursor c = {e->text.text, e->text.text + e->text.size, false};
  ft_json_slice name;
  parts p = {0};
  size_t n = 0;
  if (ft_json_enter (&c, '{'))
    while (ft_json_member (&c, &n, &name)) {
      ft_json_slice value, *part = part_of (&p, name);
      if (ft_json_is (name, "witness") || ft_json_is (name, "consequence")) {
        ft_json_copy (&c, &value, NULL);
        continue;
      }
      add_separator (out);
      ft_strbuf_add_bytes (out, name.begin - 1, (size_t)(name.end - name.begin) + 2);
      ft_strbuf_add_bytes (out, ":", 1);
      ft_json_copy (&c, &value, out);
      if (part)
        *part = value;
    }
  if (e->consequence.size) {
    ft_json_slice worst = {e->consequence.text,
                           e->consequence.text + e->consequence.size};
    add_separator (out);
    add_text (out, "\"consequence\":");
    ft_json_add_compact (out, worst);
  }
  ft_strbuf_add_bytes (out, out->size ? "}" : "{}", out->size ? 1 : 2);
  return p;
}

static bool insert (ft_additions *b, ft_added_finding *e, ft_error *error) {
  bool fine = ft_database_finish (
      b->database,
      ft_database_ask (
          b->database, error,
          "INSERT INTO finding (fingerprint, kind, title, class, document,"
          " first_seen, last_seen, state, reason, changed, leader)"
          " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
          "sssssiissis", e->fingerprint, ft_strbuf_text (&b->kind),
          ft_strbuf_text (&b->title),
          *e->class ? e->class : NULL, ft_strbuf_text (&b->document), e->first, e->last,
          ft_finding_states[e->state],
          e->state == FT_FINDING_SUPPRESSED ? "by a rule of the check" : NULL, e->changed,
          *e->leader ? e->leader : NULL),
      error);
  e->id = sqlite3_last_insert_rowid (b->database->handle);
  return fine;
}

static bool update (ft_additions *b, const ft_added_finding *e, ft_error *error) {
  return ft_database_finish (
      b->database,
      ft_database_ask (
          b->database, error,
          "UPDATE finding SET title = ?2, class = ?3,"
          " document = CASE WHEN ?9 THEN json_patch (?4, json_object"
          "  ('consequence', json_extract (document, '$.consequence')))"
          "  ELSE ?4 END,"
          " first_seen = ?5, last_seen = ?6, state = ?7, leader = ?10,"
          " changed = CASE WHEN state = ?7 THEN changed ELSE ?8 END"
          " WHERE id = ?1",
          "isssiisiis", e->id, ft_strbuf_text (&b->title), *e->class ? e->class : NULL,
          ft_strbuf_text (&b->document),
          e->first, e->last, ft_finding_states[e->state], e->changed,
          (int64_t)e->kept, *e->leader ? e->leader : NULL),
      error);
}

static bool log_change (ft_additions *b, const ft_added_finding *e, enum ft_finding_state state,
                        int64_t time, ft_error *error) {
  return ft_database_finish (
      b->database,
      ft_database_ask (b->database, error,
                       "INSERT INTO change (fingerprint, time, state)"
                       " VALUES (?1, ?2, ?3)",
                       "sis", e->fingerprint, time, ft_finding_states[state]),
      error);
}

static bool write_entry (ft_additions *b, ft_added_finding *e, ft_error *error) {
  b->kind.size = b->title.size = b->document.size = 0;
  parts p = add_document (&b->document, e);
  add_kind (&b->kind, e, &p);
  if (!add_title (&b->title, ft_strbuf_text (&b->kind), &p))
    return ft_additions_wrong (b->paths.begin[e->path], e->number, error);
  bool fresh = !e->id;
  bool fine = fresh ? insert (b, e, error) : update (b, e, error);
  if (fine && fresh && e->state == FT_FINDING_KNOWN)
    fine = log_change (b, e, FT_FINDING_NEW, e->first, error);
  if (fine && (fresh || e->state != e->before))
    fine = log_change (b, e, e->state, e->changed, error);
  return fine;
}

// By the number of the finding in the database.
static int compare_sightings (const void *x, const void *y, void *context) {
  const ft_added_sighting *a = x, *b = y;
  const ft_added_finding *entries = context;
  int64_t i = entries[a->entry].id, k = entries[b->entry].id;
  return i != k ? (i > k) - (i < k)
                : (a->report > b->report) - (a->report < b->report);
}

static bool write_sightings (ft_additions *b, ft_error *error) {
  bool fine = true;
  if (b->sightings.size)
    qsort_r (b->sightings.begin, b->sightings.size, sizeof *b->sightings.begin,
             compare_sightings, b->entries.begin);
  for (size_t i = 0; fine && i < b->sightings.size; i++) {
    const ft_added_sighting *s = b->sightings.begin + i;
    fine = ft_database_finish (
        b->database,
        ft_database_ask (b->database, error,
                         "INSERT OR IGNORE INTO sighting (finding, report, confirmed,"
                         " saw) VALUES (?1, ?2, ?3, ?4)",
                         "iiis", b->entries.begin[s->entry].id, s->report,
                         (int64_t)s->confirmed, s->class),
        error);
  }
  return fine;
}

static int compare_entries (const void *x, const void *y) {
  const ft_added_finding *const *a = x, *const *b = y;
  return strcmp ((*a)->fingerprint, (*b)->fingerprint);
}

// By fingerprint, so that the indices of the tables are filled in their order.
static bool write_entries (ft_additions *b, ft_error *error) {
  size_t size = b->entries.size;
  ft_added_finding **sorted = FT_ARRAY (ft_added_finding *, size + 1);
  bool fine = true;
  for (size_t i = 0; i < size; i++)
    sorted[i] = b->entries.begin + i;
  qsort (sorted, size, sizeof *sorted, compare_entries);
  for (size_t i = 0; fine && i < size; i++)
    fine = write_entry (b, sorted[i], error);
  free (sorted);
  return fine;
}

bool ft_additions_write (ft_additions *b, ft_error *error) {
  bool fine = write_entries (b, error) && write_sightings (b, error);
  ft_additions_clear (b);
  b->empty = false;
  return fine;
}
