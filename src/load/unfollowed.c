// Sums up by function how many paths ended at the sites of its calls.
#include "load/unfollowed.h"

#include <string.h>

#include <ctype.h>
#include <limits.h>

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

static const char *const operators[][2] = {{"_Znw", "operator new"},
                                           {"_Zna", "operator new[]"},
                                           {"_Zdl", "operator delete"},
                                           {"_Zda", "operator delete[]"}};

// Adds the scopes and the name of a linker's name, up to the first arguments of a
// template or the parameters: "std::thread::join" of "_ZNSt6thread4joinEv".
static void add_mangled (ft_strbuf *to, const char *at) {
  at += 2; // "_Z"
  at += *at == 'N';
  at += *at == 'K';
  if (!strncmp (at, "St", 2)) {
    ft_strbuf_add (to, "std");
    at += 2;
  }
  while (isdigit ((unsigned char)*at)) {
    char *name;
    size_t length = strtoul (at, &name, 10);
    if (length > strlen (name))
      return;
    ft_strbuf_add (to, "%s%.*s", to->size ? "::" : "", (int)length, name);
    at = name + length;
  }
}

// Adds the name as a programmer writes it, without arguments of templates.
static void add_name (ft_strbuf *to, const char *name) {
  ft_strbuf plain = {0};
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (!strncmp (name, operators[i][0], strlen (operators[i][0])))
      ft_strbuf_add (&plain, "%s", operators[i][1]);
  if (!plain.size && !strncmp (name, "_Z", 2))
    add_mangled (&plain, name);
  if (!plain.size)
    ft_strbuf_add (&plain, "%.*s",
                   strstr (name, "operator") ? INT_MAX : (int)strcspn (name, "<"),
                   name);
  ft_cxx_name_add (to, ft_strbuf_text (&plain));
  ft_strbuf_release (&plain);
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
