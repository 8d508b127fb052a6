// Constructors of one module run one after another, so the file "modules"
// (runtime/wire.h) has about one line per module.  An object costs a look-up
// that takes no lock and is logarithmic in the number of modules (dladdr would
// search all symbols).

#include <dlfcn.h>
#include <link.h>

#include "runtime/files.h"
#include "runtime/syscall.h"
#include "runtime/modules.h"
#include "runtime/preallocate.h"

static const struct link_map *last;

enum { MOST_MODULES = 256 }; // others count as modules with objects
static const struct link_map *modules[MOST_MODULES];
static unsigned count;

// The link map has an empty name for the program, and argv[0] may be anything.
static void add_program (ft_text *line) {
  static char path[FT_MAX_PATH]; // stacks may be small
  long n = FT_SYSCALL (readlinkat, AT_FDCWD, "/proc/self/exe", path,
                       sizeof path - 1, 0, 0);
  path[n > 0 ? n : 0] = 0;
  ft_text_add (line, "%s", path);
}

// Replaces line breaks, which end a line of the file.
static void flatten (ft_text *line) {
  for (size_t i = 0; i < line->size; i++)
    if (line->bytes[i] == '\n')
      line->bytes[i] = '?';
}

void ft_modules_add_path (ft_text *line, const char *name) {
  if (*name)
    ft_text_add (line, "%s", name);
  else
    add_program (line);
  flatten (line);
  ft_text_add (line, "\n");
}

static void write_line (const ft_text *line) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "modules", UINT32_MAX);
  int fd = ft_preallocate_open (path, O_WRONLY | O_CREAT | O_APPEND);
  long n = fd < 0 ? fd : ft_sys_write (fd, line->bytes, line->size);
  if (fd >= 0)
    ft_sys_close (fd);
  if (n != (long)line->size)
    ft_files_stop_errno (n < 0 ? (int)n : -ENOSPC);
}

void ft_modules_add (const void *object, uint64_t at) {
  static char bytes[FT_MAX_PATH + 32];
  struct dl_find_object found;
  if (_dl_find_object ((void *)object, &found) || found.dlfo_link_map == last)
    return;
  last = found.dlfo_link_map;
  if (count < MOST_MODULES)
    modules[count++] = last;
  ft_text line = FT_TEXT (bytes);
  ft_text_add (&line, "%llu ", (unsigned long long)at);
  ft_modules_add_path (&line, last->l_name);
  write_line (&line);
}

bool ft_modules_has (const void *function) {
  struct dl_find_object found;
  unsigned i = 0;
  if (count == MOST_MODULES ||
      _dl_find_object ((void *)(uintptr_t)function, &found))
    return true;
  while (i < count && modules[i] != found.dlfo_link_map)
    i++;
  return i < count;
}
