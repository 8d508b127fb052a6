// Wrappers of scanf and its kin: the items that were assigned are written.

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "runtime/printf_format.h"
#include "runtime/inputs.h"
#include "runtime/syscall.h"
#include "runtime/symbolic.h"

int __isoc99_vfscanf (FILE *, const char *, va_list);
int __isoc99_vsscanf (const char *, const char *, va_list);

// The two families read '%as' differently.  <stdio.h> redirects the names of
// the older one, so it is declared by its linker names.
int old_vfscanf (FILE *, const char *, va_list) __asm__("vfscanf");
int old_vsscanf (const char *, const char *, va_list) __asm__("vsscanf");

static int scan (FILE *stream, bool is_old, const char *format, va_list list) {
  return is_old ? old_vfscanf (stream, format, list)
                : __isoc99_vfscanf (stream, format, list);
}

static int scan_string (const char *s, bool is_old, const char *format,
                        va_list list) {
  return is_old ? old_vsscanf (s, format, list)
                : __isoc99_vsscanf (s, format, list);
}

// ---- streams from outside --------------------------------------------------
//
// scanf reads from a stream of the runtime's own that takes byte after byte
// from the real one and keeps them.  A replay scans the kept bytes as a string.

struct tap {
  FILE *from;
  char *bytes;
  size_t size, room;
  bool failed; // no memory: nothing is kept
};

static void enlarge (struct tap *tap) {
  size_t room = tap->room ? 2 * tap->room : 4096;
  char *bytes = ft_sys_mmap (room, -1, 0);
  tap->failed |= !bytes;
  if (!bytes)
    return;
  if (tap->size)
    memcpy (bytes, tap->bytes, tap->size);
  if (tap->bytes)
    ft_sys_munmap (tap->bytes, tap->room);
  tap->bytes = bytes;
  tap->room = room;
}

static ssize_t draw (void *cookie, char *to, size_t n) {
  struct tap *tap = cookie;
  int c = n ? FT_REAL_OF (getc) (tap->from) : EOF;
  if (c == EOF)
    return n && ferror_unlocked (tap->from) ? -1 : 0;
  *to = (char)c;
  if (tap->size + 2 > tap->room) // with a NUL
    enlarge (tap);
  if (!tap->failed)
    tap->bytes[tap->size++] = (char)c;
  return 1;
}

static int scan_tapped (struct tap *tap, bool is_old, const char *format,
                        va_list list) {
  FILE *stream = fopencookie (tap, "r", (cookie_io_functions_t){.read = draw});
  tap->failed = !stream;
  if (!stream)
    return scan (tap->from, is_old, format, list);
  setvbuf (stream, NULL, _IONBF, 0);
  int result = scan (stream, is_old, format, list);
  int error = errno;
  if (stream->_IO_read_ptr < stream->_IO_read_end)
    FT_REAL_OF (ungetc) ((unsigned char)*stream->_IO_read_ptr, tap->from);
  fclose (stream);
  errno = error;
  return result;
}

static int scan_kept (ft_thread *t, ft_input_call *in, FILE *stream,
                      bool is_old, const char *format, va_list list) {
  struct tap tap = {.from = stream};
  ft_blocking_begin (t);
  int result = scan_tapped (&tap, is_old, format, list);
  ft_blocking_end_fd_no_stop (t, true);
  if (!tap.failed) // the byte behind the last one is zero (ft_sys_mmap)
    ft_input_stream_record (in, stream, result, tap.bytes,
                            tap.bytes ? tap.size + 1 : 0);
  if (tap.bytes)
    ft_sys_munmap (tap.bytes, tap.room);
  ft_scheduling_point (t);
  return result;
}

static int scan_replayed (ft_thread *t, const ft_input_call *in, bool is_old,
                          const char *format, va_list list) {
  const char *s = (const char *)in->bytes;
  ft_blocking_begin (t);
  int result = in->size && !s[in->size - 1]
                   ? scan_string (s, is_old, format, list)
                   : EOF;
  ft_blocking_end_fd (t, true);
  return result;
}

