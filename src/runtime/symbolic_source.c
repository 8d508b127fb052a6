// Reads DIR/symbolic, a text that foretrace writes (record/input_set.h), and
// writes the names of the sources to the file "sources", for readers of the
// run.

#include <string.h>
#include <sys/stat.h>

#include "runtime/config.h"
#include "runtime/syscall.h"
#include "runtime/preallocate.h"
#include "runtime/symbolic.h"
#include "runtime/symbolic_source.h"

ft_symbolic_source ft_symbolic_sources[FT_MAX_SYMBOLIC_SOURCES];
int ft_symbolic_source_count;
bool ft_symbolic_enabled;

// ---- names -----------------------------------------------------------------

size_t ft_symbolic_source_length (const char *name) {
  size_t n = 0;
  while (name[n] && name[n] != '\n')
    n++;
  return n;
}

bool ft_symbolic_source_is (const ft_symbolic_source *s, const char *name,
                            size_t n) {
  return ft_symbolic_source_length (s->name) == n && !memcmp (s->name, name, n);
}

const char *ft_symbolic_source_after (const ft_symbolic_source *s,
                                      const char *prefix) {
  size_t n = strlen (prefix);
  return ft_symbolic_source_length (s->name) >= n &&
                 !memcmp (s->name, prefix, n)
             ? s->name + n
             : NULL;
}

static void write_name (const ft_symbolic_source *s) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "sources", UINT32_MAX);
  int fd = ft_preallocate_open (path, O_WRONLY | O_CREAT | O_APPEND);
  if (fd < 0) {
    ft_files_stop_errno (fd);
    return;
  }
  ft_sys_write (fd, s->name, ft_symbolic_source_length (s->name));
  ft_sys_write (fd, "\n", 1);
  ft_sys_close (fd);
}

int ft_symbolic_source_add (ft_symbolic_source s) {
  if (ft_symbolic_source_count == FT_MAX_SYMBOLIC_SOURCES) {
    ft_warn ("there are more than %d sources of input; no more are symbolic",
             FT_MAX_SYMBOLIC_SOURCES);
    return -1;
  }
  ft_symbolic_sources[ft_symbolic_source_count] = s;
  write_name (ft_symbolic_sources + ft_symbolic_source_count);
  return ft_symbolic_source_count++;
}

// ---- DIR/symbolic ----------------------------------------------------------

// 'MOST - NAME' or 'MOST "BYTES" NAME'
static bool parse_line (const char *at, ft_symbolic_source *s) {
  if (!ft_text_number (&at, &s->most))
    return false;
  if (*at == '"') {
    s->bytes = ++at;
    while (*at && *at != '"' && *at != '\n')
      at++;
  }
  if ((*at != '"' && *at != '-') || at[1] != ' ')
    return false;
  s->name = at + 2;
  return true;
}

bool ft_symbolic_source_stat (const char *path, uint64_t *device,
                              uint64_t *inode) {
  struct stat status;
  if (FT_SYSCALL (newfstatat, AT_FDCWD, path, &status, 0, 0, 0))
    return false;
  *device = status.st_dev;
  *inode = status.st_ino;
  return true;
}

void ft_symbolic_source_path (char path[FT_MAX_PATH], int number) {
  ft_text text = {path, 0, FT_MAX_PATH};
  ft_text_add (&text, "%s/symbolic-%d", ft_config.symbolic, number);
}

// The inodes of DIR/symbolic-N and of the file that it replaces.
static void find_files (int number, ft_symbolic_source *s) {
  static char path[FT_MAX_PATH]; // stacks may be small
  const char *name = ft_symbolic_source_after (s, "file:");
  ft_symbolic_source_path (path, number);
  if (!s->bytes || !ft_symbolic_source_stat (path, &s->device, &s->inode) ||
      !name)
    return;
  size_t n = ft_symbolic_source_length (name);
  if (n < sizeof path) {
    memcpy (path, name, n);
    path[n] = 0;
    ft_symbolic_source_stat (path, &s->old_device, &s->old_inode);
  }
}

static const char *read_text (void) {
  static char path[FT_MAX_PATH]; // stacks may be small
  struct stat status;
  ft_text name = FT_TEXT (path);
  ft_text_add (&name, "%s/symbolic", ft_config.symbolic);
  int fd = ft_sys_open (path, O_RDONLY);
  if (fd < 0 || FT_SYSCALL (newfstatat, fd, "", &status, AT_EMPTY_PATH, 0, 0))
    return NULL;
  size_t size = (size_t)status.st_size;
  char *text = ft_sys_mmap (size + 1, -1, 0); // the rest is zero
  size_t got = 0;
  for (long n = 1; text && got < size && n > 0; got += n > 0 ? (size_t)n : 0)
    n = FT_SYSCALL (read, fd, text + got, size - got, 0, 0, 0);
  ft_sys_close (fd);
  return text;
}

void ft_symbolic_load (void) {
  if (!*ft_config.symbolic || !ft_files_are_of_first_process ())
    return;
  const char *at = read_text ();
  ft_symbolic_enabled = at;
  while (at && ft_text_line (&at)) { // the first line names the format
    ft_symbolic_source s = {0};
    if (!parse_line (at, &s))
      continue;
    find_files (ft_symbolic_source_count, &s);
    ft_symbolic_source_add (s);
  }
  if (!at)
    ft_warn ("cannot read the inputs in '%s'", ft_config.symbolic);
}

void ft_symbolic_after_fork (void) {
  ft_symbolic_enabled = false;
}
