// Wrappers of printf and its kin: strings of %s are read, and a buffer is
// written up to the end of the text.

#include <execinfo.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cancel.h"
#include "runtime/printf_format.h"

int __vfprintf_chk (FILE *, int, const char *, va_list);
int __vdprintf_chk (int, int, const char *, va_list);
int __vsprintf_chk (char *, int, size_t, const char *, va_list);
int __vsnprintf_chk (char *, size_t, int, size_t, const char *, va_list);
int __vasprintf_chk (char **, int, const char *, va_list);

enum { UNCHECKED = -1 }; // no _chk function

static int to_stream (FILE *stream, int flag, const char *format,
                      va_list list) {
  ft_thread *t = ft_wrapper_use_stream (stream);
  ft_log_printf_accesses (t, format, list);
  int fd = t ? fileno_unlocked (stream) : -1;
  ft_channel_send (t, fd);
  bool released = ft_blocking_begin_fd (t, fd, POLLOUT);
  long at = ft_stream_position (t, stream);
  int result = flag == UNCHECKED ? vfprintf (stream, format, list)
                                 : __vfprintf_chk (stream, flag, format, list);
  ft_log_stream_bytes (t, stream, at);
  ft_wrapper_end_print (t, stream, released, result);
  return result;
}

static int to_descriptor (int fd, int flag, const char *format, va_list list) {
  ft_thread *t = ft_wrapper_enter ();
  ft_cancellation_may_begin (t);
  ft_log_printf_accesses (t, format, list);
  ft_channel_send (t, fd);
  bool released = ft_blocking_begin_fd (t, fd, POLLOUT);
  int result = flag == UNCHECKED ? vdprintf (fd, format, list)
                                 : __vdprintf_chk (fd, flag, format, list);
  ft_blocking_end_fd (t, released);
  ft_channel_sent (t, fd, result, released);
  return result;
}

static int to_string (char *to, size_t size, int flag, size_t room,
                      const char *format, va_list list) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_printf_accesses (t, format, list);
  int result = flag == UNCHECKED
                   ? vsnprintf (to, size, format, list)
                   : __vsnprintf_chk (to, size, flag, room, format, list);
  if (result >= 0 && size)
    ft_log_write_range (t, to,
                        (size_t)result < size ? (size_t)result + 1 : size);
  return result;
}

// The library gets no limit of the buffer: it would print less with one.
static int to_any_string (char *to, int flag, size_t room, const char *format,
                          va_list list) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_printf_accesses (t, format, list);
  int result = flag == UNCHECKED
                   ? vsprintf (to, format, list)
                   : __vsprintf_chk (to, flag, room, format, list);
  if (result >= 0)
    ft_log_write_range (t, to, (size_t)result + 1);
  return result;
}

static int to_new_string (char **to, int flag, const char *format,
                          va_list list) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_printf_accesses (t, format, list);
  int result = flag == UNCHECKED ? vasprintf (to, format, list)
                                 : __vasprintf_chk (to, flag, format, list);
  ft_log_write_range (t, to, sizeof *to);
  if (result >= 0)
    ft_log_write_range (t, *to, (size_t)result + 1);
  return result;
}

// Each function comes twice: with '...' and with a va_list.
#define PRINTS(name, call, ...)                                                \
  FT_WRAP (int, name, __VA_ARGS__, ...) {                                      \
    va_list list;                                                              \
    va_start (list, format);                                                   \
    int result = call;                                                         \
    va_end (list);                                                             \
    return result;                                                             \
  }                                                                            \
  FT_WRAP (int, v##name, __VA_ARGS__, va_list list) {                          \
    return call;                                                               \
  }

PRINTS (printf, to_stream (stdout, UNCHECKED, format, list), const char *format)
PRINTS (fprintf, to_stream (stream, UNCHECKED, format, list), FILE *stream,
        const char *format)
PRINTS (dprintf, to_descriptor (fd, UNCHECKED, format, list), int fd,
        const char *format)
PRINTS (sprintf, to_any_string (to, UNCHECKED, 0, format, list), char *to,
        const char *format)
PRINTS (snprintf, to_string (to, size, UNCHECKED, 0, format, list), char *to,
        size_t size, const char *format)
PRINTS (asprintf, to_new_string (to, UNCHECKED, format, list), char **to,
        const char *format)

#define PRINTS_CHECKED(name, call, ...)                                        \
  FT_WRAP (int, __##name##_chk, __VA_ARGS__, ...) {                            \
    va_list list;                                                              \
    va_start (list, format);                                                   \
    int result = call;                                                         \
    va_end (list);                                                             \
    return result;                                                             \
  }                                                                            \
  FT_WRAP (int, __v##name##_chk, __VA_ARGS__, va_list list) {                  \
    return call;                                                               \
  }

PRINTS_CHECKED (printf, to_stream (stdout, flag, format, list), int flag,
                const char *format)
PRINTS_CHECKED (fprintf, to_stream (stream, flag, format, list), FILE *stream,
                int flag, const char *format)
PRINTS_CHECKED (dprintf, to_descriptor (fd, flag, format, list), int fd,
                int flag, const char *format)
PRINTS_CHECKED (sprintf, to_any_string (to, flag, room, format, list), char *to,
                int flag, size_t room, const char *format)
PRINTS_CHECKED (snprintf, to_string (to, size, flag, room, format, list),
                char *to, size_t size, int flag, size_t room,
                const char *format)
PRINTS_CHECKED (asprintf, to_new_string (to, flag, format, list), char **to,
                int flag, const char *format)

FT_EXPORT void backtrace_symbols_fd (void *const *frames, int count, int fd) {
  ft_channel_send (ft_wrapper_enter (), fd);
  FT_REAL_OF (backtrace_symbols_fd) (frames, count, fd);
}
