// Checks of the installed programs and libraries, up to a tiny program that is
// built and recorded, and whose recording is read.

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/doctor_checks.h"
#include "replay/debugger.h"
#include "record/directory.h"
#include "record/recording.h"
#include "trace/trace.h"
#include "load/open.h"

// ---- commands ---------------------------------------------------------------

_Noreturn static void execute (const char *const *words, int out) {
  int null = open ("/dev/null", O_RDWR);
  dup2 (null, 0);
  dup2 (out, 1);
  dup2 (out, 2);
  execvp (words[0], (char *const *)words);
  _exit (127);
}

// Runs a command; the beginning of its output goes into 'text'.
static int run_command (const char *const *words, ft_strbuf *text) {
  int ends[2], status = 0;
  if (pipe2 (ends, O_CLOEXEC))
    return -1;
  fflush (NULL);
  pid_t child = fork ();
  if (!child)
    execute (words, ends[1]);
  close (ends[1]);
  char buffer[512];
  for (ssize_t n; (n = read (ends[0], buffer, sizeof buffer)) > 0;)
    if (text->size < 2000)
      ft_strbuf_add_bytes (text, buffer, (size_t)n);
  close (ends[0]);
  if (child < 0 || waitpid (child, &status, 0) < 0)
    return -1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

static int first_line (const ft_strbuf *text) {
  return (int)strcspn (ft_strbuf_text (text), "\n");
}

enum ft_doctor_result ft_doctor_clang (ft_doctor *d, ft_strbuf *text) {
  static const char *const version[] = {"clang-19", "--version", NULL};
  ft_strbuf output = {0};
  (void)d;
  bool fine = !run_command (version, &output);
  if (fine)
    ft_strbuf_add (text, "%.*s", first_line (&output),
                   ft_strbuf_text (&output));
  else
    ft_strbuf_add (text, "clang-19 does not run; foretrace-cc compiles with "
                         "it: apt-get install clang-19");
  ft_strbuf_release (&output);
  return fine ? FT_DOCTOR_OK : FT_DOCTOR_FAIL;
}

// ---- our own parts ----------------------------------------------------------

// The directory of this program.
static bool find_home (char home[PATH_MAX]) {
  ssize_t n = readlink ("/proc/self/exe", home, PATH_MAX - 1);
  if (n <= 0)
    return false;
  home[n] = 0;
  *strrchr (home, '/') = 0;
  return true;
}

enum ft_doctor_result ft_doctor_driver (ft_doctor *d, ft_strbuf *text) {
  char home[PATH_MAX];
  if (find_home (home)) {
    ft_strbuf_add (&d->cc, "%s/foretrace-cc", home);
    if (!access (ft_strbuf_text (&d->cc), X_OK)) {
      ft_strbuf_add (text, "%s", ft_strbuf_text (&d->cc));
      return FT_DOCTOR_OK;
    }
  }
  ft_strbuf_release (&d->cc);
  ft_strbuf_add (text, "not beside this program; it is built where "
                       "llvm-19-dev and clang-19 are installed: apt-get "
                       "install llvm-19-dev clang-19, then make && make "
                       "install");
  return FT_DOCTOR_FAIL;
}

enum ft_doctor_result ft_doctor_runtime (ft_doctor *d, ft_strbuf *text) {
  static const char *const directories[] = {"../lib", "../lib/foretrace", "."};
  char home[PATH_MAX];
  (void)d;
  for (size_t i = 0; find_home (home) && i < 3; i++) {
    ft_strbuf path = {0};
    ft_strbuf_add (&path, "%s/%s/libforetrace-rt.a", home, directories[i]);
    bool found = !access (ft_strbuf_text (&path), R_OK);
    if (found)
      ft_strbuf_add (text, "%s", ft_strbuf_text (&path));
    ft_strbuf_release (&path);
    if (found)
      return FT_DOCTOR_OK;
  }
  ft_strbuf_add (text, "libforetrace-rt.a is not in ../lib of this program: "
                       "make install puts it there");
  return FT_DOCTOR_FAIL;
}

// ---- from end to end --------------------------------------------------------

static const char tiny[] =
    "#include <pthread.h>\n"
    "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
    "static int sum;\n"
    "static void *add (void *arg) {\n"
    "  pthread_mutex_lock (&lock);\n"
    "  sum++;\n"
    "  pthread_mutex_unlock (&lock);\n"
    "  return arg;\n"
    "}\n"
    "int main (void) {\n"
    "  pthread_t t;\n"
    "  pthread_create (&t, 0, add, 0);\n"
    "  add (0);\n"
    "  pthread_join (t, 0);\n"
    "  return sum;\n"
    "}\n";

static enum ft_doctor_result skip (ft_strbuf *text, const char *what) {
  ft_strbuf_add (text, "not tried: %s", what);
  return FT_DOCTOR_FAIL;
}

enum ft_doctor_result ft_doctor_compile (ft_doctor *d, ft_strbuf *text) {
  ft_error error = FT_NO_ERROR;
  ft_strbuf source = {0}, output = {0};
  if (!d->cc.size)
    return skip (text, "there is no foretrace-cc");
  if (!d->work.size ||
      !ft_directory_write (ft_strbuf_text (&d->work), "tiny.c", tiny, &error))
    return skip (text, "no temporary file can be written: set TMPDIR");
  ft_strbuf_add (&source, "%s/tiny.c", ft_strbuf_text (&d->work));
  ft_strbuf_add (&d->program, "%s/tiny", ft_strbuf_text (&d->work));
  const char *const build[] = {ft_strbuf_text (&d->cc),
                               "-g",
                               "-pthread",
                               ft_strbuf_text (&source),
                               "-o",
                               ft_strbuf_text (&d->program),
                               NULL};
  bool fine = !run_command (build, &output) &&
              !access (ft_strbuf_text (&d->program), X_OK);
  if (fine)
    ft_strbuf_add (text, "compiled and linked");
  else {
    ft_strbuf_add (text, "foretrace-cc fails: %.*s", first_line (&output),
                   ft_strbuf_text (&output));
    ft_strbuf_release (&d->program);
  }
  ft_strbuf_release (&source);
  ft_strbuf_release (&output);
  return fine ? FT_DOCTOR_OK : FT_DOCTOR_FAIL;
}

// Whether the tiny program was recorded: two threads add one each under a lock,
// so that its exit status is 2 and its trace has at least two critical
// sections.
static bool check_recording (const char *run, const ft_target_exit *ended,
                             ft_strbuf *text) {
  ft_error error = FT_NO_ERROR;
  if (ended->signal || ended->status != 2) {
    ft_strbuf_add (text,
                   "the recorded program went wrong (status %d, signal "
                   "%d); please report this",
                   ended->status, ended->signal);
    return false;
  }
  ft_trace *trace =
      ft_trace_read (run, (ft_read_options){0}, NULL, NULL, &error);
  bool fine = trace && trace->size >= 8;
  if (!trace)
    ft_strbuf_add (text, "the recording cannot be read: %s", error.message);
  else
    ft_strbuf_add (text, "%lu events%s", (unsigned long)trace->size,
                   fine ? "" : ", which are too few; please report this");
  ft_trace_free (trace);
  return fine;
}

enum ft_doctor_result ft_doctor_record (ft_doctor *d, ft_strbuf *text) {
  ft_error error = FT_NO_ERROR, remark;
  ft_recording recording = {0};
  ft_strbuf run = {0};
  if (!d->program.size)
    return skip (text, "there is no program");
  ft_strbuf_add (&run, "%s/run", ft_strbuf_text (&d->work));
  char *arguments[] = {d->program.text, NULL};
  ft_record_options options = {.directory = ft_strbuf_text (&run)};
  bool fine =
      ft_record_program (&options, arguments, &recording, &remark, &error);
  if (!fine)
    ft_strbuf_add (text, "%s", error.message);
  else if (*remark.message) {
    fine = false;
    ft_strbuf_add (text, "%s", remark.message);
  } else
    fine = check_recording (ft_strbuf_text (&run), &recording.ended, text);
  ft_directory_remove (ft_strbuf_text (&run));
  ft_recording_release (&recording);
  ft_strbuf_release (&run);
  return fine ? FT_DOCTOR_OK : FT_DOCTOR_FAIL;
}

enum ft_doctor_result ft_doctor_gdb (ft_doctor *d, ft_strbuf *text) {
  ft_error error = FT_NO_ERROR;
  (void)d;
  if (ft_debugger_check (&error)) {
    ft_strbuf_add (text, "found, for 'replay --gdb'");
    return FT_DOCTOR_OK;
  }
  ft_strbuf_add (text, "not found; only 'replay --gdb' needs it: apt-get "
                       "install gdb");
  return FT_DOCTOR_WARN;
}
