// Streams of wide characters: what they bring was sent by another thread, perhaps,
// as what libc_stream.c and libc_stdio.c read and print.  What the functions access
// is in run/calls.def; replays have no kept input for them.

#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#include "runtime/libc_access.h"

int __isoc99_vfwscanf (FILE *, const wchar_t *, va_list);
int __isoc99_vwscanf (const wchar_t *, va_list);

static ft_thread *begin_read (FILE *stream, bool *released) {
  ft_thread *t = ft_wrapper_use_stream (stream);
  *released = t && ft_blocking_begin_fd (t, fileno_unlocked (stream), 0);
  return t;
}

static void end_read (ft_thread *t, FILE *stream, bool released) {
  if (!t)
    return;
  ft_blocking_end_fd (t, released);
  ft_channel_receive_stream (t, fileno_unlocked (stream));
  ft_channel_take (t, fileno_unlocked (stream), NULL, 0, 0);
}

#define READS(type, name, stream, parameters, ...)                             \
  READS_BY (type, name, name, stream, parameters, __VA_ARGS__)
#define READS_BY(type, name, real, stream, parameters, ...)                    \
  type __foretrace_##name parameters;                                          \
  FT_EXPORT type __foretrace_##name parameters {                               \
    bool released;                                                             \
    ft_thread *t = begin_read (stream, &released);                             \
    type result = real (__VA_ARGS__);                                          \
    end_read (t, stream, released);                                            \
    return result;                                                             \
  }

READS (wint_t, fgetwc, stream, (FILE * stream), stream)
READS_BY (wint_t, getwc, fgetwc, stream, (FILE * stream), stream)
READS (wint_t, getwchar, stdin, (void), )
READS (int, getw, stream, (FILE * stream), stream)
READS (wchar_t *, fgetws, stream, (wchar_t * to, int size, FILE *stream), to, size,
       stream)
READS (int, vfwscanf, stream,
       (FILE * stream, const wchar_t *format, va_list list), stream, format, list)
READS (int, vwscanf, stdin, (const wchar_t *format, va_list list), format, list)
READS (int, __isoc99_vfwscanf, stream,
       (FILE * stream, const wchar_t *format, va_list list), stream, format, list)
READS (int, __isoc99_vwscanf, stdin, (const wchar_t *format, va_list list), format,
       list)

static ft_thread *begin_print (FILE *stream, bool *released) {
  ft_thread *t = ft_wrapper_use_stream (stream);
  if (t)
    ft_channel_send (t, fileno_unlocked (stream));
  *released = t && ft_blocking_begin_write (t, fileno_unlocked (stream), SIZE_MAX);
  return t;
}

#define PRINTS(type, name, stream, bytes, parameters, ...)                     \
  type __foretrace_##name parameters;                                          \
  FT_EXPORT type __foretrace_##name parameters {                               \
    bool released;                                                             \
    ft_thread *t = begin_print (stream, &released);                            \
    type result = name (__VA_ARGS__);                                          \
    ft_wrapper_end_print (t, stream, released, (long)(bytes));                 \
    return result;                                                             \
  }

enum { WIDEST = 6 }; // bytes of a character

PRINTS (wint_t, fputwc, stream, WIDEST, (wchar_t c, FILE *stream), c, stream)
PRINTS (wint_t, putwc, stream, WIDEST, (wchar_t c, FILE *stream), c, stream)
PRINTS (wint_t, putwchar, stdout, WIDEST, (wchar_t c), c)
PRINTS (int, putw, stream, sizeof (int), (int word, FILE *stream), word, stream)
PRINTS (int, fputws, stream, WIDEST *wcslen (s), (const wchar_t *s, FILE *stream), s,
        stream)
PRINTS (int, vfwprintf, stream, result < 0 ? 0 : WIDEST * (size_t)result,
        (FILE * stream, const wchar_t *format, va_list list), stream, format, list)
PRINTS (int, vwprintf, stdout, result < 0 ? 0 : WIDEST * (size_t)result,
        (const wchar_t *format, va_list list), format, list)

// With '...'.
#define WITH_LIST(name, vname, first, ...)                                     \
  FT_WRAP (int, name, __VA_ARGS__, ...) {                                      \
    va_list list;                                                              \
    va_start (list, format);                                                   \
    int result = __foretrace_##vname (first format, list);                     \
    va_end (list);                                                             \
    return result;                                                             \
  }

#define STREAM stream,
#define NONE
WITH_LIST (fwscanf, vfwscanf, STREAM, FILE *stream, const wchar_t *format)
WITH_LIST (wscanf, vwscanf, NONE, const wchar_t *format)
WITH_LIST (__isoc99_fwscanf, __isoc99_vfwscanf, STREAM, FILE *stream,
           const wchar_t *format)
WITH_LIST (__isoc99_wscanf, __isoc99_vwscanf, NONE, const wchar_t *format)
WITH_LIST (fwprintf, vfwprintf, STREAM, FILE *stream, const wchar_t *format)
WITH_LIST (wprintf, vwprintf, NONE, const wchar_t *format)

// ---- libraries --------------------------------------------------------------
//
// libstdc++ reads std::wcin through this one.

FT_EXPORT wint_t getwc (FILE *stream) {
  if (stream != stdin || !ft_recorded_thread ())
    return FT_REAL_OF (getwc) (stream);
  bool released;
  ft_thread *t = begin_read (stream, &released);
  wint_t result = FT_REAL_OF (getwc) (stream);
  end_read (t, stream, released);
  return result;
}
