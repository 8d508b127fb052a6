#include "record/recording.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/directory.h"
#include "record/trace_writer.h"
#include "record/run_file.h"
#include "run/run.h"
#include "run/run_checksums.h"

const char *const ft_sched_policy_names[] = {
#define S(name) #name,
    FT_SCHED_POLICIES (S)
#undef S
        NULL};

// Default slice of light code, which counts words much faster than full code
// writes them.
enum { LIGHT_SLICE = 2000000 };

const char *const ft_recording_mode_names[] = {"full", "light", "parallel",
                                               NULL};

void ft_recording_release (ft_recording *r) {
  ft_strbuf_release (&r->directory);
  *r = (ft_recording){0};
}

// ---- files for the runtime and later commands -------------------------------

static bool write_config (const ft_record_options *o, const char *run,
                          ft_error *error) {
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "mode %s\nschedule %s\nseed %" PRIu64 "\n",
                 ft_recording_mode_names[o->mode],
                 ft_sched_policy_names[o->schedule], o->seed);
  if (o->slice)
    ft_strbuf_add (&text, "slice %" PRIu64 "\n", o->slice);
  if (o->most_bytes) {
    uint64_t words = o->most_bytes / 8;
    ft_strbuf_add (&text, "max-words %" PRIu64 "\n", words ? words : 1);
  }
  ft_strbuf_add (&text, "%s%s%s", o->schedule_text ? "plan 1\n" : "",
                 o->isolated ? "" : "deadlock exit\n",
                 o->config ? o->config : "");
  if (o->inputs)
    ft_strbuf_add (&text, "symbolic %s\n", run);
  bool fine =
      (!o->inputs || ft_input_set_write_run (o->inputs, run, error)) &&
      ft_directory_write (run, "config", ft_strbuf_text (&text), error) &&
      (!o->schedule_text ||
       ft_directory_write (run, "plan", o->schedule_text, error));
  ft_strbuf_release (&text);
  return fine;
}

// A replay can have the same standard input only if that is a file, which is
// read from its beginning.
static void set_input (ft_run_file *file, const ft_input_set *inputs) {
  struct stat status;
  char path[4096];
  const char *kind = "nothing";
  file->input = inputs ? ft_input_set_stdin (inputs) : NULL;
  if (file->input) {
    file->input_kind = ft_strdup ("file");
    return;
  }
  ssize_t n = readlink ("/proc/self/fd/0", path, sizeof path - 1);
  if (n > 0 && !fstat (0, &status)) {
    path[n] = 0;
    kind = S_ISREG (status.st_mode) && !lseek (0, 0, SEEK_CUR) ? "file"
           : isatty (0)                                        ? "terminal"
           : S_ISCHR (status.st_mode)                          ? "nothing"
                                                               : "pipe";
    if (!strcmp (kind, "file"))
      file->input = ft_strdup (path);
  }
  file->input_kind = ft_strdup (kind);
}

static bool set_directory (ft_run_file *file, ft_error *error) {
  file->directory = realpath (".", NULL);
  if (file->directory)
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "cannot find the current directory: %s", strerror (errno));
  return false;
}

static void fill_run_file (ft_run_file *file, const ft_record_options *o,
                           const ft_program *program, char **arguments) {
  file->version = ft_strdup (FT_VERSION);
  file->wire = FT_WIRE_VERSION;
  file->program = ft_strdup (program->path);
  file->build_id = ft_strdup (program->build_id);
  file->digest = program->digest;
  file->launcher = o->launcher;
  file->mode = ft_strdup (ft_recording_mode_names[o->mode]);
  file->schedule = ft_strdup (ft_sched_policy_names[o->schedule]);
  file->seed = o->seed;
  file->slice = o->slice;
  for (char **a = arguments; *a; a++)
    FT_PUSH (file->arguments, ft_strdup (*a));
  for (size_t i = 0; i < program->uninstrumented.size; i++)
    FT_PUSH (file->uninstrumented,
             ft_strdup (program->uninstrumented.begin[i]));
  for (char **e = environ; *e; e++)
    if (strncmp (*e, "FORETRACE_RUN=", strlen ("FORETRACE_RUN=")))
      FT_PUSH (file->environment, ft_strdup (*e));
  ft_descriptors_list (&file->descriptors);
  set_input (file, o->inputs);
}

static bool write_run_file (const ft_record_options *o,
                            const ft_program *program, char **arguments,
                            const char *run, ft_error *error) {
  ft_run_file file = {0};
  ft_strbuf json = {0};
  fill_run_file (&file, o, program, arguments);
  bool fine = set_directory (&file, error);
  if (fine) {
    ft_run_file_write (&file, &json);
    fine = ft_directory_write (run, "run.json", ft_strbuf_text (&json), error);
  }
  ft_strbuf_release (&json);
  ft_run_file_release (&file);
  return fine;
}

// ---- the run ---------------------------------------------------------------

static bool explain_silence (const ft_record_options *o, const char *program,
                             const ft_target_exit *ended, ft_error *error) {
  if (o->launcher)
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%s: nothing was recorded: it started no program that was "
                  "built with foretrace-cc",
                  program);
  else if (ended->signal)
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%s: nothing was recorded: signal %d (%s) ended it before "
                  "it began",
                  program, ended->signal, strsignal (ended->signal));
  else
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%s: nothing was recorded: its runtime did not start (exit "
                  "status %d); 'foretrace doctor' reports what is missing",
                  program, ended->status);
  return false;
}

