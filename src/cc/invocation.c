// The parser of compiler command lines.  A new option of gcc or clang that
// takes the next word, or that must not reach a phase, is a line of
// 'cc_options.h'.  Only options that change what the command does need a case
// here.

#include "cc/invocation.h"

#include <assert.h>
#include <string.h>

#include "base/strbuf.h"
#include "cc/cc_options.h"
#include "cc/gcc_options.h"

enum form { ALONE, NEXT, JOINED, EITHER };

enum {
  NONE = FT_CC_PHASE_NONE,
  FRONT = FT_CC_PHASE_FRONTEND,
  CODE = FT_CC_PHASE_BACKEND,
  LINK = FT_CC_PHASE_LINK,
  EVERY = FT_CC_PHASE_ALL,
};

enum meaning {
  PLAIN_FLAG, // no effect but in its phases
  OUTPUT,
  LANGUAGE,
  COMPILE,
  ASSEMBLY,
  PASS,
  BITCODE,
  QUERY,
  DEPEND,
  DEPEND_FILE,
  DEPEND_TARGET,
  DEPEND_WP,
  LEVEL,
  SHARED,
  RELOCATABLE,
  STATIC,
  BARE,
  FREESTANDING,
  OPENMP,
  NO_OPENMP,
  SANITIZE,
  UNSANITIZE,
  XCLANG,
  LINKER,
  DROP,
};

typedef struct option {
  const char *name;
  enum form form;
  unsigned phases;
  enum meaning meaning;
  const char *why;
} option;

static const option options[] = {
#define O(name, form, phases, meaning, why) {name, form, phases, meaning, why},
    FT_CC_OPTIONS (O)
#undef O
};

static const option unknown = {"", ALONE, EVERY, PLAIN_FLAG, ""};
static const option ignored = {"", ALONE, NONE, DROP, ""};

static const char *const gcc_only[] = {
#define G(name) name,
    FT_CC_GCC_OPTIONS (G)
#undef G
};

static bool matches (const option *o, const char *word) {
  if (o->form == ALONE || o->form == NEXT)
    return !strcmp (o->name, word);
  return !strncmp (o->name, word, strlen (o->name));
}

static bool skip_prefix (const char **word, const char *prefix) {
  size_t length = strlen (prefix);
  if (strncmp (*word, prefix, length))
    return false;
  *word += length;
  return true;
}

static bool is_gcc_only (const char *word) {
  if (!skip_prefix (&word, "-fno-") && !skip_prefix (&word, "-f") &&
      !skip_prefix (&word, "-mno-") && !skip_prefix (&word, "-m"))
    return false;
  for (size_t i = 0; i < sizeof gcc_only / sizeof *gcc_only; i++) {
    size_t length = strlen (gcc_only[i]);
    if (strncmp (word, gcc_only[i], length))
      continue;
    if (gcc_only[i][length - 1] == '-' || !word[length] || word[length] == '=')
      return true;
  }
  return false;
}

static const option *find_option (const char *word) {
  const option *best = &unknown;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (strlen (options[i].name) > strlen (best->name) &&
        matches (options + i, word))
      best = options + i;
  return best == &unknown && is_gcc_only (word) ? &ignored : best;
}

// Sanitizers with a runtime that replaces memory functions or threads, which
// cannot be in one program with the recorder's runtime.
static bool is_exclusive (const char *list) {
  static const char *const names[] = {
      "thread",   "address",    "memory",   "leak", "hwaddress", "fuzzer",
      "dataflow", "safe-stack", "realtime", "type", "numerical"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strstr (list, names[i]))
      return true;
  return false;
}

static void set_goal (ft_invocation *c, enum ft_cc_goal goal) {
  if (goal > c->goal)
    c->goal = goal;
}

// The value of an option, which is the next word or joined to the option.
static const char *value_of (const ft_cc_argument *a, const option *o) {
  return a->next ? a->next : a->text + strlen (o->name);
}

static void apply_depend (ft_invocation *c, const option *o) {
  if (o->meaning == DEPEND || o->meaning == DEPEND_WP)
    c->makes_dependencies = true;
  if (o->meaning == DEPEND_FILE || o->meaning == DEPEND_WP)
    c->names_dependency_file = true;
  if (o->meaning == DEPEND_TARGET)
    c->names_dependency_target = true;
}

// Shared libraries find the runtime in the program that loads them, so that
// they leave its symbols undefined (link.c).
static void apply_linker (ft_invocation *c, const ft_cc_argument *a) {
  const char *word = a->next ? a->next : a->text;
  if (strstr (word, "defs") || strstr (word, "no-undefined"))
    c->forbids_undefined = true;
  if (!strcmp (word, "-static") || strstr (word, ",-static"))
    c->is_static = true;
}

