#include "instrument/mark_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "run/line_mark.h"

// A line of a function, which has sites.
typedef struct marked {
  uint32_t file, line, function; // strings; of the function its name
  uint64_t text;                 // hash of the line
} marked;

typedef FT_STACK (marked) lines;

static void add_line (lines *list, const ft_sites *s, uint32_t scope,
                      const ft_function *f, uint32_t line) {
  bool inlined = scope != FT_NO_ID;
  marked one = {.line = line};
  one.file = inlined ? s->inlined.begin[scope].file : f->file;
  one.function = inlined ? s->inlined.begin[scope].function : f->name;
  if (line)
    FT_PUSH (*list, one);
}

// The lines of the calls that lead to an inlined scope.
static void add_calls (lines *list, const ft_sites *s, uint32_t scope,
                       const ft_function *f) {
  while (scope != FT_NO_ID) {
    const ft_inlined *i = s->inlined.begin + scope;
    add_line (list, s, i->outer, f, i->line);
    scope = i->outer;
  }
}

static void list_lines (const ft_sites *s, lines *list) {
  for (size_t i = 0; i < s->functions.size; i++) {
    const ft_function *f = s->functions.begin + i;
    uint32_t last = FT_NO_ID;
    for (uint32_t k = f->first; k < f->first + f->count; k++) {
      const ft_site *site = s->sites.begin + k;
      add_line (list, s, site->scope, f, site->line);
      if (site->scope != last)
        add_calls (list, s, site->scope, f);
      last = site->scope;
    }
  }
}

// ---- texts -----------------------------------------------------------------

static int by_line (const void *a, const void *b) {
  const marked *p = a, *q = b;
  return p->file != q->file ? (p->file > q->file) - (p->file < q->file)
                            : (p->line > q->line) - (p->line < q->line);
}

// One function of each line stays, the first one by name, so that the mark of a line is one
// number.
static void keep_one_each (const ft_sites *s, lines *list) {
  size_t kept = 0;
  if (list->size)
    qsort (list->begin, list->size, sizeof *list->begin, by_line);
  for (size_t i = 0; i < list->size; i++) {
    marked m = list->begin[i], *last = list->begin + kept - 1;
    if (!kept || by_line (&m, last))
      list->begin[kept++] = m;
    else if (strcmp (ft_sites_text (s, m.function),
                     ft_sites_text (s, last->function)) < 0)
      *last = m;
  }
  list->size = kept;
}

// Sets the texts of some lines of one file, which are in order; returns how many the file
// has.
static size_t read_texts (const char *path, marked *begin, size_t count) {
  FILE *file = fopen (path, "re");
  char *text = NULL;
  size_t capacity = 0, done = 0;
  ssize_t length = 0;
  for (uint32_t line = 1; file && done < count &&
                          (length = getline (&text, &capacity, file)) > 0;
       line++)
    if (begin[done].line == line)
      begin[done++].text = ft_line_text_hash (text, (size_t)length);
  if (file)
    fclose (file);
  free (text);
  return done;
}

// How many lines above this one are like it; counts it.
static uint32_t count_above (ft_map *counts, const marked *m) {
  uint64_t key = m->text ^ (m->text >> 32 ^ m->function) * 0x9e3779b97f4a7c15ull;
  uint32_t *count = ft_map_at (counts, key);
  return *count = *count == FT_NO_ID ? 0 : *count + 1;
}

static void mark_file (ft_sites *s, ft_site_file *file, marked *begin,
                       size_t count) {
  size_t size = read_texts (ft_sites_text (s, file->path), begin, count);
  ft_map counts = {0};
  file->first = (uint32_t)s->marks.size;
  file->count = (uint32_t)size;
  for (const marked *m = begin; m < begin + size; m++) {
    ft_site_mark mark = {m->line,
                         ft_line_mark_of (ft_sites_text (s, m->function),
                                          m->text, count_above (&counts, m))};
    FT_PUSH (s->marks, mark);
  }
  ft_map_release (&counts);
}

void ft_mark_lines (ft_sites *s) {
  lines list = {0};
  list_lines (s, &list);
  keep_one_each (s, &list);
  for (size_t i = 0; i < s->files.size; i++) {
    ft_site_file *file = s->files.begin + i;
    size_t first = 0, end;
    while (first < list.size && list.begin[first].file < file->path)
      first++;
    for (end = first; end < list.size && list.begin[end].file == file->path;)
      end++;
    mark_file (s, file, list.begin + first, end - first);
  }
  FT_RELEASE (list);
}
