#include "record/libraries.h"

#include <elf.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "foretrace/runtime.h"
#include "run/run_code.h"

static void set_directory (ft_strbuf *path, const char *program) {
  const char *slash = strrchr (program, '/');
  ft_strbuf_add_bytes (path, program, slash ? (size_t)(slash - program) : 0);
}

// Looks for the library in one entry of a search path, with $ORIGIN replaced.
static bool try_entry (const char *entry, size_t length, const char *program,
                       const char *name, ft_strbuf *path) {
  static const char *const origins[] = {"$ORIGIN", "${ORIGIN}"};
  path->size = 0;
  for (int i = 0; i < 2; i++) {
    size_t n = strlen (origins[i]);
    if (length >= n && !memcmp (entry, origins[i], n)) {
      set_directory (path, program);
      entry += n;
      length -= n;
    }
  }
  ft_strbuf_add (path, "%.*s/%s", (int)length, entry, name);
  return !access (ft_strbuf_text (path), R_OK);
}

static bool try_path (const char *list, const char *program, const char *name,
                      ft_strbuf *path) {
  for (const char *end; list && *list; list = end ? end + 1 : NULL) {
    end = strchr (list, ':');
    size_t length = end ? (size_t)(end - list) : strlen (list);
    if (try_entry (list, length, program, name, path))
      return true;
  }
  return false;
}

static bool try_tag (const ft_elf *elf, int64_t tag, const char *program,
                     const char *name, ft_strbuf *path) {
  ft_elf_strings lists = {0};
  ft_elf_dynamic (elf, tag, &lists);
  bool found = false;
  for (size_t i = 0; i < lists.size && !found; i++)
    found = try_path (lists.begin[i], program, name, path);
  FT_RELEASE (lists);
  return found;
}

// Searches as the dynamic linker does, with the directories of the distribution
// instead of its cache.
static bool find_library (const ft_elf *elf, const char *program,
                          const char *name, ft_strbuf *path) {
  return try_tag (elf, DT_RPATH, program, name, path) ||
         try_path (getenv ("LD_LIBRARY_PATH"), program, name, path) ||
         try_tag (elf, DT_RUNPATH, program, name, path) ||
         try_path ("/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib64:"
                   "/usr/lib64:/lib:/usr/lib:/usr/local/lib",
                   program, name, path);
}

static bool is_uninstrumented (const ft_elf *elf, ft_program *program,
                               const char *name) {
  ft_strbuf path = {0};
  ft_elf library;
  bool is_plain = true; // also a library that is not found
  if (find_library (elf, program->path, name, &path) &&
      ft_elf_open (&library, ft_strbuf_text (&path))) {
    is_plain = !ft_elf_has_symbol (&library, "ft_register");
    program->light |= ft_elf_has_section (&library, FT_LIGHT_SECTION);
    ft_elf_close (&library);
  }
  ft_strbuf_release (&path);
  return is_plain;
}

void ft_libraries_find_uninstrumented (ft_program *program, const ft_elf *elf) {
  ft_elf_strings needed = {0};
  ft_elf_dynamic (elf, DT_NEEDED, &needed);
  for (size_t i = 0; i < needed.size; i++) {
    const char *name = needed.begin[i];
    if (!ft_run_is_system_library (name) && is_uninstrumented (elf, program, name))
      FT_PUSH (program->uninstrumented, ft_strdup (name));
  }
  FT_RELEASE (needed);
}