static int scan_plain (ft_thread *t, FILE *stream, int fd, bool is_old,
                       const char *format, va_list list) {
  bool released = ft_blocking_begin_fd (t, fd, 0);
  int result = scan (stream, is_old, format, list);
  ft_blocking_end_fd (t, released);
  return result;
}

// A stream with symbolic bytes: the bytes that were consumed are recorded, then
// the items that were assigned.
static int scan_symbols (ft_thread *t, FILE *stream, ft_source_position from,
                         bool is_old, const char *format, va_list list) {
  struct tap tap = {.from = stream};
  struct ft_format_arguments kept;
  va_copy (kept.list, list);
  ft_blocking_begin (t);
  int result = scan_tapped (&tap, is_old, format, list);
  ft_blocking_end_fd (t, true);
  if (tap.failed)
    ft_log_scanf_accesses (t, format, result, kept.list);
  else
    ft_log_symbolic_scanf (t, format, result, &kept, tap.bytes, tap.size, from);
  if (tap.bytes)
    ft_sys_munmap (tap.bytes, tap.room);
  va_end (kept.list);
  return result;
}

static int from_stream (FILE *stream, bool is_old, const char *format,
                        va_list list) {
  ft_thread *t = ft_wrapper_use_stream (stream);
  int fd = t ? fileno_unlocked (stream) : -1, result;
  ft_source_position from = ft_source_position_of_stream (t, stream);
  ft_input_call in;
  if (from.source >= 0 && ft_symbolic_scanf_is_modelled (t, format)) {
    result = scan_symbols (t, stream, from, is_old, format, list);
    ft_channel_receive_stream (t, fd);
    ft_channel_take (t, fd, NULL, 0, 0);
    return result;
  }
  va_list kept;
  va_copy (kept, list);
  if (ft_input_stream_replay (&in, t, FT_WIRE_INPUT_SCANF, stream))
    result = scan_replayed (t, &in, is_old, format, list);
  else if (t && ft_fd_is_external (fd))
    result = scan_kept (t, &in, stream, is_old, format, list);
  else
    result = scan_plain (t, stream, fd, is_old, format, list);
  ft_log_scanf_accesses (t, format, result, kept);
  ft_channel_receive_stream (t, fd);
  ft_channel_take (t, fd, NULL, 0, 0);
  va_end (kept);
  return result;
}

static int from_string (const char *s, bool is_old, const char *format,
                        va_list list) {
  ft_thread *t = ft_wrapper_enter ();
  struct ft_format_arguments kept;
  bool modelled = ft_symbolic_scanf_is_modelled (t, format);
  va_copy (kept.list, list);
  if (!modelled)
    ft_log_read_string (t, s);
  size_t size =
      modelled ? strlen (s) : 0; // before the call may change the string
  int result = scan_string (s, is_old, format, list);
  if (modelled)
    ft_log_symbolic_scanf (t, format, result, &kept, s, size,
                           FT_NO_SOURCE_POSITION);
  else
    ft_log_scanf_accesses (t, format, result, kept.list);
  va_end (kept.list);
  return result;
}

#define SCANS(name, vname, call, ...)                                          \
  FT_WRAP (int, name, __VA_ARGS__, ...) {                                      \
    va_list list;                                                              \
    va_start (list, format);                                                   \
    int result = call;                                                         \
    va_end (list);                                                             \
    return result;                                                             \
  }                                                                            \
  FT_WRAP (int, vname, __VA_ARGS__, va_list list) {                            \
    return call;                                                               \
  }

SCANS (scanf, vscanf, from_stream (stdin, true, format, list),
       const char *format)
SCANS (fscanf, vfscanf, from_stream (stream, true, format, list), FILE *stream,
       const char *format)
SCANS (sscanf, vsscanf, from_string (s, true, format, list), const char *s,
       const char *format)
SCANS (__isoc99_scanf, __isoc99_vscanf,
       from_stream (stdin, false, format, list), const char *format)
SCANS (__isoc99_fscanf, __isoc99_vfscanf,
       from_stream (stream, false, format, list), FILE *stream,
       const char *format)
SCANS (__isoc99_sscanf, __isoc99_vsscanf, from_string (s, false, format, list),
       const char *s, const char *format)
