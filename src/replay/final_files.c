#include "replay/final_files.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/file_checksum.h"

enum {
  MOST_BYTES = 1 << 18, // that are kept of a file
  MOST_NAMES = 1 << 12,
  MOST_DEPTH = 16, // directories in each other
  MOST_SHOWN = 80  // bytes of a line in a report
};

void ft_final_files_release (ft_final_files *files) {
  for (size_t i = 0; i < files->size; i++) {
    free (files->begin[i].name);
    ft_strbuf_release (&files->begin[i].bytes);
  }
  FT_RELEASE (*files);
}

// ---- one file
// ----------------------------------------------------------------

typedef struct line {
  const char *text;
  size_t length;
} line;

typedef FT_STACK (line) lines;

static int compare_lines (const void *x, const void *y) {
  const line *a = x, *b = y;
  int order =
      memcmp (a->text, b->text, a->length < b->length ? a->length : b->length);
  return order ? order : (a->length > b->length) - (a->length < b->length);
}

static void split (const ft_strbuf *text, lines *to) {
  const char *at = ft_strbuf_text (text), *end = at + text->size;
  while (at < end) {
    const char *stop = memchr (at, '\n', (size_t)(end - at));
    size_t n = (size_t)((stop ? stop : end) - at);
    FT_PUSH (*to, ((line){at, n}));
    at += n + 1;
  }
  if (to->size)
    qsort (to->begin, to->size, sizeof *to->begin, compare_lines);
}

static bool is_text (const ft_final_file *f) {
  return f->size == f->bytes.size &&
         !memchr (ft_strbuf_text (&f->bytes), 0, f->bytes.size);
}

static uint64_t digest_lines (const ft_strbuf *text) {
  lines all = {0};
  ft_strbuf sorted = {0};
  split (text, &all);
  for (size_t i = 0; i < all.size; i++) {
    ft_strbuf_add_bytes (&sorted, all.begin[i].text, all.begin[i].length);
    ft_strbuf_add_bytes (&sorted, "\n", 1);
  }
  uint64_t digest = ft_checksum (ft_strbuf_text (&sorted), sorted.size);
  ft_strbuf_release (&sorted);
  FT_RELEASE (all);
  return digest;
}

static void read_bytes (const char *path, ft_strbuf *to) {
  FILE *file = fopen (path, "re");
  char *bytes = FT_ARRAY (char, MOST_BYTES);
  size_t n = file ? fread (bytes, 1, MOST_BYTES, file) : 0;
  ft_strbuf_add_bytes (to, bytes, n);
  if (file)
    fclose (file);
  free (bytes);
}

static void read_link (const char *path, ft_strbuf *to) {
  char target[PATH_MAX];
  ssize_t n = readlink (path, target, sizeof target);
  ft_strbuf_add_bytes (to, target, n > 0 ? (size_t)n : 0);
}

// The file at a path, without a name.
static ft_final_file look (const char *path) {
  ft_final_file f = {.kind = 'a', .digest = ft_checksum ("", 0)};
  struct stat status;
  if (lstat (path, &status))
    return f;
  f.kind = S_ISREG (status.st_mode)   ? 'f'
           : S_ISDIR (status.st_mode) ? 'd'
           : S_ISLNK (status.st_mode) ? 'l'
                                      : 'o';
  if (f.kind == 'l')
    read_link (path, &f.bytes);
  if (f.kind != 'f') {
    f.digest = ft_checksum (ft_strbuf_text (&f.bytes), f.bytes.size);
    return f;
  }
  f.size = (uint64_t)status.st_size;
  f.mode = status.st_mode & 07777;
  read_bytes (path, &f.bytes);
  if (is_text (&f))
    f.digest = digest_lines (&f.bytes);
  else
    ft_checksum_file (path, &f.digest);
  return f;
}

static bool is_same (const ft_final_file *a, const ft_final_file *b) {
  return a->kind == b->kind && a->digest == b->digest;
}

// ---- all files of a replay
// -----------------------------------------------------

// A line of DIR/files/list or DIR/overlay/list; see runtime/overlay.h.
typedef struct entry {
  char was;
  unsigned number;
  const char *path;
} entry;

typedef struct search {
  ft_final_files *to;
  const char *recording, *replay, *directory;
} search;

