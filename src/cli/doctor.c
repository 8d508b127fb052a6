// 'foretrace doctor': what works here, and how to mend what does not.

#include <stdlib.h>
#include <unistd.h>

#include "cli/subcommand.h"
#include "cli/doctor_checks.h"

static const ft_subcommand command = {
    "doctor", "",
    "Looks at what foretrace needs: the compiler, its runtime, a tiny program\n"
    "built and recorded from end to end, and what the machine permits.  Each\n"
    "line says ok, warn (something works less well) or FAIL, and what to do.\n"
    "Exit status: 0 programs can be recorded, 69 something failed.\n",
    "  foretrace doctor\n"};

static const struct {
  const char *what;
  enum ft_doctor_result (*check) (ft_doctor *, ft_strbuf *);
} checks[] = {
#define C(name, what) {what, ft_doctor_##name},
    FT_DOCTOR_CHECKS (C)
#undef C
};

enum { CHECKS = sizeof checks / sizeof *checks };

static const char *label (enum ft_doctor_result health) {
  switch (health) {
  case FT_DOCTOR_OK:
    return "ok";
  case FT_DOCTOR_WARN:
    return "warn";
  case FT_DOCTOR_FAIL:
    return "FAIL";
  }
  return "?";
}

static bool begin (ft_doctor *doctor) {
  const char *directory = getenv ("TMPDIR");
  ft_strbuf_add (&doctor->work, "%s/foretrace-doctor-XXXXXX",
                 directory && *directory ? directory : "/tmp");
  if (mkdtemp (doctor->work.text))
    return true;
  doctor->work.size = 0;
  doctor->work.text[0] = 0;
  return false;
}

// Removes the directory, in which the checks leave only the program and its
// source.
static void end (ft_doctor *doctor) {
  static const char *const names[] = {"tiny.c", "tiny"};
  for (size_t i = 0; doctor->work.size && i < 2; i++) {
    ft_strbuf path = {0};
    ft_strbuf_add (&path, "%s/%s", ft_strbuf_text (&doctor->work), names[i]);
    unlink (ft_strbuf_text (&path));
    ft_strbuf_release (&path);
  }
  if (doctor->work.size)
    rmdir (ft_strbuf_text (&doctor->work));
  ft_strbuf_release (&doctor->work);
  ft_strbuf_release (&doctor->cc);
  ft_strbuf_release (&doctor->program);
}

static const char *color_of (enum ft_doctor_result health) {
  switch (health) {
  case FT_DOCTOR_OK:
    return "\033[32m";
  case FT_DOCTOR_WARN:
    return "\033[1;33m";
  case FT_DOCTOR_FAIL:
    return "\033[1;31m";
  }
  return "";
}

static int examine (ft_doctor *doctor, bool color) {
  int counts[FT_DOCTOR_FAIL + 1] = {0};
  for (int i = 0; i < CHECKS; i++) {
    ft_strbuf text = {0};
    enum ft_doctor_result health = checks[i].check (doctor, &text);
    counts[health]++;
    printf ("%s%-5s%s %-22s %s\n", color ? color_of (health) : "",
            label (health), color ? "\033[0m" : "", checks[i].what,
            ft_strbuf_text (&text));
    fflush (stdout);
    ft_strbuf_release (&text);
  }
  printf ("---\n%d ok, %d to know about, %d failed\n", counts[FT_DOCTOR_OK],
          counts[FT_DOCTOR_WARN], counts[FT_DOCTOR_FAIL]);
  if (!counts[FT_DOCTOR_FAIL])
    puts ("Next: make CC=foretrace-cc CXX=foretrace-c++ in a fresh directory, "
          "then: foretrace run -- ./prog");
  return counts[FT_DOCTOR_FAIL] || fflush (stdout) ? FT_EXIT_ENVIRONMENT
                                                   : FT_EXIT_OK;
}

int ft_cli_doctor (int argc, char **argv) {
  bool help = false;
  int color = FT_AUTO;
  const ft_option table[] = {FT_ROW_COLOR (&color), FT_OPTION_HELP (&help),
                             FT_OPTION_END};
  ft_words words = {0};
  int code;
  if (ft_subcommand_begin (&command, table, &help, argc, argv, &words, &code)) {
    ft_doctor doctor = {0};
    begin (&doctor);
    code = examine (&doctor, ft_subcommand_color (color, NULL));
    end (&doctor);
  }
  FT_RELEASE (words);
  return code;
}
