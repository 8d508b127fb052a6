// Child processes, and temporary files that must not outlive this process.
//
// A signal that ends this process is passed to the child that runs.  When the
// child has ended, the temporary directory is removed and the signal raised
// again, so that make sees the expected status.  Handlers only note the signal.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cc/cc_driver.h"

enum { MAX_COMMAND = 96 << 10 }; // bytes; a longer one gets a response file

static const int endings[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { ENDINGS = sizeof endings / sizeof *endings };

static char *directory;     // owned; NULL until the first path is made
static unsigned path_count; // paths made
static volatile sig_atomic_t caught;
static volatile pid_t child;

static void note_signal (int number) {
  caught = number;
  if (child > 0)
    kill (child, number);
}

void ft_cc_scratch_catch_signals (void) {
  struct sigaction action = {.sa_handler = note_signal}, old;
  for (int i = 0; i < ENDINGS; i++)
    if (!sigaction (endings[i], NULL, &old) && old.sa_handler == SIG_DFL)
      sigaction (endings[i], &action, NULL);
}

void ft_cc_scratch_release_signals (void) {
  struct sigaction old;
  for (int i = 0; i < ENDINGS; i++)
    if (!sigaction (endings[i], NULL, &old) && old.sa_handler == note_signal)
      signal (endings[i], SIG_DFL);
}

static void end_if_caught (void) {
  if (!caught)
    return;
  int number = caught;
  ft_cc_scratch_remove ();
  signal (number, SIG_DFL);
  raise (number);
  _exit (128 + number);
}

static void make_directory (void) {
  const char *parent = getenv ("TMPDIR");
  ft_strbuf template = {0};
  ft_strbuf_add (&template, "%s/foretrace-cc-XXXXXX",
                 parent && *parent ? parent : "/tmp");
  directory = ft_strbuf_take (&template);
  if (mkdtemp (directory))
    return;
  fprintf (stderr,
           "foretrace-cc: cannot make a directory in %s: %s; set "
           "TMPDIR to one that can be written\n",
           parent && *parent ? parent : "/tmp", strerror (errno));
  _exit (FT_EXIT_ENVIRONMENT);
}

char *ft_cc_scratch_path (const char *suffix) {
  if (!directory)
    make_directory ();
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/%u%s", directory, path_count++, suffix);
  return ft_strbuf_take (&path);
}

void ft_cc_scratch_remove (void) {
  DIR *entries = directory ? opendir (directory) : NULL;
  for (struct dirent *e; entries && (e = readdir (entries));)
    if (strcmp (e->d_name, ".") && strcmp (e->d_name, ".."))
      unlinkat (dirfd (entries), e->d_name, 0);
  if (entries)
    closedir (entries);
  if (directory)
    rmdir (directory);
  free (directory);
  directory = NULL;
}

// Blocks signals between the last test of 'caught' and the fork of the child
// that a signal should end.
static void block_endings (int how) {
  sigset_t set;
  sigemptyset (&set);
  for (int i = 0; i < ENDINGS; i++)
    sigaddset (&set, endings[i]);
  sigprocmask (how, &set, NULL);
}

int ft_cc_fork (int (*body) (void *), void *argument) {
  int status = 0;
  fflush (NULL);
  block_endings (SIG_BLOCK);
  if (!caught && !(child = fork ())) {
    ft_cc_scratch_release_signals ();
    block_endings (SIG_UNBLOCK);
    _exit (body (argument));
  }
  block_endings (SIG_UNBLOCK);
  if (child < 0) {
    fprintf (stderr, "foretrace-cc: cannot start a process: %s\n",
             strerror (errno));
    return FT_EXIT_ENVIRONMENT;
  }
  while (child && waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  child = 0;
  end_if_caught ();
  return WIFSIGNALED (status) ? 128 + WTERMSIG (status) : WEXITSTATUS (status);
}

static void show_command (const ft_cc_driver *d, const ft_cc_words *words) {
  if (!d->verbose)
    return;
  fprintf (stderr, "%s:", d->name);
  for (size_t i = 0; i < words->size; i++) {
    bool plain =
        words->begin[i][0] && !strpbrk (words->begin[i], " \t\n'\"$\\");
    fprintf (stderr, plain ? " %s" : " '%s'", words->begin[i]);
  }
  putc ('\n', stderr);
}

// Puts the words of a long command into a response file.
static void use_response_file (ft_cc_words *words) {
  size_t length = 0;
  for (size_t i = 0; i < words->size; i++)
    length += strlen (words->begin[i]) + 1;
  if (length < MAX_COMMAND)
    return;
  char *program = ft_strdup (words->begin[0]),
       *path = ft_cc_scratch_path (".rsp");
  ft_cc_words rest = {0}, shorter = {0};
  for (size_t i = 1; i < words->size; i++)
    ft_cc_words_add (&rest, words->begin[i]);
  ft_strbuf at = {0};
  ft_strbuf_add (&at, "@%s", path);
  ft_cc_words_add2 (&shorter, program, ft_strbuf_text (&at));
  if (!ft_cc_words_save (&rest, path)) {
    ft_cc_words_release (words);
    *words = shorter;
  } else
    ft_cc_words_release (&shorter);
  ft_cc_words_release (&rest);
  ft_strbuf_release (&at);
  free (program);
  free (path);
}

static int replace_process (void *words) {
  char **argv = ft_cc_words_argv (words);
  execvp (argv[0], argv);
  fprintf (stderr,
           "foretrace-cc: cannot run '%s': %s; install clang-19 or set "
           "FORETRACE_CC and FORETRACE_CXX\n",
           argv[0], strerror (errno));
  return FT_EXIT_ENVIRONMENT;
}

int ft_cc_execute (const ft_cc_driver *d, ft_cc_words *words) {
  show_command (d, words);
  use_response_file (words);
  return ft_cc_fork (replace_process, words);
}

int ft_cc_exec (const ft_cc_driver *d, ft_cc_words *words) {
  show_command (d, words);
  return replace_process (words);
}
