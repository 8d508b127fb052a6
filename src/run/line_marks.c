#include "run/line_marks.h"

#include <ctype.h>
#include <string.h>

#include "base/hash.h"
#include "base/strbuf.h"
#include "run/location_names.h"
#include "run/run.h"
#include "run/line_mark.h"

// By "file.c:12", as locations name the line; of a line that two units compile
// differently, the mark of the first one.
struct ft_line_marks {
  ft_intern lines;
  FT_STACK (uint32_t) marks; // parallel
};

static void add_file (ft_line_marks *m, const ft_location_names *names,
                      const ft_sites *table, const ft_site_file *file) {
  const char *name =
      ft_location_names_file (names, ft_sites_text (table, file->path));
  for (uint32_t i = file->first; i < file->first + file->count; i++) {
    const ft_site_mark *mark = table->marks.begin + i;
    ft_strbuf line = {0};
    ft_strbuf_add (&line, "%s:%u", name, mark->line);
    if (ft_intern_add (&m->lines, ft_strbuf_text (&line), line.size) ==
        m->marks.size)
      FT_PUSH (m->marks, mark->mark);
    ft_strbuf_release (&line);
  }
}

ft_line_marks *ft_line_marks_read (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_run *run = ft_run_open_code (path, &error);
  if (!run)
    return NULL;
  ft_line_marks *m = FT_NEW (ft_line_marks);
  ft_location_names *names = ft_location_names_new (&run->code);
  for (size_t i = 0; i < run->code.tables.size; i++) {
    const ft_sites *table = run->code.tables.begin[i];
    for (size_t k = 0; k < table->files.size; k++)
      add_file (m, names, table, table->files.begin + k);
  }
  ft_location_names_free (names);
  ft_run_free (run);
  return m;
}

void ft_line_marks_free (ft_line_marks *m) {
  if (!m)
    return;
  ft_intern_release (&m->lines);
  FT_RELEASE (m->marks);
  free (m);
}

// The end of "file.c:12" in "file.c:12:3" and the like.
static const char *end_of_line (const char *begin, const char *end) {
  const char *colon = begin;
  for (const char *at = begin; at + 1 < end; at++)
    if (*at == ':' && isdigit ((unsigned char)at[1])) {
      colon = at + 1;
      break;
    }
  while (colon < end && isdigit ((unsigned char)*colon))
    colon++;
  return colon;
}

static uint64_t mark_of (const ft_line_marks *m, const char *begin,
                         const char *end) {
  const char *stop = end_of_line (begin, end);
  ft_id id = ft_intern_find (&m->lines, begin, (size_t)(stop - begin));
  return id == FT_NO_ID ? 0 : m->marks.begin[id];
}

uint64_t ft_line_marks_at (const ft_line_marks *m, const char *location) {
  const char *inner = strstr (location, " ("), *end = strchr (location, 0);
  if (!m)
    return 0;
  uint64_t mark = mark_of (m, location, inner ? inner : end);
  return inner && mark
             ? mark << FT_LINE_MARK_BITS ^ mark_of (m, inner + 2, end)
             : mark;
}

bool ft_line_marks_any (const ft_line_marks *m, uint64_t mark,
                        bool (*is_wanted) (void *context, const char *line), void *context) {
  for (ft_id id = 0; m && id < m->marks.size; id++)
    if (m->marks.begin[id] == mark && is_wanted (context, ft_intern_name (&m->lines, id)))
      return true;
  return false;
}
