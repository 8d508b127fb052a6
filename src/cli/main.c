// foretrace: predicts data races from one recorded run.

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/tempfiles.h"
#include "cli/subcommand.h"
#include "grammar/ftz_write.h"

static const struct {
  const char *name, *what;
  int (*run) (int argc, char **argv);
} commands[] = {
#define C(name, what) {#name, what, ft_cli_##name},
    FT_COMMANDS (C)
#undef C
};

static const char *const names[] = {
#define C(name, what) #name,
    FT_COMMANDS (C)
#undef C
        "help",
    NULL};

enum { COUNT = sizeof commands / sizeof *commands };

static void print_help (FILE *file) {
  fputs ("foretrace " FT_VERSION
         ": predicts data races from one recorded run\n\n"
         "usage: foretrace COMMAND [arguments] [options]\n\nCommands:\n",
         file);
  for (int i = 0; i < COUNT; i++)
    fprintf (file, "  %-10s%s\n", commands[i].name, commands[i].what);
  fputs ("\n'foretrace COMMAND --help' describes a command.\n"
         "\nExample:\n  foretrace check examples/hidden.std\n",
         file);
}

// Prints the commands for completions and man pages.
static void list_commands (void) {
  for (int i = 0; i < COUNT; i++)
    printf ("%s\t%s\n", commands[i].name, commands[i].what);
}

static int fail_command (const char *word) {
  const char *near = ft_nearest (word, names);
  ft_error error = FT_NO_ERROR;
  ft_error_set (&error, FT_EXIT_USAGE, "unknown %s '%s'%s%s%s",
                *word == '-' ? "option" : "command", word,
                near ? "; did you mean '" : "", near ? near : "",
                near ? "'?" : " (see foretrace --help)");
  return ft_subcommand_fail (&error);
}

static int end_output (void) {
  return fflush (stdout) ? FT_EXIT_ENVIRONMENT : FT_EXIT_OK;
}

static int run_command (int argc, char **argv) {
  for (int i = 0; i < COUNT; i++)
    if (!strcmp (argv[0], commands[i].name))
      return commands[i].run (argc, argv);
  return fail_command (argv[0]);
}

static int run_help (int argc, char **argv) {
  if (argc < 1) {
    print_help (stdout);
    return end_output ();
  }
  char help[] = "--help", *words[] = {argv[0], help, NULL};
  return run_command (2, words);
}

int main (int argc, char **argv) {
  signal (SIGXFSZ, SIG_IGN); // a size limit is then an error like a full disk
  ft_tempfiles_guard ();
  ft_writer_add (&ft_ftz_format);
  if (argc < 2) {
    print_help (stderr);
    return FT_EXIT_USAGE;
  }
  const char *word = argv[1];
  if (!strcmp (word, "help"))
    return run_help (argc - 2, argv + 2);
  if (!strcmp (word, "--help") || !strcmp (word, "-h"))
    return run_help (0, NULL);
  if (!strcmp (word, "--version") || !strcmp (word, "-V")) {
    puts ("foretrace " FT_VERSION);
    return end_output ();
  }
  if (!strcmp (word, "--list-commands")) {
    list_commands ();
    return end_output ();
  }
  return run_command (argc - 1, argv + 1);
}
