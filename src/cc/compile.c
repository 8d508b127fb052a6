// One source: clang writes bitcode, the instrumenter rewrites it, clang makes
// the object.  What cannot be instrumented is compiled plainly, with one
// warning.

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cc/cc_driver.h"
#include "instrument/instrument.h"

// The last level of a command counts; none is -O0.
static bool optimises (const ft_invocation *c) {
  return c->level && strcmp (c->level, "-O0");
}

// -O1 without its passes, whatever the user's level: with -O0 clang would
// mark every function as not to be optimised.  Macros tell of the level that
// the user asked for.
static void add_level_macros (const ft_invocation *c, ft_cc_words *out) {
  if (!optimises (c)) {
    ft_cc_words_add (out, "-U__OPTIMIZE__");
    ft_cc_words_add (out, "-D__NO_INLINE__=1");
  } else if (!strcmp (c->level, "-Os") || !strcmp (c->level, "-Oz"))
    ft_cc_words_add (out, "-D__OPTIMIZE_SIZE__=1");
  else if (!strcmp (c->level, "-Ofast"))
    ft_cc_words_add (out, "-ffast-math");
}

// Fortified functions (__memcpy_chk, __printf_chk) would go past the
// functions of the runtime that record what their namesakes touch.  -Wp comes
// after every -D, also after those that came by -Wp.
static const char no_fortify[] = "-Wp,-U_FORTIFY_SOURCE";

// What clang refuses and gcc 12 only warns of, so that what the system's
// compiler builds is built here.  The user's own flags come later and win.
static const char *const lenient[] = {
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=reserved-user-defined-literal",
    "-Wno-error=c++11-narrowing",
};

static void add_lenience (ft_cc_words *out) {
  ft_cc_words_add2 (out, "-Qunused-arguments", "-Wno-unknown-warning-option");
  ft_cc_words_add (out, "-Wno-ignored-optimization-argument");
  for (size_t i = 0; i < sizeof lenient / sizeof *lenient; i++)
    ft_cc_words_add (out, lenient[i]);
}

// What stands before headers of libstdc++.
static void add_headers (ft_cc_words *out) {
  char *path = ft_cc_installed_file ("include");
  if (path)
    ft_cc_words_add2 (out, "-isystem", path);
  free (path);
}

void ft_cc_frontend_flags (const ft_cc_driver *d, ft_cc_words *out) {
  const ft_invocation *c = &d->command;
  add_lenience (out);
  // Or -O1 marks every loop as one that is never to be unrolled.
  ft_cc_words_add (out, "-funroll-loops");
  ft_invocation_flags (c, FT_CC_PHASE_FRONTEND, out);
  ft_cc_words_add (out, no_fortify);
  ft_cc_words_add (out, "-D__FORETRACE__=1");
  add_level_macros (c, out);
  add_headers (out);
  ft_cc_words_add2 (out, "-O1", "-g");
  ft_cc_words_add2 (out, "-Xclang", "-disable-llvm-passes");
}

// Unoptimised code is not worth much once it is instrumented: -O1 keeps its
// speed bearable and takes nothing from a debugger that was still there.
static void add_code_flags (const ft_cc_driver *d, ft_cc_words *out) {
  const ft_invocation *c = &d->command;
  ft_cc_words_add2 (out, "-Qunused-arguments", "-w");
  ft_invocation_flags (c, FT_CC_PHASE_BACKEND, out);
  ft_cc_words_add (out, optimises (c) ? c->level : "-O1");
  if (c->bitcode)
    ft_cc_words_add (out, "-emit-llvm");
  ft_cc_words_add (out, c->goal == FT_CC_GOAL_ASSEMBLY ? "-S" : "-c");
}

static void add_input (const ft_cc_argument *input, ft_cc_words *out) {
  if (input->language)
    ft_cc_words_add2 (out, "-x", input->language);
  ft_cc_words_add (out, input->text);
}

static int run_front (ft_cc_driver *d, const ft_cc_argument *input,
                      const char *bitcode) {
  ft_cc_words w = {0};
  ft_cc_words_add_all (&w, &d->compiler);
  ft_cc_frontend_flags (d, &w);
  ft_cc_dependency_flags (d, input->text, &w);
  ft_cc_words_add2 (&w, "-emit-llvm", "-c");
  ft_cc_words_add2 (&w, "-o", bitcode);
  add_input (input, &w);
  int status = ft_cc_execute (d, &w);
  ft_cc_words_release (&w);
  return status;
}

static int run_code (ft_cc_driver *d, const char *bitcode, const char *output) {
  ft_cc_words w = {0};
  ft_cc_words_add_all (&w, &d->compiler);
  add_code_flags (d, &w);
  ft_cc_words_add2 (&w, "-o", output);
  ft_cc_words_add2 (&w, "-x", "ir");
  ft_cc_words_add (&w, bitcode);
  int status = ft_cc_execute (d, &w);
  ft_cc_words_release (&w);
  return status;
}

static int compile_plainly (ft_cc_driver *d, const ft_cc_argument *input,
                            const char *output) {
  const ft_invocation *c = &d->command;
  ft_cc_words w = {0};
  ft_cc_words_add_all (&w, &d->compiler);
  add_lenience (&w);
  ft_invocation_flags (c, FT_CC_PHASE_FRONTEND | FT_CC_PHASE_BACKEND, &w);
  ft_cc_dependency_flags (d, input->text, &w);
  if (c->level)
    ft_cc_words_add (&w, c->level);
  if (c->bitcode)
    ft_cc_words_add (&w, "-emit-llvm");
  ft_cc_words_add (&w, c->goal == FT_CC_GOAL_ASSEMBLY ? "-S" : "-c");
  ft_cc_words_add2 (&w, "-o", output);
  add_input (input, &w);
  int status = ft_cc_execute (d, &w);
  ft_cc_words_release (&w);
  return status;
}

