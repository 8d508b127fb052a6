// Records of symbolic bytes, and the sources that they come from.

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/syscall.h"
#include "runtime/symbolic.h"
#include "runtime/symbolic_source.h"
#include "runtime/thread.h"
#include "runtime/libc_access.h"

// ---- records ---------------------------------------------------------------

static uint64_t load (const unsigned char *p, unsigned bytes) {
  uint64_t word = 0;
  for (unsigned i = 0; i < bytes; i++)
    word |= (uint64_t)p[i] << 8 * i;
  return word;
}

enum { AT_ONCE = 8 }; // records of three words per scheduling point

void ft_log_symbolic_write (ft_thread *t, ft_source_position *from,
                            const volatile void *to, size_t size) {
  const unsigned char *p = (const unsigned char *)to;
  bool is_symbolic = t && ft_symbolic_enabled && from->source >= 0;
  uint64_t most = is_symbolic ? ft_symbolic_sources[from->source].most : 0;
  uint64_t left = from->offset < most ? most - from->offset : 0;
  size_t count = size < left ? size : (size_t)left;
  for (size_t i = 0, records = 1; i < count; records++) {
    // Not aligned, since alignment may differ between runs.
    unsigned n = count - i < 8 ? (unsigned)(count - i) : 8;
    ft_log_record2 (t, FT_WIRE_SYMBOLIC, ft_address (p + i), load (p + i, n),
                    FT_WIRE_SOURCE (n, from->source, from->offset + i));
    i += n;
    if (records % AT_ONCE == 0)
      ft_scheduling_point (t);
  }
  ft_log_write_range (t, p + count, size - count);
  from->offset += size;
}

void ft_log_symbolic_end (ft_thread *t, ft_source_position from,
                          const char *end) {
  if (t && from.source >= 0)
    ft_log_record2 (t, FT_WIRE_SYMBOLIC, ft_address (end), 0,
                    FT_WIRE_SOURCE (1, FT_WIRE_NO_SOURCE, 0));
  else
    ft_log_write_range (t, end, 1);
}

static void log_values (ft_thread *t, const unsigned char *p, size_t size,
                        unsigned flags) {
  for (size_t i = 0; i < size; i += 8) {
    unsigned n = size - i < 8 ? (unsigned)(size - i) : 8;
    if (flags)
      ft_scheduling_point (t);
    ft_log_record2 (t, FT_WIRE_VALUE, ft_address (p + i), load (p + i, n),
                    n | flags);
  }
}

enum { MAX_VALUE_BYTES = 64 }; // two such values make 48 words < FT_SLACK

void ft_log_value (ft_thread *t, const void *from, size_t size) {
  if (ft_symbolic_enabled && t)
    log_values (t, from, size < MAX_VALUE_BYTES ? size : MAX_VALUE_BYTES, 0);
}

void ft_log_constant_write (ft_thread *t, const void *to, size_t size) {
  if (ft_symbolic_enabled && t)
    ft_log_record2 (t, FT_WIRE_SYMBOLIC, ft_address (to),
                    load (to, (unsigned)size),
                    FT_WIRE_SOURCE (size, FT_WIRE_NO_SOURCE, 0));
  else
    ft_log_write_range (t, to, size);
}

void ft_log_result (ft_thread *t, int64_t result) {
  if (ft_symbolic_enabled && t)
    ft_log_record2 (t, FT_WIRE_VALUE, 0, (uint64_t)result, FT_WIRE_RESULT);
}

void ft_log_scanf_number (ft_thread *t, const void *to, size_t size) {
  ft_log_record2 (t, FT_WIRE_SYMBOLIC, ft_address (to),
                  load (to, (unsigned)size),
                  FT_WIRE_SOURCE (size, FT_WIRE_NUMBER, 0));
}

enum { MAX_CONSUMED = 1024 }; // bytes

char *ft_symbolic_buffer (ft_thread *t, size_t size) {
  if (!t->consumed)
    t->consumed = ft_arena_alloc (MAX_CONSUMED);
  return size <= MAX_CONSUMED ? t->consumed : NULL;
}

void ft_log_symbolic_consumed (ft_thread *t, const char *text, size_t size,
                               ft_source_position from) {
  ft_log_symbolic_write (t, &from, text, size);
  ft_log_read_range (t, text, size);
}

bool ft_locale_is_c (void) {
  const int *lower = *__ctype_tolower_loc ();
  for (int i = 0; ft_symbolic_enabled && i < 256; i++)
    if (lower[i] != (i >= 'A' && i <= 'Z' ? i - 'A' + 'a' : i) ||
        !isspace (i) != !(i == ' ' || (i >= '\t' && i <= '\r')))
      return false;
  return ft_symbolic_enabled;
}

