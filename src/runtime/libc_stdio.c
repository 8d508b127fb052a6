// Streams: flockfile and its kin, and wrappers of the functions that write. The
// functions that read are in libc_stream.c.
//
// The library takes the lock of a stream and gives it back within one call,
// which no other thread sees.  Only flockfile holds the lock for longer: it is
// a recursive mutex of the runtime, for which every call here waits.  The real
// lock is taken besides, for libraries that use the stream.

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/aliases.h"
#include "runtime/cancel.h"
#include "runtime/descriptor_objects.h"
#include "runtime/fd_status.h"
#include "runtime/file_mappings.h"
#include "runtime/syscall.h"
#include "runtime/thread.h"
#include "runtime/libc_access.h"

static bool any_locked; // flockfile was ever called

static ft_sync_state *state_of (const void *stream) {
  bool is_new;
  return ft_sync_state_get (stream, FT_WIRE_MUTEX, &is_new);
}

static bool is_taken (ft_thread *t, const ft_sync_state *s) {
  return s && s->mutex.owner && s->mutex.owner != t;
}

ft_thread *ft_wrapper_enter_stream (const void *stream) {
  ft_thread *t = ft_wrapper_enter ();
  ft_cancellation_may_begin (t);
  while (t && any_locked) {
    ft_sync_state *s = ft_sync_state_find (stream, FT_WIRE_MUTEX);
    if (!is_taken (t, s))
      break;
    ft_block_on (t, s);
    ft_scheduling_point (t);
  }
  return t;
}

// Standard input and output are closed at the end, when others may still print.
ft_thread *ft_wrapper_use_stream (void *stream) {
  ft_thread *t = ft_wrapper_enter_stream (stream);
  int error = errno; // of a stream in memory
  int fd = t ? fileno_unlocked (stream) : -1;
  if (fd > STDERR_FILENO) {
    ft_scheduling_point (t);
    ft_descriptor_used (t, fd);
  }
  errno = error;
  return t;
}

static void take_stream (ft_thread *t, FILE *stream) {
  ft_sync_state *s = state_of (stream);
  any_locked = true;
  s->mutex.owner = t;
  s->mutex.depth++;
  ft_log_record (t, FT_WIRE_ACQUIRE, ft_address (stream));
  FT_REAL_OF (flockfile) (stream);
}

FT_EXPORT void flockfile (FILE *stream) {
  ft_thread *t = ft_wrapper_enter_stream (stream);
  if (t)
    take_stream (t, stream);
  else
    FT_REAL_OF (flockfile) (stream);
}

FT_EXPORT int ftrylockfile (FILE *stream) {
  ft_thread *t = ft_wrapper_enter ();
  if (!t)
    return FT_REAL_OF (ftrylockfile) (stream);
  if (is_taken (t, ft_sync_state_find (stream, FT_WIRE_MUTEX))) {
    ft_log_record (t, FT_WIRE_TRY_FAILED, ft_address (stream));
    return EBUSY;
  }
  take_stream (t, stream);
  return 0;
}

FT_EXPORT void funlockfile (FILE *stream) {
  ft_thread *t = ft_wrapper_enter ();
  ft_sync_state *s = t ? ft_sync_state_find (stream, FT_WIRE_MUTEX) : NULL;
  if (!s || s->mutex.owner == t)
    FT_REAL_OF (funlockfile) (stream);
  if (!s || s->mutex.owner != t)
    return;
  ft_log_record (t, FT_WIRE_RELEASE, ft_address (stream));
  if (--s->mutex.depth)
    return;
  s->mutex.owner = NULL;
  ft_wake_all (s);
}

static bool blocking_begin_print (ft_thread *t, FILE *stream, size_t bytes) {
  return t && ft_blocking_begin_write (t, fileno_unlocked (stream), bytes);
}

static void send_to_stream (ft_thread *t, FILE *stream) {
  if (t)
    ft_channel_send (t, fileno_unlocked (stream));
}