// A header is read as its users will be, or clang refuses it later.
static int compile_header (ft_cc_driver *d, const ft_cc_argument *input,
                           const char *output) {
  ft_cc_words w = {0};
  ft_cc_words_add_all (&w, &d->compiler);
  ft_cc_frontend_flags (d, &w);
  ft_cc_dependency_flags (d, input->text, &w);
  ft_cc_words_add (&w, "-c");
  if (output)
    ft_cc_words_add2 (&w, "-o", output);
  add_input (input, &w);
  int status = ft_cc_execute (d, &w);
  ft_cc_words_release (&w);
  return status;
}

static int compile_source (ft_cc_driver *d, const ft_cc_argument *input,
                           const char *output) {
  char *pre = ft_cc_scratch_path (".bc"), *post = ft_cc_scratch_path (".bc");
  int status = run_front (d, input, pre);
  if (!status) {
    ft_error error = FT_NO_ERROR;
    bool good = ft_cc_instrument (d, input->text, pre, post, &error);
    if (!good)
      ft_cc_warn (d, "%s: not instrumented: %s", input->text,
                      error.message);
    status = run_code (d, good ? post : pre, output);
  }
  unlink (pre);
  unlink (post);
  free (pre);
  free (post);
  return status;
}

static const char *why_plain (const ft_cc_driver *d, const ft_cc_argument *input) {
  if (input->input == FT_CC_INPUT_OTHER)
    return "not C or C++";
  return d->command.plain;
}

int ft_cc_compile (ft_cc_driver *d, const ft_cc_argument *input,
                       const char *output) {
  if (input->input == FT_CC_INPUT_HEADER || d->command.headers)
    return compile_header (d, input, d->command.output);
  const char *why = why_plain (d, input);
  if (!why)
    return compile_source (d, input, output);
  ft_cc_warn (d, "%s: not instrumented: %s", input->text, why);
  return compile_plainly (d, input, output);
}

// ---- driver depend ---------------------------------------------------------

// Dependency files are written by the first step, whose output is not the
// user's: what clang derives from -o must be said.

// As clang: from -o when there is one, also when that is a program.
static char *dependency_file (const ft_invocation *c, const char *source) {
  if (!c->output)
    return ft_cc_input_stem (source, ".d");
  const char *slash = strrchr (c->output, '/');
  const char *dot = strrchr (slash ? slash : c->output, '.');
  size_t length = dot ? (size_t)(dot - c->output) : strlen (c->output);
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%.*s.d", (int)length, c->output);
  return ft_strbuf_take (&path);
}

static char *dependency_target (const ft_invocation *c, const char *source) {
  return c->output ? ft_strdup (c->output) : ft_cc_input_stem (source, ".o");
}

void ft_cc_dependency_flags (const ft_cc_driver *d, const char *source, ft_cc_words *out) {
  const ft_invocation *c = &d->command;
  if (!c->depends)
    return;
  if (!c->depend_file) {
    char *file = dependency_file (c, source);
    ft_cc_words_add2 (out, "-MF", file);
    free (file);
  }
  if (!c->depend_target) {
    char *target = dependency_target (c, source);
    ft_cc_words_add2 (out, "-MQ", target);
    free (target);
  }
}

// ---- driver instrument -----------------------------------------------------

// The instrumenter, called in a process of its own: an assertion of LLVM that
// fails there costs the recording of one file, not the user's build.

typedef struct job {
  const ft_cc_driver *driver;
  const char *source, *in, *out;
  int pipe[2]; // the error's message comes this way
} job;

static void warn_function (void *context, const char *message) {
  const job *j = context;
  ft_cc_warn (j->driver, "%s: %s", j->source, message);
}

static int instrument (void *argument) {
  job *j = argument;
  ft_error error = FT_NO_ERROR;
  ft_instrument_options options = {
      .light = j->driver->light,
      .warn = warn_function,
      .context = j};
  if (ft_instrument_file (j->in, j->out, &options, &error))
    return FT_EXIT_OK;
  ssize_t n = write (j->pipe[1], error.message, strlen (error.message));
  return n < 0 || error.code == FT_EXIT_OK ? FT_EXIT_INTERNAL : (int)error.code;
}

bool ft_cc_instrument (const ft_cc_driver *d, const char *source,
                           const char *in, const char *out, ft_error *error) {
  job j = {.driver = d, .source = source, .in = in, .out = out};
  if (pipe (j.pipe)) {
    ft_error_set (error, FT_EXIT_ENVIRONMENT, "no pipe: %s", strerror (errno));
    return false;
  }
  int status = ft_cc_fork (instrument, &j);
  close (j.pipe[1]);
  char message[1024];
  ssize_t n = read (j.pipe[0], message, sizeof message);
  close (j.pipe[0]);
  if (!status)
    return true;
  if (n > 0)
    ft_error_set (error, FT_EXIT_INTERNAL, "%.*s", (int)n, message);
  else
    ft_error_set (error, FT_EXIT_INTERNAL,
                  "the instrumenter failed (status %d)", status);
  return false;
}
