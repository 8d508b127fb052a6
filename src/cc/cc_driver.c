// What one command does: which steps, for which inputs, in which order.

#include "cc/cc_driver.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void ft_cc_warn (const ft_cc_driver *d, const char *format, ...) {
  ft_strbuf line = {0};
  char text[2048];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_strbuf_add (&line, "%s: warning: %s\n", d->name, text);
  fputs (ft_strbuf_text (&line), stderr); // one write: make -j mixes lines
  ft_strbuf_release (&line);
}

static void choose_compiler (ft_cc_driver *d) {
  const char *own = getenv (d->cxx ? "FORETRACE_CXX" : "FORETRACE_CC");
  ft_cc_words_add (&d->compiler, own && *own ? own : FT_CLANG);
  if (d->cxx)
    ft_cc_words_add (&d->compiler, "--driver-mode=g++");
}

// The command as it came.
static int pass_all (ft_cc_driver *d, int argc, char *const *argv) {
  ft_cc_words w = {0};
  ft_cc_words_add_all (&w, &d->compiler);
  for (int i = 0; i < argc; i++)
    ft_cc_words_add (&w, argv[i]);
  int status = ft_cc_exec (d, &w);
  ft_cc_words_release (&w);
  return status;
}

// Preprocessing and the like: nothing to instrument, but with the macros that
// a compilation sees.
static int pass_front (ft_cc_driver *d) {
  const ft_invocation *c = &d->command;
  ft_cc_words w = {0};
  ft_cc_words_add_all (&w, &d->compiler);
  ft_cc_frontend_flags (d, &w);
  if (c->output)
    ft_cc_words_add2 (&w, "-o", c->output);
  for (size_t i = 0; i < c->arguments.size; i++) {
    const ft_cc_argument *a = c->arguments.begin + i;
    if (!a->input)
      continue;
    ft_cc_words_add2 (&w, "-x", a->language ? a->language : "none");
    ft_cc_words_add (&w, a->text);
  }
  int status = ft_cc_execute (d, &w);
  ft_cc_words_release (&w);
  return status;
}

static void warn_left_out (const ft_cc_driver *d) {
  const ft_invocation *c = &d->command;
  for (size_t i = 0; i < c->warnings.size; i += 2)
    ft_cc_warn (d, "%s is left out: %s", c->warnings.begin[i],
                    c->warnings.begin[i + 1]);
}

static const char *suffix_of (const ft_invocation *c) {
  if (c->bitcode)
    return c->goal == FT_CC_GOAL_ASSEMBLY ? ".ll" : ".bc";
  return c->goal == FT_CC_GOAL_ASSEMBLY ? ".s" : ".o";
}

static int compile_input (ft_cc_driver *d, const ft_cc_argument *input) {
  const ft_invocation *c = &d->command;
  char *output = c->goal == FT_CC_GOAL_LINK ? ft_cc_scratch_path (".o")
                 : c->output             ? ft_strdup (c->output)
                             : ft_cc_input_stem (input->text, suffix_of (c));
  int status = ft_cc_compile (d, input, output);
  if (c->goal == FT_CC_GOAL_LINK)
    ft_cc_words_add (&d->objects, output);
  free (output);
  return status;
}

// As clang: a source with errors does not keep the others from being
// compiled, but nothing is linked then.
static int run_steps (ft_cc_driver *d) {
  const ft_invocation *c = &d->command;
  int status = 0;
  bool headers = false;
  for (size_t i = 0; i < c->arguments.size; i++) {
    const ft_cc_argument *a = c->arguments.begin + i;
    if (a->input == FT_CC_INPUT_NONE || a->input == FT_CC_INPUT_LINKED)
      continue;
    headers |= a->input == FT_CC_INPUT_HEADER;
    int s = compile_input (d, a);
    status = status ? status : s;
  }
  if (status || headers || c->goal != FT_CC_GOAL_LINK)
    return status;
  return ft_cc_link (d);
}

// Objects are not used where nothing is linked, but a word that is no file at
// all is an error; probes for options of other compilers ("/W4") live by it.
static bool misses_input (const ft_invocation *c) {
  for (size_t i = 0; i < c->arguments.size; i++) {
    const ft_cc_argument *a = c->arguments.begin + i;
    if (a->input == FT_CC_INPUT_LINKED && access (a->text, F_OK))
      return true;
  }
  return false;
}

// Commands that clang itself refuses or has nothing to do for.
static bool is_clangs (const ft_invocation *c) {
  if (c->goal == FT_CC_GOAL_QUERY)
    return true;
  if (c->goal == FT_CC_GOAL_LINK)
    return c->bitcode;
  return c->goal != FT_CC_GOAL_FRONTEND_ONLY &&
         (!c->sources || (c->output && c->sources > 1) || misses_input (c));
}

static bool is_on (const char *variable) {
  const char *value = getenv (variable);
  return value && *value && strcmp (value, "0");
}

// Our one option, which clang does not know; the number of words without it.
static int take_light (ft_cc_driver *d, int argc, char *const *argv,
                       char **without) {
  int n = 0;
  d->light = is_on ("FORETRACE_LIGHT");
  for (int i = 0; i < argc; i++)
    if (!strcmp (argv[i], "--foretrace-light"))
      d->light = true;
    else
      without[n++] = argv[i];
  return n;
}

static int run (ft_cc_driver *d, int argc, char *const *argv) {
  int status;
  choose_compiler (d);
  ft_invocation_parse (&d->command, argc, argv);
  if (is_clangs (&d->command))
    status = pass_all (d, argc, argv);
  else {
    ft_cc_scratch_catch_signals ();
    if (d->command.goal != FT_CC_GOAL_FRONTEND_ONLY)
      warn_left_out (d);
    status = d->command.goal == FT_CC_GOAL_FRONTEND_ONLY ? pass_front (d) : run_steps (d);
    ft_cc_scratch_remove ();
  }
  ft_invocation_release (&d->command);
  ft_cc_words_release (&d->compiler);
  ft_cc_words_release (&d->objects);
  return status;
}

int ft_cc_run (const char *name, bool cxx, int argc, char *const *argv) {
  ft_cc_driver d = {.name = name, .cxx = cxx};
  char **words = FT_ARRAY (char *, (size_t)argc + 1);
  d.verbose = is_on ("FORETRACE_CC_VERBOSE");
  argc = take_light (&d, argc, argv, words);
  int status = run (&d, argc, words);
  free (words);
  return status;
}

// ---- driver file -----------------------------------------------------------

// Files that come with foretrace-cc are found from where it is itself, so
// that a build directory and any installation work without settings.

// Where it is installed, and where it is built.
static const char *const places[] = {"../lib/foretrace", "../lib"};

char *ft_cc_installed_file (const char *name) {
  char self[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0)
    return NULL;
  self[n] = 0;
  *strrchr (self, '/') = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    ft_strbuf path = {0};
    ft_strbuf_add (&path, "%s/%s/%s", self, places[i], name);
    if (!access (ft_strbuf_text (&path), R_OK))
      return ft_strbuf_take (&path);
    ft_strbuf_release (&path);
  }
  return NULL;
}
