#include "report/library_frames.h"

#include <stdlib.h>
#include <string.h>

#include "base/cxx_name.h"
#include "base/system_header.h"
#include "report/row.h"

enum { LONG_NAME = 60, MOST_NAMES = 3 };

size_t ft_library_frames_end (const ft_backtrace *b, size_t from) {
  while (from < b->size && b->frames[from].library)
    from++;
  return from;
}

// clang makes functions of the parts of an OpenMP program that it runs in other
// threads: "main.omp_outlined_debug__.1" is the second parallel region of main.
static const struct {
  const char *mark, *text;
} outlined[] = {{".omp_outlined", " [parallel region]"},
                {".omp_task_entry.", " [task]"}};

// The name of a function without clang's marks; the caller frees it.
static char *source_name (const char *name) {
  for (size_t i = 0; i < sizeof outlined / sizeof *outlined; i++) {
    const char *at = strstr (name, outlined[i].mark);
    if (!at)
      continue;
    ft_strbuf text = {0};
    if (at == name) // of tasks only
      ft_strbuf_add (&text, "task");
    else
      ft_strbuf_add (&text, "%.*s%s", (int)(at - name), name, outlined[i].text);
    return ft_strbuf_take (&text);
  }
  return ft_strdup (name);
}

static void add_brief (ft_strbuf *line, const char *name) {
  ft_strbuf brief = {0};
  int depth = 0;
  bool cut = strlen (name) > LONG_NAME;
  for (const char *at = name; *at; at++) {
    bool is_operator = at - name >= 8 && !memcmp (at - 8, "operator", 8);
    bool opens = *at == '<' && !is_operator;
    bool closes = *at == '>' && depth && at[-1] != '-';
    depth -= closes;
    if (!cut || !depth)
      ft_strbuf_add_bytes (&brief, at, 1);
    if (cut && opens && !depth)
      ft_strbuf_add (&brief, "…");
    depth += opens;
  }
  ft_row_name (line, brief.size ? ft_strbuf_text (&brief) : "?");
  ft_strbuf_release (&brief);
}

void ft_library_frames_function (ft_strbuf *line, const char *name) {
  char *text = source_name (name);
  add_brief (line, text);
  free (text);
}

// The class or function by which a programmer knows a frame, without template
// arguments if it is a class.
static void add_known (ft_strbuf *out, const char *function) {
  size_t n = ft_cxx_name_public (function);
  size_t scope = ft_cxx_name_scope (function, n);
  if (n == strlen (function) && scope > 3) // more than "std"
    n = scope;
  size_t plain = strcspn (function, "<");
  ft_strbuf_add_bytes (out, function, plain < n ? plain : n);
}

static bool has_name (const ft_strbuf *names, const char *name) {
  const char *at = strstr (ft_strbuf_text (names), name);
  size_t n = strlen (name);
  return at && (at[n] == '\0' || at[n] == ',');
}

// Adds what led from the program to a call of the program: "std::thread,
// std::function", the outermost first.
static void add_callers (ft_strbuf *out, const ft_backtrace *b, size_t from,
                         size_t to) {
  ft_strbuf names = {0};
  unsigned count = 0;
  for (size_t i = to; i-- > from && count < MOST_NAMES;) {
    ft_strbuf one = {0};
    add_known (&one, b->frames[i].function);
    if (one.size && !has_name (&names, one.text))
      ft_strbuf_add (&names, "%s%s", count++ ? ", " : "", one.text);
    ft_strbuf_release (&one);
  }
  ft_row_name (out, ft_strbuf_text (&names));
  ft_strbuf_release (&names);
}

// Adds the function that the program called: the outermost one with a name that
// a programmer could write, or else the outermost one.
static void add_called (ft_strbuf *out, const ft_backtrace *b, size_t from,
                        size_t to) {
  size_t n = 0, i = to;
  while (i-- > from && !n)
    n = ft_cxx_name_public (b->frames[i].function);
  const char *function = b->frames[n ? i + 1 : to - 1].function;
  char *name = ft_strndup (function, n ? n : strlen (function));
  ft_library_frames_function (out, name);
  free (name);
}

static const char *const system_headers = "system headers";

static const char *library_of (const char *path) {
  return ft_is_openmp_runtime (path) ? "the OpenMP runtime"
         : ft_is_rust_library (path) ? "the Rust library"
         : ft_is_cxx_header (path)   ? "the C++ library"
                                     : system_headers;
}

// The library that some of the frames are of, other than system headers.
static const char *library_of_frames (const ft_backtrace *b, size_t from,
                                      size_t to) {
  const char *library = system_headers;
  for (; from < to && library == system_headers; from++)
    library = library_of (b->frames[from].file);
  return library;
}

void ft_library_frames_add (ft_strbuf *line, const ft_backtrace *b, size_t from,
                            size_t to) {
  ft_strbuf names = {0};
  if (!from && to < b->size)
    add_called (&names, b, from, to);
  else
    add_callers (&names, b, from, to);
  ft_strbuf_add (line, "    … %zu frame%s of %s", to - from,
                 to - from == 1 ? "" : "s",
                 library_of_frames (b, from, to));
  if (names.size)
    ft_strbuf_add (line, " (%s)", names.text);
  ft_strbuf_release (&names);
}