// Writes status.json in every case.
static bool conclude (const ft_record_options *o, const char *program,
                      ft_recording *r, ft_error *remark, ft_error *error) {
  const char *run = ft_strbuf_text (&r->directory);
  struct ft_wire_control control;
  bool recorded = ft_directory_control (run, &control);
  if (!ft_status_write (run, &r->ended, recorded, error))
    return false;
  if (!recorded)
    return explain_silence (o, program, &r->ended, error);
  if (!ft_run_is_of_program (run, error))
    return false;
  if (!o->uncompressed)
    ft_directory_pack (run, remark);
  ft_error full;
  if (!ft_run_checksums_write (run, &full) && !remark->code)
    *remark = full;
  return true;
}

static bool run_with_writer (const ft_record_options *o,
                             const ft_target *target, ft_target_exit *ended,
                             ft_error *remark, ft_error *error) {
  ft_trace_writer *writer =
      o->mode == FT_RECORDING_FULL
          ? ft_trace_writer_start (target->run, !o->uncompressed)
          : NULL;
  bool fine = ft_target_run (target, ended, error);
  if (writer)
    ft_trace_writer_end (writer, remark);
  return fine;
}

// The file that becomes standard input; NULL for foretrace's own.  A symbolic
// standard input is a file of the run.  One of many runs gets foretrace's
// standard input only if that is a file, which each run can read from its
// beginning.
static char *input_of (const ft_record_options *o, const char *run) {
  struct stat status;
  ft_strbuf path = {0};
  char *name = o->inputs ? ft_input_set_stdin (o->inputs) : NULL;
  if (name)
    ft_strbuf_add (&path, "%s/%s", run, name);
  else if (o->isolated && !fstat (0, &status) && S_ISREG (status.st_mode))
    ft_strbuf_add (&path, "/proc/self/fd/0");
  else if (o->isolated)
    ft_strbuf_add (&path, "/dev/null");
  free (name);
  return path.size ? ft_strbuf_take (&path) : NULL;
}

static bool run (const ft_record_options *o, const ft_program *program,
                 char **arguments, ft_recording *r, ft_error *remark,
                 ft_error *error) {
  const char *directory = ft_strbuf_text (&r->directory);
  char *input = input_of (o, directory);
  ft_target target = {.path = program->path,
                      .arguments = arguments,
                      .run = directory,
                      .input = input,
                      .inputs = o->inputs,
                      .silent = o->isolated,
                      .replay = o->isolated,
                      .insistent = o->insistent,
                      .seconds = o->seconds,
                      .watch = o->watch,
                      .context = o->context};
  bool fine = write_config (o, directory, error) &&
              write_run_file (o, program, arguments, directory, error) &&
              run_with_writer (o, &target, &r->ended, remark, error);
  free (input);
  if (fine)
    return conclude (o, arguments[0], r, remark, error);
  ft_directory_remove (directory);
  return false;
}

static const char *last_part (const char *path) {
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

static bool can_have_inputs (const ft_record_options *o, const char *program,
                             ft_error *error) {
  if (!o->inputs || o->mode == FT_RECORDING_FULL)
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: a light recording has no symbolic inputs; build it "
                "without --foretrace-light, record without --mode light",
                program);
  return false;
}

// Threads that run at a time are not scheduled, and code that writes records
// has no order of its atomic accesses.
static bool can_be_parallel (const ft_record_options *o,
                             const ft_program *program, ft_error *error) {
  bool wanted = o->mode == FT_RECORDING_PARALLEL;
  if (wanted && !program->light && !o->launcher)
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%s: --mode parallel needs a light build: build it with "
                  "foretrace-cc --foretrace-light, and without for 'foretrace "
                  "expand'",
                  program->path);
  else if (wanted && (o->schedule || o->schedule_text))
    ft_error_set (error, FT_EXIT_USAGE,
                  "--mode parallel: threads run as they run natively; leave "
                  "--schedule out, or use --mode light");
  else
    return true;
  return false;
}

bool ft_record_program (const ft_record_options *o, char **arguments,
                        ft_recording *r, ft_error *remark, ft_error *error) {
  ft_program program;
  *r = (ft_recording){0};
  *remark = FT_NO_ERROR;
  if (!ft_program_find (&program, arguments[0], o->launcher, error))
    return false;
  ft_record_options options = *o;
  if (program.light && o->mode == FT_RECORDING_FULL)
    options.mode = FT_RECORDING_LIGHT;
  if (program.light && !o->slice && o->mode != FT_RECORDING_PARALLEL)
    options.slice = LIGHT_SLICE;
  char **given =
      o->inputs ? ft_input_set_arguments (o->inputs, arguments) : NULL;
  bool fine =
      can_have_inputs (&options, arguments[0], error) &&
      can_be_parallel (&options, &program, error) &&
      ft_directory_make (o->directory, last_part (program.path), &r->directory,
                         error) &&
      run (&options, &program, given ? given : arguments, r, remark, error);
  free (given);
  ft_program_release (&program);
  return fine;
}
