#include "base/cxx_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/stack.h"

enum { MOST_NESTED = 64 }; // template arguments inside others; more stay

typedef FT_STACK (ft_strbuf) arguments;

typedef struct parser {
  const char *at;
  unsigned depth;
} parser;

static bool is_letter (char c) {
  return isalnum ((unsigned char)c) || c == '_' || c == '~' || c == '$';
}

static char last_of (const ft_strbuf *out) {
  return out->size ? out->text[out->size - 1] : '\0';
}

static bool ends_with (const ft_strbuf *out, const char *end) {
  size_t n = strlen (end);
  return out->size >= n && !memcmp (out->text + out->size - n, end, n);
}

static void cut (ft_strbuf *out, size_t size) {
  if (!out->text)
    return;
  out->size = size;
  out->text[size] = '\0';
}

// ---- default arguments -----------------------------------------------------

#define HASHED "std::hash<$1>", "std::equal_to<$1>"

// Templates of namespace std, with the number of their arguments that have no
// default, and the defaults of the others: "$1" is the first argument.  A name
// that ends with '_' stands for all names that begin with it.
static const struct library_template {
  const char *name;
  unsigned needed;
  const char *defaults[3];
} templates[] = {
    {"basic_", 1, {"std::char_traits<$1>", "std::allocator<$1>"}},
    {"chrono::duration", 1, {"std::ratio<1,1>"}},
    {"deque", 1, {"std::allocator<$1>"}},
    {"forward_list", 1, {"std::allocator<$1>"}},
    {"list", 1, {"std::allocator<$1>"}},
    {"map", 2, {"std::less<$1>", "std::allocator<std::pair<const$1,$2>>"}},
    {"multimap", 2, {"std::less<$1>", "std::allocator<std::pair<const$1,$2>>"}},
    {"multiset", 1, {"std::less<$1>", "std::allocator<$1>"}},
    {"priority_queue", 1, {"std::vector<$1>", "std::less<$1>"}},
    {"queue", 1, {"std::deque<$1>"}},
    {"set", 1, {"std::less<$1>", "std::allocator<$1>"}},
    {"stack", 1, {"std::deque<$1>"}},
    {"unique_ptr", 1, {"std::default_delete<$1>"}},
    {"unordered_map", 2, {HASHED, "std::allocator<std::pair<const$1,$2>>"}},
    {"unordered_multimap",
     2,
     {HASHED, "std::allocator<std::pair<const$1,$2>>"}},
    {"unordered_multiset", 1, {HASHED, "std::allocator<$1>"}},
    {"unordered_set", 1, {HASHED, "std::allocator<$1>"}},
    {"vector", 1, {"std::allocator<$1>"}},
};

static const struct library_template *template_of (const char *name) {
  if (strncmp (name, "std::", 5))
    return NULL;
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
    const char *known = templates[i].name;
    size_t n = strlen (known);
    if (!strncmp (known, name + 5, n) && (known[n - 1] == '_' || !name[5 + n]))
      return templates + i;
  }
  return NULL;
}

static void add_without_spaces (ft_strbuf *out, const char *text) {
  for (; *text; text++)
    if (*text != ' ')
      ft_strbuf_add_bytes (out, text, 1);
}

// The default with the arguments in place.  A const pointer has its "const"
// behind it.
static void expand (ft_strbuf *out, const char *pattern, const arguments *all) {
  for (const char *p = pattern; *p; p++) {
    bool constant = !strncmp (p, "const$", 6);
    const char *number = constant ? p + 5 : p;
    if (*number != '$' || (size_t)(number[1] - '0') > all->size) {
      ft_strbuf_add_bytes (out, p, 1);
      continue;
    }
    const ft_strbuf *a = all->begin + (number[1] - '0') - 1;
    bool pointer = last_of (a) == '*';
    ft_strbuf_add (out, "%s", constant && !pointer ? "const" : "");
    add_without_spaces (out, ft_strbuf_text (a));
    ft_strbuf_add (out, "%s", constant && pointer ? "const" : "");
    p = number + 1;
  }
}

static bool is_default (const arguments *all, size_t i, const char *pattern) {
  ft_strbuf wanted = {0}, is = {0};
  expand (&wanted, pattern, all);
  add_without_spaces (&is, ft_strbuf_text (all->begin + i));
  bool same = !strcmp (ft_strbuf_text (&wanted), ft_strbuf_text (&is));
  ft_strbuf_release (&wanted);
  ft_strbuf_release (&is);
  return same;
}

// The number of arguments that a programmer would write.
static size_t count_written (const char *name, const arguments *all) {
  enum { MOST_DEFAULTS = 3 };
  const struct library_template *t = template_of (name);
  size_t n = all->size;
  while (n > 1 && !strncmp (name, "std::", 5) &&
         strstr (ft_strbuf_text (all->begin + n - 1), "_Lock_policy"))
    n--;
  for (; t && n > t->needed && n - t->needed <= MOST_DEFAULTS; n--) {
    const char *pattern = t->defaults[n - 1 - t->needed];
    if (!pattern || !is_default (all, n - 1, pattern))
      break;
  }
  return n;
}