static void apply_option (ft_invocation *c, const option *o,
                          const ft_cc_argument *a, const char **language) {
  switch (o->meaning) {
  case PLAIN_FLAG:
    break;
  case OUTPUT:
    c->output = value_of (a, o);
    break;
  case LANGUAGE:
    *language = strcmp (value_of (a, o), "none") ? value_of (a, o) : NULL;
    break;
  case COMPILE:
    set_goal (c, FT_CC_GOAL_OBJECT);
    break;
  case ASSEMBLY:
    set_goal (c, FT_CC_GOAL_ASSEMBLY);
    break;
  case PASS:
    set_goal (c, FT_CC_GOAL_FRONTEND_ONLY);
    break;
  case QUERY:
    set_goal (c, FT_CC_GOAL_QUERY);
    break;
  case BITCODE:
    c->emits_bitcode = true;
    break;
  case DEPEND:
  case DEPEND_FILE:
  case DEPEND_TARGET:
  case DEPEND_WP:
    apply_depend (c, o);
    break;
  case LEVEL:
    c->level = a->text;
    break;
  case SHARED:
    c->shared = true;
    break;
  case RELOCATABLE:
    c->relocatable = true;
    break;
  case STATIC:
    c->is_static = true;
    break;
  case BARE:
    c->without_libc = true;
    break;
  case OPENMP:
    c->openmp = true;
    break;
  case NO_OPENMP:
    c->openmp = false;
    break;
  case FREESTANDING:
    c->not_instrumented = a->text;
    break;
  case SANITIZE:
    if (is_exclusive (a->text))
      c->not_instrumented = a->text;
    break;
  case UNSANITIZE:
    if (c->not_instrumented &&
        (strstr (a->text, "=all") || is_exclusive (a->text)))
      c->not_instrumented = NULL;
    break;
  case XCLANG:
    if (!strcmp (a->next, "-emit-pch"))
      c->emits_header = true;
    break;
  case LINKER:
    apply_linker (c, a);
    break;
  case DROP:
    if (*o->why) {
      FT_PUSH (c->warnings, a->text);
      FT_PUSH (c->warnings, o->why);
    }
    break;
  }
}

static void add_option (ft_invocation *c, size_t *i, const char **language) {
  const char *word = c->words.begin[*i];
  const option *o = find_option (word);
  ft_cc_argument a = {.text = word, .phases = (uint8_t)o->phases};
  bool follows =
      o->form == NEXT || (o->form == EITHER && !strcmp (o->name, word));
  if (follows && *i + 1 < c->words.size)
    a.next = c->words.begin[++*i];
  else if (follows) { // clang reports the missing word
    set_goal (c, FT_CC_GOAL_QUERY);
    return;
  }
  apply_option (c, o, &a, language);
  FT_PUSH (c->arguments, a);
}

static void add_input (ft_invocation *c, const char *path,
                       const char *language) {
  ft_cc_argument a = {.text = path, .language = language};
  a.input = (uint8_t)ft_cc_input_kind (path, language);
  c->inputs++;
  if (a.input != FT_CC_INPUT_LINKED)
    c->sources++;
  FT_PUSH (c->arguments, a);
}

void ft_invocation_parse (ft_invocation *c, int argc, char *const *argv) {
  ft_cc_words_expand (&c->words, argc, argv);
  const char *language = NULL;
  bool only_inputs = false; // behind "--"
  for (size_t i = 0; i < c->words.size; i++) {
    const char *word = c->words.begin[i];
    if (!only_inputs && !strcmp (word, "--"))
      only_inputs = true;
    else if (!only_inputs && word[0] == '-' && word[1])
      add_option (c, &i, &language);
    else
      add_input (c, word, language);
  }
  if (!c->inputs)
    set_goal (c, FT_CC_GOAL_QUERY);
}

void ft_invocation_release (ft_invocation *c) {
  ft_cc_words_release (&c->words);
  FT_RELEASE (c->arguments);
  FT_RELEASE (c->warnings);
}

void ft_cc_argument_add (const ft_cc_argument *a, ft_cc_words *out) {
  ft_cc_words_add (out, a->text);
  if (a->next)
    ft_cc_words_add (out, a->next);
}

void ft_invocation_flags (const ft_invocation *c, unsigned phases,
                          ft_cc_words *out) {
  assert (!(phases & ~(unsigned)FT_CC_PHASE_ALL));
  for (size_t i = 0; i < c->arguments.size; i++)
    if (c->arguments.begin[i].phases & phases)
      ft_cc_argument_add (c->arguments.begin + i, out);
}

