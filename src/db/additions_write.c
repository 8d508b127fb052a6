// What a database gets of the reports that were added.
#include <stdlib.h>
#include <string.h>

#include "db/additions.h"
#include "results/json_cursor.h"

static void add_member (ft_strbuf *title, ft_json_slice object,
                        const char *before, const char *name) {
  ft_json_slice value = ft_json_find (object, name);
  if (!value.begin || *value.begin != '"')
    return;
  ft_strbuf_add (title, "%s", before);
  ft_json_add_string (title, value);
}

static bool is_string (ft_json_slice object, const char *name) {
  ft_json_slice value = ft_json_find (object, name);
  return value.begin && *value.begin == '"';
}

static void add_place (ft_strbuf *title, ft_json_slice access) {
  add_member (title, access, " ", "op");
  add_member (title, access, " at ", "location");
}

// " of 'a', 'b': acquire at a.c:3, acquire at a.c:9", of the acquires of a deadlock.
static void add_blocked (ft_strbuf *title, ft_json_slice list) {
  if (!list.begin || *list.begin != '[')
    return;
  for (size_t i = 0; ft_json_at (list, i).begin; i++) {
    add_member (title, ft_json_at (list, i), i ? "', '" : " of '", "variable");
  }
  for (size_t i = 0; ft_json_at (list, i).begin; i++) {
    ft_strbuf_add (title, i ? "," : "':");
    add_place (title, ft_json_at (list, i));
  }
}

// "use-after-free" in words.
static char *kind_of (const ft_added_finding *e, ft_json_slice finding) {
  ft_strbuf kind = {0};
  if (!ft_json_add_string (&kind, ft_json_find (finding, "kind")) || !kind.size)
    ft_strbuf_add (&kind, "%s", e->kind);
  for (size_t i = 0; i < kind.size; i++)
    if (kind.text[i] == '-')
      kind.text[i] = ' ';
  return ft_strbuf_take (&kind);
}

// "use after free on 'q->v': read at a.c:3, free at b.c:7"; of a failure its text,
// "failed assertion by T1 at a.c:30".  NULL: there is no pair of accesses.
static char *title_of (const char *kind, ft_json_slice finding) {
  ft_json_slice pair = ft_json_find (finding, "pair");
  ft_json_slice one = ft_json_at (pair, 0), other = ft_json_at (pair, 1);
  ft_strbuf title = {0};
  if (!pair.begin && ft_json_add_string (&title, ft_json_find (finding, "text")) &&
      title.size)
    return ft_strbuf_take (&title);
  ft_strbuf_add (&title, "%s", kind);
  if (!pair.begin) {
    add_blocked (&title, ft_json_find (finding, "blocked"));
    return ft_strbuf_take (&title);
  }
  bool fine = is_string (one, "op") && is_string (one, "variable") &&
              is_string (other, "op") && is_string (other, "variable") &&
              !ft_json_at (pair, 2).begin;
  ft_strbuf_add (&title, " on '");
  bool named = is_string (finding, "title");
  add_member (&title, named ? finding : one, "", named ? "title" : "variable");
  ft_strbuf_add (&title, "':");
  add_place (&title, one);
  ft_strbuf_add (&title, ",");
  add_place (&title, other);
  if (fine)
    return ft_strbuf_take (&title);
  ft_strbuf_release (&title);
  return NULL;
}

static void add_separator (ft_strbuf *out) {
  ft_strbuf_add_bytes (out, out->size ? "," : "{", 1);
}

// The finding as it is kept: without its schedule, which is of that recording, and with the
// worst consequence that these reports have.
static char *document_of (const ft_added_finding *e, ft_json_slice finding) {
  ft_json_cursor c = {finding.begin, finding.end, false};
  ft_json_slice name, value;
  ft_strbuf out = {0};
  size_t n = 0;
  if (ft_json_enter (&c, '{'))
    while (ft_json_member (&c, &n, &name)) {
      ft_json_skip (&c, &value);
      if (ft_json_is (name, "witness") || ft_json_is (name, "consequence"))
        continue;
      add_separator (&out);
      ft_json_add_compact (&out, (ft_json_slice){name.begin - 1, value.end});
    }
  if (e->consequence.size) {
    ft_json_slice worst = {e->consequence.text,
                           e->consequence.text + e->consequence.size};
    add_separator (&out);
    ft_strbuf_add (&out, "\"consequence\":");
    ft_json_add_compact (&out, worst);
  }
  ft_strbuf_add_bytes (&out, out.size ? "}" : "{}", out.size ? 1 : 2);
  return ft_strbuf_take (&out);
}

static bool insert (ft_additions *b, ft_added_finding *e, const char *kind, const char *title,
                    const char *document, ft_error *error) {
  bool fine = ft_database_finish (
      b->database,
      ft_database_ask (
          b->database, error,
          "INSERT INTO finding (fingerprint, kind, title, class, document,"
          " first_seen, last_seen, state, reason, changed, leader)"
          " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
          "sssssiissis", e->fingerprint, kind, title,
          *e->class ? e->class : NULL, document, e->first, e->last,
          ft_finding_states[e->state],
          e->state == FT_FINDING_SUPPRESSED ? "by a rule of the check" : NULL, e->changed,
          *e->leader ? e->leader : NULL),
      error);
  e->id = sqlite3_last_insert_rowid (b->database->handle);
  return fine;
}

static bool update (ft_additions *b, const ft_added_finding *e, const char *title,
                    const char *document, ft_error *error) {
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
          "isssiisiis", e->id, title, *e->class ? e->class : NULL, document,
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
  ft_json_slice finding = {e->text.text, e->text.text + e->text.size};
  char *kind = kind_of (e, finding), *title = title_of (kind, finding);
  char *document = document_of (e, finding);
  bool fresh = !e->id;
  bool fine =
      title ? true
            : ft_additions_wrong (ft_strbuf_text (&e->path), e->number, error);
  if (fine)
    fine = fresh ? insert (b, e, kind, title, document, error)
                 : update (b, e, title, document, error);
  if (fine && fresh && e->state == FT_FINDING_KNOWN)
    fine = log_change (b, e, FT_FINDING_NEW, e->first, error);
  if (fine && (fresh || e->state != e->before))
    fine = log_change (b, e, e->state, e->changed, error);
  free (kind);
  free (title);
  free (document);
  return fine;
}

static int compare_sightings (const void *x, const void *y) {
  const ft_added_sighting *a = x, *b = y;
  return a->entry != b->entry     ? (a->entry > b->entry) - (a->entry < b->entry)
         : (a->report > b->report) - (a->report < b->report);
}

static bool write_sightings (ft_additions *b, ft_error *error) {
  bool fine = true;
  if (b->sightings.size)
    qsort (b->sightings.begin, b->sightings.size, sizeof *b->sightings.begin,
           compare_sightings);
  for (size_t i = 0; fine && i < b->sightings.size; i++) {
    const ft_added_sighting *s = b->sightings.begin + i;
    fine = ft_database_finish (
        b->database,
        ft_database_ask (b->database, error,
                         "INSERT OR IGNORE INTO sighting VALUES (?1, ?2, ?3)",
                         "iii", b->entries.begin[s->entry].id, s->report,
                         (int64_t)s->confirmed),
        error);
  }
  return fine;
}

bool ft_additions_write (ft_additions *b, ft_error *error) {
  bool fine = true;
  for (size_t i = 0; fine && i < b->entries.size; i++)
    fine = write_entry (b, b->entries.begin + i, error);
  fine = fine && write_sightings (b, error);
  ft_additions_clear (b);
  return fine;
}
