// Where bytes come from that a search may choose (see 'symbolic.h').  The
// sources are those of DIR/symbolic, a text of foretrace's
// (src/replay/input_set.h), and those that 'foretrace_input' names.

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/config.h"
#include "record/files.h"
#include "record/kernel.h"
#include "record/space.h"
#include "record/symbolic.h"
#include "record/touch.h"

enum { SOURCES = 512, NAME = 4096 + 16 };

struct source {
  const char *name;  // ends at a line end, or a zero
  const char *bytes; // as \xNN or what they are, up to a '"'; NULL: its own
  uint64_t most;
  uint64_t device, inode;         // of what is opened; inode 0: nothing is
  uint64_t old_device, old_inode; // of what is not, then
  uint64_t given;                 // bytes that 'foretrace_input' gave
};

static struct source sources[SOURCES];
static int count;
static bool on; // this process tells of inputs

// ---- names -----------------------------------------------------------------

static size_t length_of (const char *name) {
  size_t n = 0;
  while (name[n] && name[n] != '\n')
    n++;
  return n;
}

static bool is_called (const struct source *s, const char *name, size_t n) {
  return length_of (s->name) == n && !memcmp (s->name, name, n);
}

// What stands behind the prefix; NULL if the name does not begin so.
static const char *after (const struct source *s, const char *prefix) {
  size_t n = strlen (prefix);
  return length_of (s->name) >= n && !memcmp (s->name, prefix, n) ? s->name + n
                                                                  : NULL;
}

static void tell_name (const struct source *s) {
  static char path[FT_PATH]; // stacks may be small
  ft_files_path (path, "sources", UINT32_MAX);
  int fd = ft_space_open (path, O_WRONLY | O_CREAT | O_APPEND);
  if (fd < 0) {
    ft_files_stop_for (fd);
    return;
  }
  ft_write (fd, s->name, length_of (s->name));
  ft_write (fd, "\n", 1);
  ft_close (fd);
}

static int add_source (struct source s) {
  if (count == SOURCES) {
    ft_warn ("there are more than %d sources of input; no more are told of",
             SOURCES);
    return -1;
  }
  sources[count] = s;
  tell_name (sources + count);
  return count++;
}

// ---- DIR/symbolic ----------------------------------------------------------

