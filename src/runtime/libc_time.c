// Wrappers of functions on times.  localtime, ctime and their kin write static
// memory of the library and return its address; two threads that call them
// race.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>

#include "runtime/libc_access.h"
#include "runtime/thread.h"

FT_WRAP (time_t, time, time_t *to) {
  ft_thread *t = ft_wrapper_enter ();
  if (to)
    ft_log_write_range (t, to, sizeof *to);
  return time (to);
}

FT_WRAP (int, gettimeofday, struct timeval *to, void *zone) {
  ft_thread *t = ft_wrapper_enter ();
  if (to)
    ft_log_write_range (t, to, sizeof *to);
  return gettimeofday (to, zone);
}

FT_WRAP (int, clock_gettime, clockid_t clock, struct timespec *to) {
  ft_thread *t = ft_wrapper_enter ();
  int result = clock_gettime (clock, to);
  if (!result)
    ft_log_write_range (t, to, sizeof *to);
  return result;
}

FT_WRAP (int, timespec_get, struct timespec *to, int base) {
  ft_thread *t = ft_wrapper_enter ();
  int result = timespec_get (to, base);
  if (result)
    ft_log_write_range (t, to, sizeof *to);
  return result;
}

static struct tm *broken_down (const time_t *from, struct tm *to,
                               struct tm *(*real) (const time_t *,
                                                   struct tm *)) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, from, sizeof *from);
  ft_library_begin (t);
  struct tm *result = real (from, to);
  ft_library_end (t);
  if (result)
    ft_log_write_range (t, result, sizeof *result);
  return result;
}

static struct tm *local (const time_t *from, struct tm *to) {
  (void)to;
  return localtime (from);
}

static struct tm *universal (const time_t *from, struct tm *to) {
  (void)to;
  return gmtime (from);
}

FT_WRAP (struct tm *, localtime, const time_t *from) {
  return broken_down (from, NULL, local);
}

FT_WRAP (struct tm *, gmtime, const time_t *from) {
  return broken_down (from, NULL, universal);
}

FT_WRAP (struct tm *, localtime_r, const time_t *from, struct tm *to) {
  return broken_down (from, to, localtime_r);
}

FT_WRAP (struct tm *, gmtime_r, const time_t *from, struct tm *to) {
  return broken_down (from, to, gmtime_r);
}

static char *log_text (ft_thread *t, char *text) {
  if (t && text)
    ft_log_write_range (t, text, strlen (text) + 1);
  return text;
}

FT_WRAP (char *, ctime, const time_t *from) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, from, sizeof *from);
  ft_library_begin (t);
  char *result = ctime (from);
  ft_library_end (t);
  return log_text (t, result);
}

FT_WRAP (char *, ctime_r, const time_t *from, char *to) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, from, sizeof *from);
  ft_library_begin (t);
  char *result = ctime_r (from, to);
  ft_library_end (t);
  return log_text (t, result);
}

FT_WRAP (char *, asctime, const struct tm *from) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, from, sizeof *from);
  return log_text (t, asctime (from));
}

FT_WRAP (char *, asctime_r, const struct tm *from, char *to) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, from, sizeof *from);
  return log_text (t, asctime_r (from, to));
}

FT_WRAP (size_t, strftime, char *to, size_t size, const char *format,
         const struct tm *from) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_string (t, format);
  ft_log_read_range (t, from, sizeof *from);
  ft_library_begin (t);
  size_t result = strftime (to, size, format, from);
  ft_library_end (t);
  if (result)
    ft_log_write_range (t, to, result + 1);
  return result;
}

static time_t normalised (struct tm *tm, time_t (*real) (struct tm *)) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, tm, sizeof *tm);
  ft_library_begin (t);
  time_t result = real (tm);
  ft_library_end (t);
  ft_log_write_range (t, tm, sizeof *tm);
  return result;
}

FT_WRAP (time_t, mktime, struct tm *tm) {
  return normalised (tm, mktime);
}

FT_WRAP (time_t, timegm, struct tm *tm) {
  return normalised (tm, timegm);
}

FT_WRAP (int, nanosleep, const struct timespec *time, struct timespec *left) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, time, sizeof *time);
  int result = nanosleep (time, left); // ours, see libc_sleep.c
  if (result && left)
    ft_log_write_range (t, left, sizeof *left);
  return result;
}

FT_WRAP (int, clock_nanosleep, clockid_t clock, int flags,
         const struct timespec *time, struct timespec *left) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, time, sizeof *time);
  int error = clock_nanosleep (clock, flags, time, left);
  if (error == EINTR && left && !(flags & TIMER_ABSTIME))
    ft_log_write_range (t, left, sizeof *left);
  return error;
}

FT_WRAP (int, thrd_sleep, const struct timespec *time, struct timespec *left) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, time, sizeof *time);
  int result = thrd_sleep (time, left);
  if (result == -1 && left)
    ft_log_write_range (t, left, sizeof *left);
  return result;
}

FT_WRAP (ssize_t, getrandom, void *to, size_t size, unsigned flags) {
  ft_thread *t = ft_wrapper_enter ();
  ssize_t result = getrandom (to, size, flags);
  if (result > 0)
    ft_log_write_range (t, to, (size_t)result);
  return result;
}