static char *in_directory (const char *a, const char *b, const char *c) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/%s%s%s", a, b, c ? "/" : "", c ? c : "");
  return ft_strbuf_take (&path);
}

static char *numbered (const char *run, const char *place, unsigned number) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/%s/%u", run, place, number);
  return ft_strbuf_take (&path);
}

static const char *name_of (const search *s, const char *path) {
  size_t n = s->directory ? strlen (s->directory) : 0;
  bool below = n && !strncmp (path, s->directory, n) && path[n] == '/';
  return below ? path + n + 1 : path;
}

static void keep (search *s, const char *path, ft_final_file file) {
  file.name = ft_strdup (name_of (s, path));
  if (s->to->size < MOST_NAMES && !strchr (path, '\n'))
    FT_PUSH (*s->to, file);
  else {
    free (file.name);
    ft_strbuf_release (&file.bytes);
  }
}

// Keeps the files below a directory that the replay has made, or moved here.
static void keep_below (search *s, const char *place, const char *path,
                        unsigned depth) {
  DIR *directory = depth < MOST_DEPTH ? opendir (place) : NULL;
  for (struct dirent *e; directory && (e = readdir (directory));) {
    if (!strcmp (e->d_name, ".") || !strcmp (e->d_name, ".."))
      continue;
    char *from = in_directory (place, e->d_name, NULL);
    char *name = in_directory (path, e->d_name, NULL);
    ft_final_file file = look (from);
    file.before = 'a';
    if (file.kind == 'd')
      keep_below (s, from, name, depth + 1);
    keep (s, name, file);
    free (from);
    free (name);
  }
  if (directory)
    closedir (directory);
}

static ft_final_file look_before (const search *s, const entry *e) {
  ft_final_file none = {.kind = e->was, .digest = ft_checksum ("", 0)};
  if (e->was == 'a' || e->was == 'd')
    return none;
  char *kept = numbered (s->recording, "files", e->number);
  ft_final_file before = look (e->was == 'o' ? e->path : kept);
  free (kept);
  return before;
}

static void keep_changed (search *s, const entry *e) {
  char *place = numbered (s->replay, "overlay", e->number);
  ft_final_file before = look_before (s, e), now = look (place);
  if (now.kind == 'd')
    keep_below (s, place, e->path, 0);
  if (is_same (&before, &now))
    ft_strbuf_release (&now.bytes);
  else {
    now.before = before.kind;
    keep (s, e->path, now);
  }
  ft_strbuf_release (&before.bytes);
  free (place);
}

static void read_list (search *s) {
  char *list = in_directory (s->replay, "overlay", "list"), *text = NULL;
  FILE *file = fopen (list, "re");
  size_t size = 0;
  for (ssize_t n; file && (n = getline (&text, &size, file)) > 0;) {
    entry e = {.was = text[0]};
    int at = 0;
    if (text[n - 1] == '\n')
      text[n - 1] = 0;
    if (sscanf (text, "%*c %u %n", &e.number, &at) != 1 || text[at] != '/')
      continue;
    e.path = text + at;
    keep_changed (s, &e);
  }
  if (file)
    fclose (file);
  free (text);
  free (list);
}

static void read_sent (search *s) {
  DIR *directory = opendir (s->replay);
  for (struct dirent *e; directory && (e = readdir (directory));) {
    if (strncmp (e->d_name, "sent-", 5))
      continue;
    char *path = in_directory (s->replay, e->d_name, NULL);
    ft_strbuf name = {0};
    ft_final_file file = look (path);
    ft_strbuf_add (&name, "descriptor %s", e->d_name + 5);
    file.kind = 's';
    keep (s, ft_strbuf_text (&name), file);
    ft_strbuf_release (&name);
    free (path);
  }
  if (directory)
    closedir (directory);
}

static int compare_names (const void *a, const void *b) {
  return strcmp (((const ft_final_file *)a)->name,
                 ((const ft_final_file *)b)->name);
}

void ft_final_files_read (ft_final_files *files, const char *recording,
                          const char *replay, const char *directory) {
  search s = {files, recording, replay, directory};
  read_list (&s);
  read_sent (&s);
  if (files->size)
    qsort (files->begin, files->size, sizeof *files->begin, compare_names);
}