// ---- aliases ---------------------------------------------------------------

static const struct alias {
  const char *name, *alias;
} aliases[] = {
    {"std::chrono::duration<long>", "std::chrono::seconds"},
    {"std::chrono::duration<long, std::ratio<1, 1000>>",
     "std::chrono::milliseconds"},
    {"std::chrono::duration<long, std::ratio<1, 1000000>>",
     "std::chrono::microseconds"},
    {"std::chrono::duration<long, std::ratio<1, 1000000000>>",
     "std::chrono::nanoseconds"},
};

// "std::string" for "std::basic_string<char>", "std::wstring", "std::ostream",
// "std::u8string_view".
static bool shorten_basic (ft_strbuf *out, size_t name) {
  static const struct {
    const char *character, *prefix;
  } kinds[] = {{"<char>", ""},       {"<wchar_t>", "w"},   {"<char8_t>", "u8"},
               {"<char16_t>", "u16"}, {"<char32_t>", "u32"}};
  static const char basic[] = "std::basic_";
  const char *text = out->text + name;
  if (strncmp (text, basic, sizeof basic - 1))
    return false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!ends_with (out, kinds[i].character))
      continue;
    ft_strbuf shorter = {0};
    const char *rest = text + sizeof basic - 1;
    size_t n = strlen (rest) - strlen (kinds[i].character);
    ft_strbuf_add (&shorter, "std::%s%.*s", kinds[i].prefix, (int)n, rest);
    cut (out, name);
    ft_strbuf_add (out, "%s", ft_strbuf_text (&shorter));
    ft_strbuf_release (&shorter);
    return true;
  }
  return false;
}

static void shorten (ft_strbuf *out, size_t name) {
  if (shorten_basic (out, name))
    return;
  for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
    if (!strcmp (out->text + name, aliases[i].name)) {
      cut (out, name);
      ft_strbuf_add (out, "%s", aliases[i].alias);
      return;
    }
}

// ---- the text --------------------------------------------------------------

static void add_piece (parser *, ft_strbuf *out, char close);

// The begin of the qualified name that 'out' ends with.
static size_t name_begin (const ft_strbuf *out) {
  size_t i = out->size;
  while (i && (is_letter (out->text[i - 1]) || out->text[i - 1] == ':'))
    i--;
  return i;
}

static void release_arguments (arguments *all) {
  for (size_t i = 0; i < all->size; i++)
    ft_strbuf_release (all->begin + i);
  FT_RELEASE (*all);
}

// Add "<int, char>" of "<int, char, std::less<int> >", whose '<' is next.
static void add_arguments (parser *p, ft_strbuf *out) {
  size_t begin = name_begin (out);
  arguments all = {0};
  while (*p->at == '<' || *p->at == ',') {
    ft_strbuf one = {0};
    p->at++;
    while (*p->at == ' ')
      p->at++;
    add_piece (p, &one, '>');
    FT_PUSH (all, one);
  }
  bool ended = *p->at == '>';
  size_t n = count_written (out->text ? out->text + begin : "", &all);
  ft_strbuf_add (out, "<");
  for (size_t i = 0; i < n; i++)
    ft_strbuf_add (out, "%s%s", i ? ", " : "", ft_strbuf_text (all.begin + i));
  ft_strbuf_add (out, "%s", ended ? ">" : "");
  p->at += ended;
  release_arguments (&all);
  shorten (out, begin);
}

// Add "operator<<", "operator()", whose name has been added.
static void add_operator (parser *p, ft_strbuf *out) {
  static const char *const all[] = {
      "()", "[]", "<<=", "<=>", ">>=", "->*", "<<", ">>", "<=", ">=", "==",
      "!=", "+=", "-=",  "*=",  "/=",  "%=",  "&=", "|=", "^=", "&&", "||",
      "++", "--", "->",  "<",   ">",   "=",   "+",  "-",  "*",  "/",  "%",
      "&",  "|",  "^",   "!",   "~",   ","};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    size_t n = strlen (all[i]);
    if (strncmp (p->at, all[i], n))
      continue;
    ft_strbuf_add (out, "%s", all[i]);
    p->at += n;
    while (*p->at == ' ' && p->at[1] == '<')
      p->at++;
    if (*p->at == '<' && p->depth < MOST_NESTED)
      add_arguments (p, out);
    return;
  }
}