// The tables of character classes, which inlined functions of <ctype.h> read;
// their indices begin with -128.
static void log_character_classes (ft_thread *t) {
  enum { FROM = 128, COUNT = 384 };
  const unsigned short *classes = *__ctype_b_loc () - FROM;
  const int *lower = *__ctype_tolower_loc () - FROM;
  const int *upper = *__ctype_toupper_loc () - FROM;
  log_values (t, (const void *)classes, COUNT * sizeof *classes,
              FT_WIRE_CONSTANT);
  log_values (t, (const void *)lower, COUNT * sizeof *lower, FT_WIRE_CONSTANT);
  log_values (t, (const void *)upper, COUNT * sizeof *upper, FT_WIRE_CONSTANT);
}

// ---- arguments and environment ---------------------------------------------

static void log_text (ft_thread *t, int number, const char *text) {
  ft_source_position s = {number, 0};
  ft_scheduling_point (t);
  ft_log_symbolic_write (t, &s, text, strlen (text));
  ft_log_symbolic_end (t, s, text + strlen (text));
}

static int argument_of (const ft_symbolic_source *s) {
  const char *at = ft_symbolic_source_after (s, "arg");
  int number = 0;
  for (; at && *at >= '0' && *at <= '9' && number < 1000000; at++)
    number = 10 * number + (*at - '0');
  return number;
}

static const char *variable_of (const ft_symbolic_source *s,
                                char **environment) {
  const char *name = ft_symbolic_source_after (s, "env:");
  size_t n = name ? ft_symbolic_source_length (name) : 0;
  for (; name && *environment; environment++)
    if (!strncmp (*environment, name, n) && (*environment)[n] == '=')
      return *environment + n + 1;
  return NULL;
}

void ft_symbolic_begin (ft_thread *t, int arguments, char **list,
                        char **environment) {
  if (ft_symbolic_enabled && t)
    log_character_classes (t);
  for (int i = 0; ft_symbolic_enabled && t && i < ft_symbolic_source_count;
       i++) {
    int argument = argument_of (ft_symbolic_sources + i);
    const char *variable = variable_of (ft_symbolic_sources + i, environment);
    if (argument && argument < arguments)
      log_text (t, i, list[argument]);
    else if (variable)
      log_text (t, i, variable);
  }
}

// ---- files -----------------------------------------------------------------

ft_source_position ft_source_position_of_fd (ft_thread *t, int fd) {
  struct stat status;
  if (!ft_symbolic_enabled || !t ||
      FT_SYSCALL (newfstatat, fd, "", &status, AT_EMPTY_PATH, 0, 0))
    return FT_NO_SOURCE_POSITION;
  for (int i = 0; i < ft_symbolic_source_count; i++)
    if (ft_symbolic_sources[i].inode &&
        ft_symbolic_sources[i].inode == status.st_ino &&
        ft_symbolic_sources[i].device == status.st_dev) {
      long at = FT_SYSCALL (lseek, fd, 0, SEEK_CUR, 0, 0, 0);
      return at < 0 ? FT_NO_SOURCE_POSITION
                    : (ft_source_position){i, (uint64_t)at};
    }
  return FT_NO_SOURCE_POSITION;
}

enum { IN_BACKUP = 0x100 }; // bit of glibc's '_flags': ungetc was called

// The position of the descriptor, less the bytes that the stream has read
// ahead.
ft_source_position ft_source_position_of_stream (ft_thread *t, FILE *stream) {
  if (!ft_symbolic_enabled || !t)
    return FT_NO_SOURCE_POSITION;
  if (stream->_flags & IN_BACKUP)
    return FT_NO_SOURCE_POSITION;
  ft_source_position s = ft_source_position_of_fd (t, fileno_unlocked (stream));
  uint64_t ahead = (uint64_t)(stream->_IO_read_end - stream->_IO_read_ptr);
  if (s.source >= 0 && ahead > s.offset)
    return FT_NO_SOURCE_POSITION;
  s.offset -= s.source < 0 ? 0 : ahead;
  return s;
}

// Whether the source stands for the file at 'path', by its name or its inode.
static bool is_file (const ft_symbolic_source *s, const char *path) {
  const char *name = ft_symbolic_source_after (s, "file:");
  uint64_t device, inode;
  if (!name || !s->inode)
    return false;
  return (strlen (path) == ft_symbolic_source_length (name) &&
          !memcmp (path, name, strlen (path))) ||
         (s->old_inode && ft_symbolic_source_stat (path, &device, &inode) &&
          device == s->old_device && inode == s->old_inode);
}

const char *ft_symbolic_path (ft_thread *t, const char *path, int flags) {
  static char other[FT_MAX_PATH]; // used with the token
  if (!ft_symbolic_enabled || !t || (flags & O_ACCMODE) != O_RDONLY)
    return path;
  for (int i = 0; i < ft_symbolic_source_count; i++)
    if (is_file (ft_symbolic_sources + i, path)) {
      ft_symbolic_source_path (other, i);
      return other;
    }
  return path;
}
