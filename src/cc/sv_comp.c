#include "cc/sv_comp.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- word size -------------------------------------------------------------

int ft_sv_comp_drop_word_size (const ft_cc_driver *d, int argc, char **argv) {
  int n = 0;
  for (int i = 0; i < argc; i++)
    if (!strcmp (argv[i], "-m32"))
      ft_cc_warn (d, "-m32: the program is compiled with 64 bits (LP64)");
    else if (strcmp (argv[i], "-m64"))
      argv[n++] = argv[i];
  return n;
}

// ---- preprocessed declarations ----------------------------------------------

// The C library's types of pthreads are unions with an array of their size,
//     char __size[24];
// which a source that was preprocessed for 32 bits has too short: functions of
// the library would write behind the object.  All unions of that form get the
// size that the largest type has here.
enum { LARGEST = 56, MOST_DIGITS = 4 };
#define LARGEST_TEXT "56"

static const char *behind_blanks (const char *at) {
  while (isspace ((unsigned char)*at))
    at++;
  return at;
}

// The number of an array's elements, if it is too small; NULL: it is not.
static const char *small_size (const char *text, size_t *length) {
  const char *at = behind_blanks (text);
  if (*at != '[')
    return NULL;
  at = behind_blanks (at + 1);
  *length = strspn (at, "0123456789");
  return *length && *length <= MOST_DIGITS && strtoul (at, NULL, 10) < LARGEST
             ? at
             : NULL;
}

// gcc's attribute may name the function that frees, "__malloc__ (free, 1)",
// which clang refuses.  Its arguments, NULL if there are none.
static const char *arguments (const char *text, size_t *length) {
  const char *at = behind_blanks (text),
             *end = *at == '(' ? strchr (at, ')') : NULL;
  *length = end ? (size_t)(end + 1 - at) : 0;
  return end ? at : NULL;
}

typedef struct replacement {
  const char *behind; // the text that it follows
  const char *(*find) (const char *text, size_t *length);
  const char *by;
} replacement;

static const replacement replacements[] = {
    {"char __size", small_size, LARGEST_TEXT},
    {"__malloc__", arguments, ""},
};

// The first replacement in the text, and what it replaces; NULL: none.
static const char *find_next (const char *text, size_t *length,
                              const char **by) {
  const char *found = NULL;
  for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++) {
    const replacement *r = replacements + i;
    for (const char *at = text; (at = strstr (at, r->behind)); at++) {
      size_t n;
      const char *what = r->find (at + strlen (r->behind), &n);
      if (!what)
        continue;
      if (!found || what < found) {
        found = what;
        *length = n;
        *by = r->by;
      }
      break;
    }
  }
  return found;
}

static void fit (const char *text, ft_strbuf *out) {
  size_t length;
  const char *by;
  for (const char *at; (at = find_next (text, &length, &by));
       text = at + length) {
    ft_strbuf_add_bytes (out, text, (size_t)(at - text));
    ft_strbuf_add (out, "%s", by);
  }
  ft_strbuf_add (out, "%s", text);
}

// gcc's floating-point types, which clang does not know in C.  Sources that
// were preprocessed for an old compiler define them.
static const struct float_type {
  const char *name, *type;
} float_types[] = {
    {"_Float32", "float"},        {"_Float64", "double"},
    {"_Float32x", "double"},      {"_Float64x", "long double"},
    {"_Float128", "__float128"},
};

// clang expands macros in preprocessed sources, too.
static void define_float_types (const char *text, ft_strbuf *out) {
  for (size_t i = 0; i < sizeof float_types / sizeof *float_types; i++) {
    const struct float_type *f = float_types + i;
    ft_strbuf own = {0};
    ft_strbuf_add (&own, "typedef %s %s;", f->type, f->name);
    if (strstr (text, f->name) && !strstr (text, ft_strbuf_text (&own)))
      ft_strbuf_add (out, "#define %s %s\n", f->name, f->type);
    ft_strbuf_release (&own);
  }
}

static bool has_include (const char *text) {
  for (const char *at = text; (at = strchr (at, '#')); at++) {
    const char *word = at + 1 + strspn (at + 1, " \t");
    if (!strncmp (word, "include", strlen ("include")))
      return true;
  }
  return false;
}

// Some tasks have a name ".c" and no '#include' left.
static bool is_preprocessed (const char *path, const char *text) {
  const char *dot = strrchr (path, '.');
  return dot &&
         (!strcmp (dot, ".i") || (!strcmp (dot, ".c") && !has_include (text)));
}

static bool read_text (const char *path, ft_strbuf *text) {
  char part[65536];
  size_t n;
  FILE *file = fopen (path, "re");
  while (file && (n = fread (part, 1, sizeof part, file)))
    ft_strbuf_add_bytes (text, part, n);
  bool fine = file && !ferror (file) && text->size &&
              !memchr (text->text, 0, text->size);
  if (file)
    fclose (file);
  return fine;
}

// The line that names the original; quotes and backslashes are escaped.
static void add_line_marker (const char *source, ft_strbuf *out) {
  ft_strbuf_add (out, "# 1 \"");
  for (const char *c = source; *c; c++)
    ft_strbuf_add (out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
  ft_strbuf_add (out, "\"\n");
}

static bool write_text (const char *path, const ft_strbuf *text) {
  FILE *file = fopen (path, "we");
  bool fine = file && fwrite (text->text, 1, text->size, file) == text->size;
  return file && !fclose (file) && fine;
}

char *ft_sv_comp_fit (const ft_cc_driver *d, const char *source) {
  ft_strbuf text = {0}, fitted = {0};
  char *path = NULL;
  if (read_text (source, &text) &&
      is_preprocessed (source, ft_strbuf_text (&text))) {
    define_float_types (ft_strbuf_text (&text), &fitted);
    add_line_marker (source, &fitted);
    fit (ft_strbuf_text (&text), &fitted);
    path = ft_cc_scratch_path (strrchr (source, '.'));
    if (!write_text (path, &fitted)) {
      ft_cc_warn (d, "%s: cannot write %s; types of pthreads may be too short",
                  source, path);
      free (path);
      path = NULL;
    }
  }
  ft_strbuf_release (&text);
  ft_strbuf_release (&fitted);
  return path;
}

// ---- functions of the verifier
// ------------------------------------------------

int ft_sv_comp_compile (ft_cc_driver *d) {
  static const char name[] = "sv_comp.c";
  char *source = ft_cc_installed_file (name);
  if (!source) {
    fprintf (stderr,
             "%s: error: %s is not beside this program; install foretrace "
             "completely\n",
             d->name, name);
    return FT_EXIT_ENVIRONMENT;
  }
  char *object = ft_cc_scratch_path (".o");
  ft_cc_argument input = {
      .text = source, .language = "c", .input = FT_CC_INPUT_SOURCE};
  int status = ft_cc_compile (d, &input, object);
  ft_cc_words_add (&d->objects, object);
  free (object);
  free (source);
  return status;
}
