// Compiles one source: clang writes bitcode, the instrumenter rewrites it,
// clang makes the object.  A source that cannot be instrumented is compiled
// without, and with one warning.

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cc/cc_driver.h"
#include "cc/sv_comp.h"
#include "instrument/instrument.h"

// The last -O of a command counts; without any the level is 0.
static bool optimises (const ft_invocation *c) {
  return c->level && strcmp (c->level, "-O0");
}

// The frontend runs with -O1 without its passes, whatever the user's level:
// with -O0 clang would mark every function as not to be optimised.  The macros
// are those of the user's level.
static void add_level_macros (const ft_invocation *c, ft_cc_words *out) {
  if (!optimises (c)) {
    ft_cc_words_add (out, "-U__OPTIMIZE__");
    ft_cc_words_add (out, "-D__NO_INLINE__=1");
  } else if (!strcmp (c->level, "-Os") || !strcmp (c->level, "-Oz"))
    ft_cc_words_add (out, "-D__OPTIMIZE_SIZE__=1");
  else if (!strcmp (c->level, "-Ofast"))
    ft_cc_words_add (out, "-ffast-math");
}

// Fortified functions (__memcpy_chk, __printf_chk) would bypass the wrappers of
// the functions without checks.  -Wp comes behind every -D, also behind the
// user's -Wp.
static const char no_fortify[] = "-Wp,-U_FORTIFY_SOURCE";

// Errors of clang that are warnings of gcc 12, so that programs for the
// system's compiler build here, too.  The user's own flags come later and
// override these.
static const char *const lenient[] = {
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=reserved-user-defined-literal",
    "-Wno-error=c++11-narrowing",
    "-Wno-error=register",
    "-Wno-error=return-type",
    "-Wno-error=non-pod-varargs",
    "-Wno-error=enum-constexpr-conversion",
    // A C++ function that ends without its value returns anything, as gcc -O0
    // does; clang makes the end unreachable.
    "-fno-strict-return",
};

static void add_lenient_flags (ft_cc_words *out) {
  ft_cc_words_add2 (out, "-Qunused-arguments", "-Wno-unknown-warning-option");
  ft_cc_words_add (out, "-Wno-ignored-optimization-argument");
  for (size_t i = 0; i < sizeof lenient / sizeof *lenient; i++)
    ft_cc_words_add (out, lenient[i]);
}

// The directory of headers that replace headers of libstdc++.
static void add_headers (ft_cc_words *out) {
  char *path = ft_cc_installed_file ("include");
  if (path)
    ft_cc_words_add2 (out, "-isystem", path);
  free (path);
}

void ft_cc_frontend_flags (const ft_cc_driver *d, ft_cc_words *out) {
  const ft_invocation *c = &d->invocation;
  add_lenient_flags (out);
  // Otherwise -O1 marks every loop as never to be unrolled.
  ft_cc_words_add (out, "-funroll-loops");
  ft_invocation_flags (c, FT_CC_PHASE_FRONTEND, out);
  ft_cc_words_add (out, no_fortify);
  ft_cc_words_add (out, "-D__FORETRACE__=1");
  add_level_macros (c, out);
  if (d->sv_comp) // what is wrong there is not for its user to mend
    ft_cc_words_add (out, "-w");
  add_headers (out);
  ft_cc_words_add2 (out, "-O1", "-g");
  ft_cc_words_add2 (out, "-Xclang", "-disable-llvm-passes");
}

// Instrumented code without optimisation is too slow: at least -O1.  The passes
// before instrumentation have already cost what a debugger would miss.
static void add_code_flags (const ft_cc_driver *d, ft_cc_words *out) {
  const ft_invocation *c = &d->invocation;
  ft_cc_words_add2 (out, "-Qunused-arguments", "-w");
  ft_invocation_flags (c, FT_CC_PHASE_BACKEND, out);
  ft_cc_words_add (out, optimises (c) ? c->level : "-O1");
  if (c->emits_bitcode)
    ft_cc_words_add (out, "-emit-llvm");
  ft_cc_words_add (out, c->goal == FT_CC_GOAL_ASSEMBLY ? "-S" : "-c");
}

static void add_input (const ft_cc_argument *input, ft_cc_words *out) {
  if (input->language)
    ft_cc_words_add2 (out, "-x", input->language);
  ft_cc_words_add (out, input->text);
}

