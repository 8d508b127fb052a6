// One command: the order of phases for its inputs.

#include "cc/cc_driver.h"
#include "cc/sv_comp.h"

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
  fputs (ft_strbuf_text (&line), stderr); // one write, as make -j mixes lines
  ft_strbuf_release (&line);
}

static void choose_compiler (ft_cc_driver *d) {
  const char *own = getenv (d->cxx ? "FORETRACE_CXX" : "FORETRACE_CC");
  ft_cc_words_add (&d->compiler, own && *own ? own : FT_CLANG);
  if (d->cxx)
    ft_cc_words_add (&d->compiler, "--driver-mode=g++");
}

// Runs clang on the unchanged command.
static int pass_all (ft_cc_driver *d, int argc, char *const *argv) {
  ft_cc_words w = {0};
  ft_cc_words_add_all (&w, &d->compiler);
  for (int i = 0; i < argc; i++)
    ft_cc_words_add (&w, argv[i]);
  int status = ft_cc_exec (d, &w);
  ft_cc_words_release (&w);
  return status;
}

// Preprocessing and the like: there is nothing to instrument, but the macros
// are those of a compilation.
static int run_frontend (ft_cc_driver *d) {
  const ft_invocation *c = &d->invocation;
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
  const ft_invocation *c = &d->invocation;
  for (size_t i = 0; i < c->warnings.size; i += 2)
    ft_cc_warn (d, "%s is left out: %s", c->warnings.begin[i],
                c->warnings.begin[i + 1]);
}

static const char *suffix_of (const ft_invocation *c) {
  if (c->emits_bitcode)
    return c->goal == FT_CC_GOAL_ASSEMBLY ? ".ll" : ".bc";
  return c->goal == FT_CC_GOAL_ASSEMBLY ? ".s" : ".o";
}

static int compile_input (ft_cc_driver *d, const ft_cc_argument *input) {
  const ft_invocation *c = &d->invocation;
  char *output = c->goal == FT_CC_GOAL_LINK ? ft_cc_scratch_path (".o")
                 : c->output                ? ft_strdup (c->output)
                             : ft_cc_input_stem (input->text, suffix_of (c));
  int status = ft_cc_compile (d, input, output);
  if (c->goal == FT_CC_GOAL_LINK)
    ft_cc_words_add (&d->objects, output);
  free (output);
  return status;
}

// As in clang, the other sources are compiled if one has errors, but nothing is
// linked then.
static int run_phases (ft_cc_driver *d) {
  const ft_invocation *c = &d->invocation;
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
  status = d->sv_comp ? ft_sv_comp_compile (d) : 0;
  return status ? status : ft_cc_link (d);
}

// Whether an object is missing.  Objects are not used if nothing is linked, but
// a word that is no file must be an error: probes for options of other
// compilers
// ("/W4") rely on it.
static bool misses_input (const ft_invocation *c) {
  for (size_t i = 0; i < c->arguments.size; i++) {
    const ft_cc_argument *a = c->arguments.begin + i;
    if (a->input == FT_CC_INPUT_LINKED && access (a->text, F_OK))
      return true;
  }
  return false;
}

// Commands that clang refuses, or that compile nothing.
static bool is_for_clang (const ft_invocation *c) {
  if (c->goal == FT_CC_GOAL_QUERY)
    return true;
  if (c->goal == FT_CC_GOAL_LINK)
    return c->emits_bitcode;
  return c->goal != FT_CC_GOAL_FRONTEND_ONLY &&
         (!c->sources || (c->output && c->sources > 1) || misses_input (c));
}

static bool is_on (const char *variable) {
  const char *value = getenv (variable);
  return value && *value && strcmp (value, "0");
}

// Takes foretrace's own options out of the words; returns their number without
// these.
static int take_own (ft_cc_driver *d, int argc, char *const *argv,
                     char **without) {
  int n = 0;
  d->light = is_on ("FORETRACE_LIGHT");
  for (int i = 0; i < argc; i++)
    if (!strcmp (argv[i], "--foretrace-light"))
      d->light = true;
    else if (!strcmp (argv[i], "--sv-comp"))
      d->sv_comp = true;
    else
      without[n++] = argv[i];
  return n;
}

static int run_command (ft_cc_driver *d, int argc, char *const *argv) {
  int status;
  choose_compiler (d);
  ft_invocation_parse (&d->invocation, argc, argv);
  if (is_for_clang (&d->invocation))
    status = pass_all (d, argc, argv);
  else {
    ft_cc_scratch_catch_signals ();
    if (d->invocation.goal != FT_CC_GOAL_FRONTEND_ONLY)
      warn_left_out (d);
    status = d->invocation.goal == FT_CC_GOAL_FRONTEND_ONLY ? run_frontend (d)
                                                            : run_phases (d);
    ft_cc_scratch_remove ();
  }
  ft_invocation_release (&d->invocation);
  ft_cc_words_release (&d->compiler);
  ft_cc_words_release (&d->objects);
  return status;
}

int ft_cc_run (const char *name, bool cxx, int argc, char *const *argv) {
  ft_cc_driver d = {.name = name, .cxx = cxx};
  char **words = FT_ARRAY (char *, (size_t)argc + 1);
  d.verbose = is_on ("FORETRACE_CC_VERBOSE");
  argc = take_own (&d, argc, argv, words);
  if (d.sv_comp)
    argc = ft_sv_comp_drop_word_size (&d, argc, words);
  int status = run_command (&d, argc, words);
  free (words);
  return status;
}

// ---- installed files -------------------------------------------------------

// Files are found relative to the program itself, so that a build directory and
// any installation work without settings: first an installation, then a build.
static const char *const directories[] = {"../lib/foretrace", "../lib"};

char *ft_cc_installed_file (const char *name) {
  char self[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0)
    return NULL;
  self[n] = 0;
  *strrchr (self, '/') = 0;
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++) {
    ft_strbuf path = {0};
    ft_strbuf_add (&path, "%s/%s/%s", self, directories[i], name);
    if (!access (ft_strbuf_text (&path), R_OK))
      return ft_strbuf_take (&path);
    ft_strbuf_release (&path);
  }
  return NULL;
}
