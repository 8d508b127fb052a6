// Sums up by function how many paths ended at the sites of its calls.
#include "load/unfollowed.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/cxx_name.h"

typedef struct function {
  char *name; // owned
  uint64_t paths;
} function;

static const char *callee_at (const ft_run_code *code, uint64_t number) {
  if (number >= code->sites.size)
    return "";
  const ft_run_site *s = code->sites.begin + number;
  return s->kind == FT_SITE_CALL
             ? ft_sites_text (s->function->table, s->site->variable)
             : "";
}

// ---- names -----------------------------------------------------------------

// The demangler of the C++ library, which the solver needs anyway.  Returns a text
// that the caller frees, or NULL.
char *__cxa_demangle (const char *name, char *room, size_t *size, int *status);

// The length of a name without its parameters: that of "f" in "f(int) const".
static size_t without_parameters (const char *name) {
  const char *end = strrchr (name, ')');
  int depth = 0;
  for (const char *at = end; at && at >= name; at--) {
    depth += (*at == ')') - (*at == '(');
    if (!depth)
      return (size_t)(at - name);
  }
  return strlen (name);
}

// Where the name of an operator begins, or 'end'.
static const char *find_operator (const char *name, const char *end) {
  static const char word[] = "operator";
  const char *at = strstr (name, word);
  if (!at || at >= end || isalnum ((unsigned char)at[sizeof word - 1]) ||
      at[sizeof word - 1] == '_')
    return end;
  return at;
}

// Adds a name without arguments of templates: "std::vector::push_back".  With
// 'declared' without the type before it, too.
static void add_plain (ft_strbuf *to, const char *name, size_t length,
                       bool declared) {
  const char *end = name + length, *last = find_operator (name, end);
  int angles = 0, rounds = 0;
  for (const char *at = name; at < last; at++) {
    angles += (*at == '<') - (*at == '>');
    rounds += (*at == '(') - (*at == ')');
    if (angles || *at == '>')
      continue;
    if (declared && *at == ' ' && !rounds)
      to->size = 0;
    else
      ft_strbuf_add (to, "%c", *at);
  }
  ft_strbuf_add (to, "%.*s", (int)(end - last), last);
}

// The length of a name of Rust without the hash at its end ("::h" and 16 digits), or
// 0 for names of other languages.
static size_t without_hash (const char *name) {
  enum { DIGITS = 16, HASH = 3 + DIGITS };
  size_t length = strlen (name);
  if (length <= HASH || strncmp (name + length - HASH, "::h", 3))
    return 0;
  return strspn (name + length - DIGITS, "0123456789abcdef") == DIGITS ? length - HASH
                                                                       : 0;
}

// What rustc writes into a name for a character that symbols cannot have.
static const struct {
  const char *code, *text;
} rust_codes[] = {
    {"..", "::"},   {"$LT$", "<"},  {"$GT$", ">"},  {"$LP$", "("},
    {"$RP$", ")"},  {"$C$", ","},   {"$RF$", "&"},  {"$BP$", "*"},
    {"$SP$", "@"},  {"$u20$", " "}, {"$u22$", "\""}, {"$u27$", "'"},
    {"$u2b$", "+"}, {"$u3b$", ";"}, {"$u5b$", "["}, {"$u5d$", "]"},
    {"$u7b$", "{"}, {"$u7d$", "}"}, {"$u7e$", "~"},
};

// Adds what the beginning of 'at' stands for; returns its length.
static size_t add_rust_piece (ft_strbuf *to, const char *at) {
  for (size_t i = 0; i < sizeof rust_codes / sizeof *rust_codes; i++) {
    size_t length = strlen (rust_codes[i].code);
    if (!strncmp (at, rust_codes[i].code, length)) {
      ft_strbuf_add (to, "%s", rust_codes[i].text);
      return length;
    }
  }
  ft_strbuf_add (to, "%c", *at);
  return 1;
}

// Adds a name of Rust: "<alloc::sync::Arc<T> as core::ops::drop::Drop>::drop".
static void add_rust (ft_strbuf *to, const char *name, size_t length) {
  for (size_t i = 0; i < length;)
    if (!strncmp (name + i, "_$", 2) && (!i || name[i - 1] == ':'))
      i++; // no part of the name: an identifier cannot begin with "$"
    else
      i += add_rust_piece (to, name + i);
}

// Adds the name as a programmer writes it.
static void add_name (ft_strbuf *to, const char *name) {
  ft_strbuf plain = {0};
  int status = 0;
  char *declared =
      strncmp (name, "_Z", 2) ? NULL : __cxa_demangle (name, NULL, NULL, &status);
  size_t rust = declared ? without_hash (declared) : 0;
  if (rust)
    add_rust (&plain, declared, rust);
  else if (declared)
    add_plain (&plain, declared, without_parameters (declared), true);
  else
    add_plain (&plain, name, strlen (name), false);
  ft_cxx_name_add (to, ft_strbuf_text (&plain));
  ft_strbuf_release (&plain);
  free (declared);
}

// ---- sums ------------------------------------------------------------------

static int by_name (const void *a, const void *b) {
  return strcmp (((const function *)a)->name, ((const function *)b)->name);
}

static int by_paths (const void *a, const void *b) {
  const function *f = a, *g = b;
  return f->paths == g->paths ? by_name (f, g) : f->paths < g->paths ? 1 : -1;
}

// Puts those of one name, which are neighbours, together; returns how many are left.
static size_t sum_up (function *f, size_t n) {
  size_t left = 0;
  for (size_t i = 0; i < n; i++) {
    if (!left || strcmp (f[left - 1].name, f[i].name)) {
      f[left++] = f[i];
      continue;
    }
    f[left - 1].paths += f[i].paths;
    free (f[i].name);
  }
  return left;
}

static function function_at (const ft_run_code *code, const struct ft_map_slot *s) {
  const char *name = callee_at (code, s->key);
  ft_strbuf text = {0};
  add_name (&text, *name ? name : "a function called by its address");
  function f = {ft_strdup (ft_strbuf_text (&text)), s->value};
  ft_strbuf_release (&text);
  return f;
}

void ft_unfollowed_note (ft_notes *notes, const ft_run_code *code,
                         const ft_map *times) {
  FT_STACK (function) all = {0};
  for (size_t i = 0; i < times->capacity; i++)
    if (times->slots[i].used)
      FT_PUSH (all, function_at (code, times->slots + i));
  if (FT_EMPTY (all))
    return;
  qsort (all.begin, all.size, sizeof *all.begin, by_name);
  all.size = sum_up (all.begin, all.size);
  qsort (all.begin, all.size, sizeof *all.begin, by_paths);
  for (size_t i = 0; i < all.size; i++) {
    const function *f = all.begin + i;
    ft_notes_add (notes, -1 - (int)i, FT_NO_POS, "%.200s", f->name);
    FT_TOP (notes->list).count = f->paths;
    free (f->name);
  }
  FT_RELEASE (all);
}

bool ft_notes_warn (const ft_notes *notes) {
  for (size_t i = 0; i < notes->list.size; i++)
    if (!ft_note_is_unfollowed (notes->list.begin + i))
      return true;
  return false;
}