static int run_frontend (ft_cc_driver *d, const ft_cc_argument *input,
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

static int run_backend (ft_cc_driver *d, const char *bitcode,
                        const char *output) {
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

static int compile_uninstrumented (ft_cc_driver *d, const ft_cc_argument *input,
                                   const char *output) {
  const ft_invocation *c = &d->invocation;
  ft_cc_words w = {0};
  ft_cc_words_add_all (&w, &d->compiler);
  add_lenient_flags (&w);
  ft_invocation_flags (c, FT_CC_PHASE_FRONTEND | FT_CC_PHASE_BACKEND, &w);
  ft_cc_dependency_flags (d, input->text, &w);
  if (c->level)
    ft_cc_words_add (&w, c->level);
  if (c->emits_bitcode)
    ft_cc_words_add (&w, "-emit-llvm");
  ft_cc_words_add (&w, c->goal == FT_CC_GOAL_ASSEMBLY ? "-S" : "-c");
  ft_cc_words_add2 (&w, "-o", output);
  add_input (input, &w);
  int status = ft_cc_execute (d, &w);
  ft_cc_words_release (&w);
  return status;
}

// A header must be read with the flags of its users, or clang refuses it there.
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

// The input of the frontend: that of the user, or, of a preprocessed program of
// SV-COMP, a copy with sizes that fit this machine.
static int read_source (ft_cc_driver *d, const ft_cc_argument *input,
                        const char *bitcode) {
  char *fitted = d->sv_comp ? ft_sv_comp_fit (d, input->text) : NULL;
  ft_cc_argument copy = *input;
  copy.text = fitted ? fitted : input->text;
  int status = run_frontend (d, &copy, bitcode);
  if (fitted)
    unlink (fitted);
  free (fitted);
  return status;
}

static int compile_source (ft_cc_driver *d, const ft_cc_argument *input,
                           const char *output) {
  char *pre = ft_cc_scratch_path (".bc"), *post = ft_cc_scratch_path (".bc");
  int status = read_source (d, input, pre);
  if (!status) {
    ft_error error = FT_NO_ERROR;
    bool good = ft_cc_instrument (d, input->text, pre, post, &error);
    if (!good)
      ft_cc_warn (d, "%s: not instrumented: %s", input->text, error.message);
    status = run_backend (d, good ? post : pre, output);
  }
  unlink (pre);
  unlink (post);
  free (pre);
  free (post);
  return status;
}

static const char *why_not_instrumented (const ft_cc_driver *d,
                                         const ft_cc_argument *input) {
  if (input->input == FT_CC_INPUT_OTHER)
    return "not C, C++ or LLVM IR";
  return d->invocation.not_instrumented;
}

int ft_cc_compile (ft_cc_driver *d, const ft_cc_argument *input,
                   const char *output) {
  if (input->input == FT_CC_INPUT_HEADER || d->invocation.emits_header)
    return compile_header (d, input, d->invocation.output);
  const char *why = why_not_instrumented (d, input);
  if (!why)
    return compile_source (d, input, output);
  ft_cc_warn (d, "%s: not instrumented: %s", input->text, why);
  return compile_uninstrumented (d, input, output);
}

// ---- dependency files ------------------------------------------------------

// The frontend writes the dependency file.  Its -o is not the user's, so that
// the names which clang derives from -o are passed explicitly.

// As in clang, the name is derived from -o, even that of a program.
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

void ft_cc_dependency_flags (const ft_cc_driver *d, const char *source,
                             ft_cc_words *out) {
  const ft_invocation *c = &d->invocation;
  if (!c->makes_dependencies)
    return;
  if (!c->names_dependency_file) {
    char *file = dependency_file (c, source);
    ft_cc_words_add2 (out, "-MF", file);
    free (file);
  }
  if (!c->names_dependency_target) {
    char *target = dependency_target (c, source);
    ft_cc_words_add2 (out, "-MQ", target);
    free (target);
  }
}

// ---- the instrumenter ------------------------------------------------------

// The instrumenter runs in a child process: if an assertion of LLVM fails
// there, one file is not recorded, but the user's build succeeds.

typedef struct job {
  const ft_cc_driver *driver;
  const char *source, *in, *out;
  int pipe[2]; // for the message of an error
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
      .sv_comp = j->driver->sv_comp,
      .keeps_accesses = !optimises (&j->driver->invocation),
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
