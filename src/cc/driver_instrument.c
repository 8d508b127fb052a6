// The instrumenter, called in a process of its own: an assertion of LLVM that
// fails there costs the recording of one file, not the user's build.

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cc/cc_driver.h"
#include "instrument/instrument.h"

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
      .embed = j->driver->command.goal != FT_CC_GOAL_ASSEMBLY &&
               !j->driver->command.bitcode, // people read those
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