// ---- inputs ----------------------------------------------------------------

static const struct {
  const char *name;
  enum ft_cc_input kind;
} languages[] =
    {
        {"c", FT_CC_INPUT_SOURCE},
        {"c++", FT_CC_INPUT_SOURCE},
        {"cpp-output", FT_CC_INPUT_SOURCE},
        {"c++-cpp-output", FT_CC_INPUT_SOURCE},
        {"c-header", FT_CC_INPUT_HEADER},
        {"c++-header", FT_CC_INPUT_HEADER},
        {"ir", FT_CC_INPUT_SOURCE},
},
  suffixes[] = {
      {"c", FT_CC_INPUT_SOURCE},   {"C", FT_CC_INPUT_SOURCE},
      {"i", FT_CC_INPUT_SOURCE},   {"ii", FT_CC_INPUT_SOURCE},
      {"cc", FT_CC_INPUT_SOURCE},  {"CC", FT_CC_INPUT_SOURCE},
      {"cp", FT_CC_INPUT_SOURCE},  {"cpp", FT_CC_INPUT_SOURCE},
      {"CPP", FT_CC_INPUT_SOURCE}, {"cxx", FT_CC_INPUT_SOURCE},
      {"CXX", FT_CC_INPUT_SOURCE}, {"c++", FT_CC_INPUT_SOURCE},
      {"C++", FT_CC_INPUT_SOURCE}, {"h", FT_CC_INPUT_HEADER},
      {"H", FT_CC_INPUT_HEADER},   {"hh", FT_CC_INPUT_HEADER},
      {"hp", FT_CC_INPUT_HEADER},  {"hpp", FT_CC_INPUT_HEADER},
      {"HPP", FT_CC_INPUT_HEADER}, {"hxx", FT_CC_INPUT_HEADER},
      {"h++", FT_CC_INPUT_HEADER}, {"tcc", FT_CC_INPUT_HEADER},
      {"s", FT_CC_INPUT_OTHER},    {"S", FT_CC_INPUT_OTHER},
      {"sx", FT_CC_INPUT_OTHER},   {"asm", FT_CC_INPUT_OTHER},
      {"m", FT_CC_INPUT_OTHER},    {"mi", FT_CC_INPUT_OTHER},
      {"mm", FT_CC_INPUT_OTHER},   {"M", FT_CC_INPUT_OTHER},
      {"mii", FT_CC_INPUT_OTHER},  {"ll", FT_CC_INPUT_SOURCE},
      {"bc", FT_CC_INPUT_SOURCE},  {"cu", FT_CC_INPUT_OTHER},
      {"hip", FT_CC_INPUT_OTHER},  {"cl", FT_CC_INPUT_OTHER},
      {"f", FT_CC_INPUT_OTHER},    {"F", FT_CC_INPUT_OTHER},
      {"f90", FT_CC_INPUT_OTHER},  {"F90", FT_CC_INPUT_OTHER},
      {"f95", FT_CC_INPUT_OTHER},  {"F95", FT_CC_INPUT_OTHER},
      {"cppm", FT_CC_INPUT_OTHER}, {"ccm", FT_CC_INPUT_OTHER},
      {"cxxm", FT_CC_INPUT_OTHER}, {"c++m", FT_CC_INPUT_OTHER},
};

enum {
  LANGUAGES = sizeof languages / sizeof *languages,
  SUFFIXES = sizeof suffixes / sizeof *suffixes,
};

static const char *base_name (const char *path) {
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

enum ft_cc_input ft_cc_input_kind (const char *path, const char *language) {
  if (language) {
    for (size_t i = 0; i < LANGUAGES; i++)
      if (!strcmp (language, languages[i].name))
        return languages[i].kind;
    return FT_CC_INPUT_OTHER;
  }
  const char *dot = strrchr (base_name (path), '.');
  for (size_t i = 0; dot && i < SUFFIXES; i++)
    if (!strcmp (dot + 1, suffixes[i].name))
      return suffixes[i].kind;
  return FT_CC_INPUT_LINKED;
}

char *ft_cc_input_stem (const char *path, const char *suffix) {
  const char *base = base_name (path), *dot = strrchr (base, '.');
  size_t length = dot ? (size_t)(dot - base) : strlen (base);
  ft_strbuf name = {0};
  ft_strbuf_add (&name, "%.*s%s", (int)length, base, suffix);
  return ft_strbuf_take (&name);
}