// What the library holds back counts as written: it may fill a pipe later.
void ft_wrapper_end_print (ft_thread *t, void *stream, bool released, long bytes) {
  ft_blocking_end_fd (t, released);
  if (t)
    ft_channel_sent (t, fileno_unlocked (stream), bytes, released);
}

// Bytes that were read ahead are behind the position that they are written at.
long ft_stream_position (ft_thread *t, FILE *stream) {
  int fd = t && (ft_aliases_count () || ft_private_mappings_are_there ())
               ? fileno_unlocked (stream)
               : -1;
  if (fd < 0 || stream->_IO_read_ptr != stream->_IO_read_end ||
      FT_SYSCALL (fcntl, fd, F_GETFL, 0, 0, 0, 0) & O_APPEND)
    return -1;
  return FT_SYSCALL (lseek, fd, 0, SEEK_CUR, 0, 0, 0);
}

void ft_log_stream_bytes (ft_thread *t, FILE *stream, long from) {
  if (from < 0)
    return;
  int fd = fileno_unlocked (stream);
  long to = FT_SYSCALL (lseek, fd, 0, SEEK_CUR, 0, 0, 0);
  ft_log_memory_file (t, fd, from, to - from, true);
}

static int print_string (const char *s, FILE *stream,
                         int (*real) (const char *, FILE *)) {
  ft_thread *t = ft_wrapper_use_stream (stream);
  ft_log_read_string (t, s);
  send_to_stream (t, stream);
  bool released = blocking_begin_print (t, stream, t ? strlen (s) : 0);
  long at = ft_stream_position (t, stream);
  int result = real (s, stream);
  ft_log_stream_bytes (t, stream, at);
  ft_wrapper_end_print (t, stream, released, t ? (long)strlen (s) : 0);
  return result;
}

FT_WRAP (int, fputs, const char *s, FILE *stream) {
  return print_string (s, stream, fputs);
}

FT_WRAP (int, fputs_unlocked, const char *s, FILE *stream) {
  return print_string (s, stream, fputs_unlocked);
}

static int put_line (const char *s, FILE *stream) {
  (void)stream;
  return puts (s);
}

FT_WRAP (int, puts, const char *s) {
  return print_string (s, stdout, put_line);
}

static int print_error (const char *s, FILE *stream) {
  (void)stream;
  perror (s);
  return 0;
}

FT_WRAP (void, perror, const char *s) {
  print_string (s ? s : "", stderr, print_error);
}

static size_t
print_bytes (const void *from, size_t size, size_t count, FILE *stream,
             size_t (*real) (const void *, size_t, size_t, FILE *)) {
  ft_thread *t = ft_wrapper_use_stream (stream);
  ft_log_read_range (t, from, size * count);
  send_to_stream (t, stream);
  bool released = blocking_begin_print (t, stream, size * count);
  long at = ft_stream_position (t, stream);
  size_t result = real (from, size, count, stream);
  ft_log_stream_bytes (t, stream, at);
  ft_wrapper_end_print (t, stream, released, (long)(size * result));
  return result;
}

FT_WRAP (size_t, fwrite, const void *from, size_t size, size_t count,
         FILE *stream) {
  return print_bytes (from, size, count, stream, FT_REAL_OF (fwrite));
}

FT_WRAP (size_t, fwrite_unlocked, const void *from, size_t size, size_t count,
         FILE *stream) {
  return print_bytes (from, size, count, stream, fwrite_unlocked);
}

// Of a file, the call that writes the buffer counts as the one that sends.
static bool is_regular (const ft_thread *t, FILE *stream) {
  struct stat status;
  return t && ft_fd_status (fileno_unlocked (stream), &status) &&
         S_ISREG (status.st_mode);
}

static int overflow (int byte, FILE *stream) {
  return __overflow (stream, byte);
}