void ft_final_files_list (const ft_final_files *files, ft_strbuf *out) {
  for (size_t i = 0; i < files->size; i++)
    ft_strbuf_add (out, "%s=%c%04o%016" PRIx64 "\n", files->begin[i].name,
                   files->begin[i].kind, files->begin[i].mode,
                   files->begin[i].digest);
}

// ---- differences
// ---------------------------------------------------------------

static const ft_final_file *find (const ft_final_files *files,
                                  const char *name) {
  for (size_t i = 0; i < files->size; i++)
    if (!strcmp (files->begin[i].name, name))
      return files->begin + i;
  return NULL;
}

static void add_place (ft_strbuf *out, const ft_final_file *f, uint64_t at) {
  ft_strbuf_add (out, " at byte %" PRIu64 " %s %s", at,
                 f->kind == 's' ? "to" : "of", f->name);
}

// The first line that the other text has not, or has less often; both are
// sorted.
static const line *line_beside (const lines *own, const lines *other) {
  size_t k = 0;
  for (size_t i = 0; i < own->size; i++) {
    while (k < other->size &&
           compare_lines (other->begin + k, own->begin + i) < 0)
      k++;
    if (k == other->size || compare_lines (other->begin + k, own->begin + i))
      return own->begin + i;
    k++;
  }
  return NULL;
}

static void add_text (ft_strbuf *out, const ft_final_file *own,
                      const ft_strbuf *beside) {
  lines a = {0}, b = {0};
  split (&own->bytes, &a);
  split (beside, &b);
  const line *l = line_beside (&a, &b);
  if (l) {
    size_t n = l->length < MOST_SHOWN ? l->length : MOST_SHOWN;
    ft_strbuf_add (out, "'%.*s%s'", (int)n, l->text, n < l->length ? "…" : "");
    add_place (out, own, (uint64_t)(l->text - ft_strbuf_text (&own->bytes)));
  } else
    ft_strbuf_add (out, "nothing more %s %s", own->kind == 's' ? "to" : "in",
                   own->name);
  FT_RELEASE (a);
  FT_RELEASE (b);
}

static void add_bytes (ft_strbuf *out, const ft_final_file *own,
                       const ft_strbuf *beside) {
  const unsigned char *a = (const void *)ft_strbuf_text (&own->bytes);
  const unsigned char *b = (const void *)ft_strbuf_text (beside);
  size_t at = 0;
  while (at < own->bytes.size && at < beside->size && a[at] == b[at])
    at++;
  if (at < own->bytes.size) {
    ft_strbuf_add (out, "0x%02x", a[at]);
    add_place (out, own, at);
  } else if (own->size > at)
    ft_strbuf_add (out, "other bytes behind byte %zu of %s", at, own->name);
  else
    ft_strbuf_add (out, "%" PRIu64 " bytes %s %s", own->size,
                   own->kind == 's' ? "to" : "in", own->name);
}

void ft_final_files_add_difference (ft_strbuf *out, const ft_final_files *own,
                                    const ft_final_files *other,
                                    const char *name) {
  static const ft_strbuf nothing;
  const ft_final_file *a = find (own, name), *b = find (other, name);
  const ft_strbuf *beside = b ? &b->bytes : &nothing;
  if (!a && b && b->kind == 's')
    ft_strbuf_add (out, "sends nothing to %s", name);
  else if (a ? a->kind == 'a' : b && b->before == 'a')
    ft_strbuf_add (out, "leaves no %s", name);
  else if (!a)
    ft_strbuf_add (out, "leaves %s as it was", name);
  else if (b && is_same (a, b))
    ft_strbuf_add (out, "leaves %s with mode %04o", name, a->mode);
  else if (a->kind == 'f' || a->kind == 's') {
    ft_strbuf_add (out, a->kind == 's' ? "sends " : "leaves ");
    if (is_text (a) && (!b || b->size == beside->size))
      add_text (out, a, beside);
    else
      add_bytes (out, a, beside);
  } else
    ft_strbuf_add (out, "leaves %s%s as %s %s",
                   a->kind == 'l' ? "the link " : "", name,
                   a->kind == 'd'   ? "a directory"
                   : a->kind == 'l' ? "one to"
                                    : "something else",
                   a->kind == 'l' ? ft_strbuf_text (&a->bytes) : "");
}