static bool is_inline_namespace (const char *word, size_t n) {
  static const char *const all[] = {"__cxx11", "__1", "__2", "__ndk1", "_V2"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (n == strlen (all[i]) && !memcmp (word, all[i], n))
      return true;
  return false;
}

// "3" of "3UL".
static size_t number_length (const char *word, size_t n) {
  while (n > 1 && isdigit ((unsigned char)*word) && strchr ("uUlL", word[n - 1]))
    n--;
  return n;
}

static void add_word (parser *p, ft_strbuf *out) {
  const char *word = p->at;
  while (is_letter (*p->at))
    p->at++;
  size_t n = (size_t)(p->at - word);
  if (is_inline_namespace (word, n) && ends_with (out, "::") &&
      !strncmp (p->at, "::", 2)) {
    p->at += 2;
    return;
  }
  bool constructor = n > 12 && !memcmp (word + n - 12, "basic_string", 12);
  if ((constructor || (n == 12 && !memcmp (word, "basic_string", 12))) &&
      ends_with (out, "string::")) {
    ft_strbuf_add (out, "%sstring", *word == '~' ? "~" : "");
    return;
  }
  ft_strbuf_add_bytes (out, word, number_length (word, n));
  if (n == 8 && !memcmp (word, "operator", 8))
    add_operator (p, out);
}

// Add what is in parentheses or brackets; a '>' there ends nothing.
static void add_group (parser *p, ft_strbuf *out) {
  char close = *p->at == '(' ? ')' : *p->at == '[' ? ']' : '}';
  ft_strbuf_add_bytes (out, p->at++, 1);
  add_piece (p, out, close);
  while (*p->at == ',') {
    ft_strbuf_add_bytes (out, p->at++, 1);
    add_piece (p, out, close);
  }
  if (*p->at == close)
    ft_strbuf_add_bytes (out, p->at++, 1);
}

// 'c', which may be a bracket.
static bool add_character (parser *p, ft_strbuf *out) {
  size_t n = p->at[0] == '\'' && p->at[1] == '\\' ? 4 : 3;
  if (*p->at != '\'' || strnlen (p->at, n) < n || p->at[n - 1] != '\'')
    return false;
  ft_strbuf_add_bytes (out, p->at, n);
  p->at += n;
  return true;
}

// The space of "a<b<int> >" and of "void ()".
static bool is_needless_space (const char *at, char close) {
  return *at == ' ' && ((at[1] == '>' && close == '>') || !strncmp (at + 1, "()", 2) ||
                        (at[1] == '(' && isalpha ((unsigned char)at[2]) &&
                         strncmp (at + 1, "(anonymous", 10) &&
                         strncmp (at + 1, "(lambda", 7) &&
                         strncmp (at + 1, "(unnamed", 8)));
}

// Add up to a ',' or to 'close', which is not taken; "" closes nothing.
static void add_piece (parser *p, ft_strbuf *out, char close) {
  p->depth++;
  while (*p->at && !(close && (*p->at == ',' || *p->at == close))) {
    bool open = p->depth < MOST_NESTED;
    if (is_letter (*p->at))
      add_word (p, out);
    else if (open && *p->at == '<' && is_letter (last_of (out)))
      add_arguments (p, out);
    else if (open && strchr ("([{", *p->at))
      add_group (p, out);
    else if (is_needless_space (p->at, close))
      p->at++;
    else if (!add_character (p, out))
      ft_strbuf_add_bytes (out, p->at++, 1);
  }
  p->depth--;
}

void ft_cxx_name_add (ft_strbuf *out, const char *name) {
  parser p = {.at = name};
  ft_strbuf simple = {0};
  add_piece (&p, &simple, '\0');
  ft_strbuf_add (out, "%s", ft_strbuf_text (&simple));
  ft_strbuf_release (&simple);
}

// ---- parts of a name -------------------------------------------------------

// The length of the component that begins here, with its arguments.
static size_t component (const char *name) {
  size_t n = 0, depth = 0;
  if (!strncmp (name, "operator", 8) && !is_letter (name[8]))
    return strlen (name);
  for (; name[n]; n++) {
    depth += name[n] == '<' || name[n] == '(' || name[n] == '{';
    if (!depth && !strncmp (name + n, "::", 2))
      break;
    depth -= depth && (name[n] == ')' || name[n] == '}' ||
                       (name[n] == '>' && n && name[n - 1] != '-'));
  }
  return n;
}

static bool is_reserved (const char *name) {
  name += *name == '~';
  return name[0] == '_' &&
         (name[1] == '_' || isupper ((unsigned char)name[1]));
}

size_t ft_cxx_name_public (const char *name) {
  size_t all = 0;
  for (const char *at = name; *at;) {
    if (is_reserved (at))
      return all == 3 && !strncmp (name, "std", 3) ? 0 : all;
    all = (size_t)(at - name) + component (at);
    at = name + all;
    at += strncmp (at, "::", 2) ? 0 : 2;
  }
  return all;
}

size_t ft_cxx_name_scope (const char *name, size_t length) {
  size_t scope = 0;
  for (size_t at = 0; at < length;) {
    size_t end = at + component (name + at);
    if (end >= length)
      break;
    scope = end;
    at = end + 2;
  }
  return scope;
}