static int print_byte (int byte, FILE *stream, int (*real) (int, FILE *)) {
  ft_thread *t = ft_wrapper_enter_stream (stream);
  bool at_once = stream->_IO_write_end - stream->_IO_write_ptr > 1;
  if (!at_once || !is_regular (t, stream))
    send_to_stream (t, stream);
  bool released = !at_once && blocking_begin_print (t, stream, 1);
  long at = ft_stream_position (t, stream);
  int result = real (byte, stream);
  ft_log_stream_bytes (t, stream, at);
  ft_wrapper_end_print (t, stream, released, 1);
  return result;
}

#define PRINTS_BYTE(name, stream, real, ...)                                   \
  FT_WRAP (int, name, __VA_ARGS__) {                                           \
    return print_byte (byte, stream, real);                                    \
  }

PRINTS_BYTE (putchar, stdout, FT_REAL_OF (putc), int byte)
PRINTS_BYTE (putc, stream, FT_REAL_OF (putc), int byte, FILE *stream)
PRINTS_BYTE (fputc, stream, FT_REAL_OF (putc), int byte, FILE *stream)
PRINTS_BYTE (putchar_unlocked, stdout, putc_unlocked, int byte)
PRINTS_BYTE (putc_unlocked, stream, putc_unlocked, int byte, FILE *stream)
PRINTS_BYTE (fputc_unlocked, stream, putc_unlocked, int byte, FILE *stream)
// What putc_unlocked is inline calls this one when the buffer is full.
PRINTS_BYTE (__overflow, stream, overflow, FILE *stream, int byte)

static int flush (FILE *stream, int (*real) (FILE *)) {
  ft_thread *t =
      stream ? ft_wrapper_use_stream (stream) : ft_wrapper_enter ();
  if (stream)
    send_to_stream (t, stream);
  else
    ft_channel_send_any (t); // from all streams
  bool released = stream && blocking_begin_print (t, stream, 0);
  long at = stream ? ft_stream_position (t, stream) : -1;
  int result = real (stream);
  ft_log_stream_bytes (t, stream, at);
  if (stream)
    ft_wrapper_end_print (t, stream, released, 0);
  else
    ft_blocking_end_fd (t, released);
  return result;
}

FT_WRAP (int, fflush, FILE *stream) {
  return flush (stream, FT_REAL_OF (fflush));
}

FT_WRAP (int, fflush_unlocked, FILE *stream) {
  return flush (stream, fflush_unlocked);
}

FT_WRAP (int, fclose, FILE *stream) {
  ft_thread *t = ft_wrapper_enter_stream (stream);
  int error = errno;
  ft_descriptor_closes (t, fileno (stream));
  errno = error; // of a stream in memory
  send_to_stream (t, stream);
  bool released = blocking_begin_print (t, stream, 0);
  ft_sync_state *s = t ? ft_sync_state_find (stream, FT_WIRE_MUTEX) : NULL;
  if (s)
    ft_sync_state_remove (stream);
  long at = ft_stream_position (t, stream);
  if (at >= 0)
    FT_REAL_OF (fflush) (stream);
  ft_log_stream_bytes (t, stream, at);
  int result = fclose (stream);
  ft_blocking_end_fd (t, released);
  return result;
}

// ---- libraries --------------------------------------------------------------
//
// libstdc++ prints std::cout and std::cerr through these.  They may stand for a
// pipe of the program's own (dup2).

FT_EXPORT size_t fwrite (const void *from, size_t size, size_t count,
                         FILE *stream) {
  send_to_stream (ft_wrapper_enter (), stream);
  return FT_REAL_OF (fwrite) (from, size, count, stream);
}

FT_EXPORT int putc (int byte, FILE *stream) {
  if (stream == stdout || stream == stderr)
    send_to_stream (ft_wrapper_enter (), stream);
  return FT_REAL_OF (putc) (byte, stream);
}

FT_EXPORT int fflush (FILE *stream) {
  if (stream)
    send_to_stream (ft_wrapper_enter (), stream);
  return FT_REAL_OF (fflush) (stream);
}
