#include "record/program.h"

#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "foretrace/runtime.h"
#include "record/libraries.h"

void ft_program_release (ft_program *program) {
  free (program->path);
  free (program->build_id);
  for (size_t i = 0; i < program->uninstrumented.size; i++)
    free (program->uninstrumented.begin[i]);
  FT_RELEASE (program->uninstrumented);
  *program = (ft_program){0};
}

static bool fail (ft_error *error, const char *word, const char *what) {
  ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: %s", word, what);
  return false;
}

// ---- finding it ------------------------------------------------------------

static bool is_executable (const char *path) {
  struct stat status;
  return !stat (path, &status) && S_ISREG (status.st_mode) &&
         !access (path, X_OK);
}

static char *search_path (const char *word) {
  const char *path = getenv ("PATH"), *end;
  for (path = path ? path : "/bin:/usr/bin"; path;
       path = end ? end + 1 : NULL) {
    end = strchr (path, ':');
    int length = end ? (int)(end - path) : (int)strlen (path);
    ft_strbuf candidate = {0};
    ft_strbuf_add (&candidate, "%.*s/%s", length ? length : 1,
                   length ? path : ".", word);
    if (is_executable (ft_strbuf_text (&candidate)))
      return ft_strbuf_take (&candidate);
    ft_strbuf_release (&candidate);
  }
  return NULL;
}

static bool explain_missing (const char *word, ft_error *error) {
  struct stat status;
  if (!strchr (word, '/') && !access (word, X_OK)) {
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%s: not found in PATH; did you mean ./%s?", word, word);
    return false;
  }
  if (!strchr (word, '/'))
    return fail (error, word, "not found in PATH");
  if (stat (word, &status))
    return fail (error, word, strerror (errno));
  if (S_ISDIR (status.st_mode))
    return fail (error, word, "is a directory, not a program");
  return fail (error, word, "is not executable (chmod +x makes it so)");
}

static bool locate (ft_program *program, const char *word, ft_error *error) {
  char *found = strchr (word, '/') ? ft_strdup (word) : search_path (word);
  char *real = found && is_executable (found) ? realpath (found, NULL) : NULL;
  free (found);
  if (!real)
    return explain_missing (word, error);
  program->path = real;
  return true;
}

// ---- what it is ------------------------------------------------------------

static bool check_class (const ft_elf *elf, const char *word, ft_error *error) {
  if (ft_elf_is_script (elf))
    return fail (error, word,
                 "is a script; name the program itself, or write --launcher "
                 "if it starts one that was built with foretrace-cc");
  switch (ft_elf_class (elf)) {
  case FT_ELF_64:
    return true;
  case FT_ELF_NONE:
    return fail (error, word, "is no program (ELF file)");
  case FT_ELF_32:
    return fail (error, word,
                 "is a 32-bit program; foretrace records 64-bit ones "
                 "(build it without -m32)");
  case FT_ELF_OTHER_MACHINE:
    return fail (error, word, "is not for this machine (x86-64)");
  }
  return false;
}

static bool check_runtime (const ft_elf *elf, const char *word,
                           ft_error *error) {
  if (!ft_elf_is_dynamic (elf))
    return fail (error, word,
                 "is statically linked; foretrace records programs that use "
                 "the shared C library (link it without -static, with "
                 "foretrace-cc)");
  return ft_elf_defines_symbol (elf, "ft_register") ||
         fail (error, word,
               "was not built with foretrace-cc; build it with: make "
               "CC=foretrace-cc CXX=foretrace-c++");
}

static bool examine (ft_program *program, const char *word, bool launcher,
                     ft_error *error) {
  ft_elf elf;
  if (!ft_elf_open (&elf, program->path))
    return fail (error, word, strerror (errno));
  bool fine = launcher || (check_class (&elf, word, error) &&
                           check_runtime (&elf, word, error));
  if (fine) {
    program->build_id = ft_elf_build_id (&elf);
    program->digest = ft_elf_digest (&elf);
    program->light = ft_elf_has_section (&elf, FT_LIGHT_SECTION);
    if (!launcher)
      ft_libraries_find_uninstrumented (program, &elf);
  }
  ft_elf_close (&elf);
  return fine;
}

bool ft_program_find (ft_program *program, const char *word, bool launcher,
                      ft_error *error) {
  *program = (ft_program){0};
  if (locate (program, word, error) && examine (program, word, launcher, error))
    return true;
  ft_program_release (program);
  return false;
}
