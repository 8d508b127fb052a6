// The modules of a recorded run: which program or shared library each function
// is in, from the file 'modules', and where they have their variables, from the
// file 'libraries' (see 'runtime/wire.h').

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

// Read digits up to a blank.
static bool read_number (ft_cursor *line, uint64_t *number) {
  ft_span digits;
  if (!ft_cursor_until (line, ' ', &digits) || !ft_span_is_digits (digits) ||
      digits.size > 18)
    return false;
  *number = 0;
  for (size_t i = 0; i < digits.size; i++)
    *number = *number * 10 + (uint64_t)(digits.begin[i] - '0');
  return true;
}

// Parse a line "OFFSET PATH" without its end.
static bool parse (ft_run_code *c, ranges *all, ft_cursor line,
                   const char *path, ft_error *error) {
  uint64_t number = all->size + 1, from = 0;
  ft_span rest;
  if (!read_number (&line, &from))
    return expected (path, number, "an offset and a path", error);
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

// ---- libraries --------------------------------------------------------------

static int library_by_address (const void *a, const void *b) {
  const ft_run_library *p = a, *q = b;
  return p->first < q->first ? -1 : p->first > q->first;
}

// Parse a line "ADDRESS BYTES ACCESS PATH" without its end.
static bool parse_library (ft_run_code *c, ft_cursor line) {
  uint64_t from, bytes;
  ft_span access;
  if (!read_number (&line, &from) || !read_number (&line, &bytes) || !bytes ||
      bytes > UINT64_MAX - from || !ft_cursor_until (&line, ' ', &access) ||
      access.size != 1)
    return false;
  ft_span rest = ft_cursor_rest (&line);
  if (memchr (rest.begin, 0, rest.size))
    return false;
  char *path = ft_strndup (rest.begin, rest.size);
  FT_PUSH (c->modules, path);
  FT_PUSH (c->libraries, ((ft_run_library){from, from + bytes - 1, path,
                                           *access.begin == 'w'}));
  return true;
}

bool ft_run_code_read_libraries (ft_run_code *c, const char *path,
                                 const char *text, size_t size,
                                 ft_error *error) {
  ft_cursor all = {text, text + size};
  ft_span line;
  for (uint64_t n = 1; ft_cursor_until (&all, '\n', &line); n++)
    if (!parse_library (c, (ft_cursor){line.begin, line.begin + line.size}))
      return expected (path, n, "an address, a size, a letter and a path", error);
  if (!FT_EMPTY (c->libraries))
    qsort (c->libraries.begin, c->libraries.size, sizeof *c->libraries.begin,
           library_by_address);
  return true;
}

const ft_run_library *ft_run_code_library_at (const ft_run_code *c,
                                              uint64_t address) {
  size_t low = 0, high = c->libraries.size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (c->libraries.begin[middle].first <= address)
      low = middle + 1;
    else
      high = middle;
  }
  const ft_run_library *l = low ? c->libraries.begin + low - 1 : NULL;
  return l && l->last >= address ? l : NULL;
}

static const char *last_part (const char *path) {
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

bool ft_run_is_system_library (const char *path) {
  static const char *const names[] = {
      "libc",       "libm",      "libpthread",
      "libdl",      "librt",     "ld-linux-x86-64",
      "libstdc++",  "libgcc_s",  "libatomic",
      "libc++",     "libc++abi", "libunwind",
      "linux-vdso", NULL};
  const char *name = last_part (path), *end = strstr (name, ".so");
  size_t length = end ? (size_t)(end - name) : strlen (name);
  for (const char *const *s = names; *s; s++)
    if (strlen (*s) == length && !memcmp (*s, name, length))
      return true;
  return false;
}

static bool has_units (const ft_run_code *c, const char *module) {
  for (size_t i = 0; i < c->tables.size; i++)
    if (!strcmp (c->origins.begin[i].module, module))
      return true;
  return false;
}

enum { MOST_NAMED = 2 };

// A library has its ranges one behind the other.
void ft_run_code_add_libraries (const ft_run_code *c, ft_strbuf *to) {
  const char *last = "";
  size_t count = 0;
  for (size_t i = 0; i < c->libraries.size; i++) {
    const char *path = c->libraries.begin[i].path;
    if (!strcmp (path, last) || ft_run_is_system_library (path) ||
        has_units (c, path))
      continue;
    if (count++ < MOST_NAMED)
      ft_strbuf_add (to, "%s%.64s", count == 1 ? " (" : ", ",
                     last_part (path));
    last = path;
  }
  if (count > MOST_NAMED)
    ft_strbuf_add (to, " and %zu other%s", count - MOST_NAMED,
                   count == MOST_NAMED + 1 ? "" : "s");
  if (count)
    ft_strbuf_add (to, ")");
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