// "MOST -" or "MOST "BYTES"", and the name.
static bool parse_line (const char *at, struct source *s) {
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

static bool look_at (const char *path, uint64_t *device, uint64_t *inode) {
  struct stat status;
  if (FT_KERNEL (newfstatat, AT_FDCWD, path, &status, 0, 0, 0))
    return false;
  *device = status.st_dev;
  *inode = status.st_ino;
  return true;
}

static void path_of (char path[FT_PATH], int number) {
  ft_text text = {path, 0, FT_PATH};
  ft_text_add (&text, "%s/symbolic-%d", ft_config.symbolic, number);
}

// The file that it is, and the one that the program knows.
static void find_file (int number, struct source *s) {
  static char path[FT_PATH]; // stacks may be small
  const char *name = after (s, "file:");
  path_of (path, number);
  if (!s->bytes || !look_at (path, &s->device, &s->inode) || !name)
    return;
  size_t n = length_of (name);
  if (n < sizeof path) {
    memcpy (path, name, n);
    path[n] = 0;
    look_at (path, &s->old_device, &s->old_inode);
  }
}

static const char *read_text (void) {
  static char path[FT_PATH]; // stacks may be small
  struct stat status;
  ft_text name = FT_TEXT (path);
  ft_text_add (&name, "%s/symbolic", ft_config.symbolic);
  int fd = ft_open (path, O_RDONLY);
  if (fd < 0 || FT_KERNEL (newfstatat, fd, "", &status, AT_EMPTY_PATH, 0, 0))
    return NULL;
  size_t size = (size_t)status.st_size;
  char *text = ft_map (size + 1, -1, 0); // the rest is zero
  size_t got = 0;
  for (long n = 1; text && got < size && n > 0; got += n > 0 ? (size_t)n : 0)
    n = FT_KERNEL (read, fd, text + got, size - got, 0, 0, 0);
  ft_close (fd);
  return text;
}

void ft_symbolic_load (void) {
  if (!*ft_config.symbolic || !ft_files_are_first ())
    return;
  const char *at = read_text ();
  on = at;
  while (at && ft_text_line (&at)) { // the first one is its format
    struct source s = {0};
    if (!parse_line (at, &s))
      continue;
    find_file (count, &s);
    add_source (s);
  }
  if (!at)
    ft_warn ("cannot read the inputs in '%s'", ft_config.symbolic);
}

void ft_symbolic_forked (void) {
  on = false;
}

// ---- records ---------------------------------------------------------------

static uint64_t load (const unsigned char *p, unsigned bytes) {
  uint64_t word = 0;
  for (unsigned i = 0; i < bytes; i++)
    word |= (uint64_t)p[i] << 8 * i;
  return word;
}

enum { AT_ONCE = 8 }; // records that one checkpoint is good for

void ft_writes_symbols (ft_thread *t, ft_symbols *from, const volatile void *to,
                        size_t size) {
  const unsigned char *p = (const unsigned char *)to;
  uint64_t most = on && from->source >= 0 ? sources[from->source].most : 0;
  uint64_t left = from->offset < most ? most - from->offset : 0;
  size_t told = !t ? 0 : size < left ? size : (size_t)left;
  for (size_t i = 0, records = 1; i < told; records++) {
    // However it is aligned, which may differ between runs.
    unsigned n = told - i < 8 ? (unsigned)(told - i) : 8;
    ft_log2 (t, FT_WIRE_SYMBOLIC, ft_address (p + i), load (p + i, n),
             FT_WIRE_SOURCE (n, from->source, from->offset + i));
    i += n;
    if (records % AT_ONCE == 0)
      ft_checkpoint (t);
  }
  ft_writes (t, p + told, size - told);
  from->offset += size;
}

void ft_writes_end (ft_thread *t, ft_symbols from, const char *end) {
  if (t && from.source >= 0)
    ft_log2 (t, FT_WIRE_SYMBOLIC, ft_address (end), 0,
             FT_WIRE_SOURCE (1, FT_WIRE_NO_SOURCE, 0));
  else
    ft_writes (t, end, 1);
}

static void tell (ft_thread *t, const unsigned char *p, size_t size,
                  unsigned flags) {
  for (size_t i = 0; i < size; i += 8) {
    unsigned n = size - i < 8 ? (unsigned)(size - i) : 8;
    if (flags)
      ft_checkpoint (t);
    ft_log2 (t, FT_WIRE_TOLD, ft_address (p + i), load (p + i, n), n | flags);
  }
}

enum { MOST_TOLD = 64 }; // of two strings: 48 words

void ft_tells (ft_thread *t, const void *from, size_t size) {
  if (on && t)
    tell (t, from, size < MOST_TOLD ? size : MOST_TOLD, 0);
}

bool ft_symbolic_scans (const ft_thread *t, const char *format) {
  return on && t && ft_scan_is_simple (format);
}

void ft_tells_scan (ft_thread *t, int result) {
  ft_log2 (t, FT_WIRE_TOLD, 0, (uint32_t)result, FT_WIRE_SCANS);
}

void ft_writes_number (ft_thread *t, const void *to, size_t size) {
  ft_log2 (t, FT_WIRE_SYMBOLIC, ft_address (to), load (to, (unsigned)size),
           FT_WIRE_SOURCE (size, FT_WIRE_NUMBER, 0));
}

// Classes of characters, which <ctype.h> looks up in place; from -128 on.
static void tell_classes (ft_thread *t) {
  enum { FROM = 128, COUNT = 384 };
  const unsigned short *classes = *__ctype_b_loc () - FROM;
  const int *lower = *__ctype_tolower_loc () - FROM;
  const int *upper = *__ctype_toupper_loc () - FROM;
  tell (t, (const void *)classes, COUNT * sizeof *classes, FT_WIRE_FIXED);
  tell (t, (const void *)lower, COUNT * sizeof *lower, FT_WIRE_FIXED);
  tell (t, (const void *)upper, COUNT * sizeof *upper, FT_WIRE_FIXED);
}

// ---- arguments and environment ---------------------------------------------

static void tell_text (ft_thread *t, int number, const char *text) {
  ft_symbols s = {number, 0};
  ft_checkpoint (t);
  ft_writes_symbols (t, &s, text, strlen (text));
  ft_writes_end (t, s, text + strlen (text));
}

static int argument_of (const struct source *s) {
  const char *at = after (s, "arg");
  int number = 0;
  for (; at && *at >= '0' && *at <= '9' && number < 1000000; at++)
    number = 10 * number + (*at - '0');
  return number;
}

static const char *variable_of (const struct source *s, char **environment) {
  const char *name = after (s, "env:");
  size_t n = name ? length_of (name) : 0;
  for (; name && *environment; environment++)
    if (!strncmp (*environment, name, n) && (*environment)[n] == '=')
      return *environment + n + 1;
  return NULL;
}

void ft_symbolic_begin (ft_thread *t, int arguments, char **list,
                        char **environment) {
  if (on && t)
    tell_classes (t);
  for (int i = 0; on && t && i < count; i++) {
    int argument = argument_of (sources + i);
    const char *variable = variable_of (sources + i, environment);
    if (argument && argument < arguments)
      tell_text (t, i, list[argument]);
    else if (variable)
      tell_text (t, i, variable);
  }
}

// ---- files -----------------------------------------------------------------

ft_symbols ft_symbols_of (ft_thread *t, int fd) {
  struct stat status;
  if (!on || !t || FT_KERNEL (newfstatat, fd, "", &status, AT_EMPTY_PATH, 0, 0))
    return FT_NO_SYMBOLS;
  for (int i = 0; i < count; i++)
    if (sources[i].inode && sources[i].inode == status.st_ino &&
        sources[i].device == status.st_dev) {
      long at = FT_KERNEL (lseek, fd, 0, SEEK_CUR, 0, 0, 0);
      return at < 0 ? FT_NO_SYMBOLS : (ft_symbols){i, (uint64_t)at};
    }
  return FT_NO_SYMBOLS;
}

// What it has read and not yet given is behind its descriptor's place.
ft_symbols ft_symbols_of_stream (ft_thread *t, FILE *stream) {
  if (!on || !t)
    return FT_NO_SYMBOLS;
  ft_symbols s = ft_symbols_of (t, fileno_unlocked (stream));
  uint64_t ahead = (uint64_t)(stream->_IO_read_end - stream->_IO_read_ptr);
  if (s.source >= 0 && ahead > s.offset)
    return FT_NO_SYMBOLS;
  s.offset -= s.source < 0 ? 0 : ahead;
  return s;
}

static bool is_meant (const struct source *s, const char *path) {
  const char *name = after (s, "file:");
  uint64_t device, inode;
  if (!name || !s->inode)
    return false;
  return (strlen (path) == length_of (name) &&
          !memcmp (path, name, strlen (path))) ||
         (s->old_inode && look_at (path, &device, &inode) &&
          device == s->old_device && inode == s->old_inode);
}

const char *ft_symbolic_path (ft_thread *t, const char *path, int flags) {
  static char other[FT_PATH]; // with the baton
  if (!on || !t || (flags & O_ACCMODE) != O_RDONLY)
    return path;
  for (int i = 0; i < count; i++)
    if (is_meant (sources + i, path)) {
      path_of (other, i);
      return other;
    }
  return path;
}

// ---- foretrace_input -------------------------------------------------------

static int find_source (const char *what) {
  static char names[SOURCES][128];
  char name[128];
  ft_text text = FT_TEXT (name);
  ft_text_add (&text, "input:%s", what);
  for (size_t i = 0; i < text.size; i++)
    if (name[i] == '\n')
      name[i] = ' ';
  for (int i = 0; i < count; i++)
    if (is_called (sources + i, name, text.size))
      return i;
  if (count == SOURCES)
    return add_source ((struct source){0});
  memcpy (names[count], name, text.size + 1);
  return add_source ((struct source){.name = names[count], .most = 4096});
}

static unsigned digit_of (char c) {
  return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a') + 10;
}

// The byte at 'at', which moves behind it; false at the end.
static bool next_byte (const char **at, unsigned char *byte) {
  if (!**at || **at == '"' || **at == '\n')
    return false;
  *byte = (unsigned char)*(*at)++;
  if (*byte != '\\' || **at != 'x' || !(*at)[1] || !(*at)[2])
    return true;
  *byte = (unsigned char)(digit_of ((*at)[1]) << 4 | digit_of ((*at)[2]));
  *at += 3;
  return true;
}

static void give_bytes (const struct source *s, unsigned char *to,
                        size_t size) {
  const char *at = s->bytes;
  unsigned char byte;
  for (uint64_t i = 0; at && i < s->given + size && next_byte (&at, &byte); i++)
    if (i >= s->given)
      to[i - s->given] = byte;
}

void foretrace_input (void *, size_t, const char *);

// Each call goes on where the one before ended, in any thread.
FT_EXPORT void foretrace_input (void *to, size_t size, const char *name) {
  ft_thread *t = ft_touching ();
  int number = on && t ? find_source (name) : -1;
  if (number < 0)
    return;
  struct source *s = sources + number;
  ft_symbols from = {number, s->given};
  give_bytes (s, to, size);
  s->given += size;
  ft_writes_symbols (t, &from, to, size);
}
