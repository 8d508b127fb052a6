// scanf and its kin: what was assigned is written.

#include <stdio.h>
#include <string.h>

#include "record/format.h"

int __isoc99_vfscanf (FILE *, const char *, va_list);
int __isoc99_vsscanf (const char *, const char *, va_list);

// '%as' means different things to the two families, which must be kept apart;
// the names of the older one are what <stdio.h> redirects.
int old_vfscanf (FILE *, const char *, va_list) __asm__("vfscanf");
int old_vsscanf (const char *, const char *, va_list) __asm__("vsscanf");

static int from_stream (FILE *stream, bool is_old, const char *format,
                        va_list list) {
  ft_thread *t = ft_touching_stream (stream);
  va_list kept;
  va_copy (kept, list);
  int fd = t ? fileno_unlocked (stream) : -1;
  bool away = ft_away_for (t, fd, 0);
  int result = is_old ? old_vfscanf (stream, format, list)
                      : __isoc99_vfscanf (stream, format, list);
  ft_back (t, away);
  ft_scans (t, format, result, kept);
  ft_receives (t, fd);
  va_end (kept);
  return result;
}

static int from_string (const char *s, bool is_old, const char *format,
                        va_list list) {
  ft_thread *t = ft_touching ();
  va_list kept;
  va_copy (kept, list);
  ft_reads_string (t, s);
  int result = is_old ? old_vsscanf (s, format, list)
                      : __isoc99_vsscanf (s, format, list);
  ft_scans (t, format, result, kept);
  va_end (kept);
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
