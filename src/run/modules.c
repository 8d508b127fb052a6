// The modules of a recorded run: which program or shared library each function
// is in, from the file 'modules' (see 'runtime/wire.h').

#include <stdlib.h>
#include <string.h>

#include "base/cursor.h"
#include "run/run_code.h"

typedef struct range { // of units, by their offset in the file 'objects'
  uint64_t from;
  const char *path;
} range;

typedef FT_STACK (range) ranges;

static bool expected (const char *path, uint64_t line, const char *what,
                      ft_error *error) {
  ft_error_at_line (error, path, line, "expected %s", what);
  return false;
}

// Parse a line "OFFSET PATH" without its end.
static bool parse (ft_run_code *c, ranges *all, ft_cursor line,
                   const char *path, ft_error *error) {
  uint64_t number = all->size + 1, from = 0;
  ft_span digits, rest;
  if (!ft_cursor_until (&line, ' ', &digits) || !ft_span_is_digits (digits) ||
      digits.size > 18)
    return expected (path, number, "an offset and a path", error);
  for (size_t i = 0; i < digits.size; i++)
    from = from * 10 + (uint64_t)(digits.begin[i] - '0');
  if (all->size && from <= FT_TOP (*all).from)
    return expected (path, number, "an offset beyond that of the line before",
                     error);
  rest = ft_cursor_rest (&line);
  if (memchr (rest.begin, 0, rest.size))
    return expected (path, number, "a path without NUL bytes", error);
  FT_PUSH (c->modules, ft_strndup (rest.begin, rest.size));
  FT_PUSH (*all, ((range){from, FT_TOP (c->modules)}));
  return true;
}

static bool parse_all (ft_run_code *c, ranges *all, const char *path,
                       ft_cursor text, ft_error *error) {
  ft_span line;
  while (ft_cursor_until (&text, '\n', &line))
    if (!parse (c, all, (ft_cursor){line.begin, line.begin + line.size}, path,
                error))
      return false;
  return true;
}

// The last range that begins at or before the offset.
static const char *module_at (const ranges *all, uint64_t offset) {
  size_t low = 0, high = all->size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (all->begin[middle].from <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? all->begin[low - 1].path : "";
}

static void assign (ft_run_code *c, const ranges *all) {
  for (size_t i = 0; i < c->objects.size; i++) {
    const ft_run_unit *o = c->objects.begin + i;
    const char *module = module_at (all, o->offset);
    for (uint32_t k = 0; k < o->count; k++)
      c->functions.begin[o->function + k].module = module;
  }
  for (size_t i = 0; i < c->origins.size; i++)
    c->origins.begin[i].module = module_at (all, c->origins.begin[i].offset);
}

bool ft_run_code_read_modules (ft_run_code *c, const char *path,
                               const char *text, size_t size, ft_error *error) {
  ranges all = {0};
  bool fine = parse_all (c, &all, path, (ft_cursor){text, text + size}, error);
  if (fine)
    assign (c, &all);
  FT_RELEASE (all);
  return fine;
}

// ---- notes of uninstrumented code -----------------------------------------

static bool is_noted (const ft_run_code *c, const char *module) {
  for (size_t i = 0; i < c->tables.size; i++)
    if (c->tables.begin[i]->what != FT_TABLE_UNIT &&
        !strcmp (c->origins.begin[i].module, module))
      return true;
  return false;
}

void ft_run_code_find_uninstrumented (ft_run_code *c) {
  const char *noted = NULL; // the last module that was looked up
  for (size_t i = 0; i < c->tables.size; i++) {
    uint8_t what = c->tables.begin[i]->what;
    const char *module = c->origins.begin[i].module;
    if (what == FT_TABLE_NOTE_ANY)
      c->uninstrumented = FT_UNINSTRUMENTED_ANY;
    if (what == FT_TABLE_NOTE_UNINSTRUMENTED &&
        c->uninstrumented == FT_UNINSTRUMENTED_NONE)
      c->uninstrumented = FT_UNINSTRUMENTED_NAMED;
    if (what != FT_TABLE_UNIT || (noted && !strcmp (noted, module)))
      continue;
    noted = module;
    if (!is_noted (c, module)) {
      c->uninstrumented = FT_UNINSTRUMENTED_ANY;
      c->unnoted = module;
    }
  }
}
