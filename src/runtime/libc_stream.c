// Streams: wrappers of the functions that read bytes and lines; scanf is in
// libc_scan.c.  Bytes from outside of the program are kept for replays
// (inputs.h); input that may be chosen is recorded with its source
// (symbolic.h).

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/inputs.h"
#include "runtime/symbolic.h"
#include "runtime/thread.h"
#include "runtime/libc_access.h"

// Bytes in the buffer are there at once; the ones behind them may take time.
static bool blocking_begin_read (ft_thread *t, FILE *stream, size_t bytes) {
  size_t there = (size_t)(stream->_IO_read_end - stream->_IO_read_ptr);
  return t && there < bytes &&
         ft_blocking_begin_fd (t, fileno_unlocked (stream), 0);
}

static void receive_from_stream (ft_thread *t, FILE *stream) {
  if (!t)
    return;
  ft_channel_receive_stream (t, fileno_unlocked (stream));
  ft_channel_take (t, fileno_unlocked (stream), NULL, 0, 0);
}

static void scheduling_point (ft_thread *t) {
  if (t)
    ft_scheduling_point (t);
}

static size_t read_bytes (void *to, size_t size, size_t count, FILE *stream,
                          size_t (*real) (void *, size_t, size_t, FILE *)) {
  ft_thread *t = ft_wrapper_use_stream (stream);
  ft_source_position from = ft_source_position_of_stream (t, stream);
  ft_input_call in;
  size_t result;
  if (ft_input_stream_replay (&in, t, FT_WIRE_INPUT_FREAD, stream)) {
    ft_input_copy (&in, to, size * count);
    result = (size_t)in.result < count ? (size_t)in.result : count;
    ft_blocking_end_fd (t, false);
  } else {
    bool released = blocking_begin_read (t, stream, size * count);
    result = real (to, size, count, stream);
    ft_blocking_end_fd_no_stop (t, released);
    ft_input_stream_record (&in, stream, (int64_t)result, to, result * size);
    scheduling_point (t);
  }
  if (from.source >= 0)
    ft_log_result (t, (int64_t)result);
  ft_log_symbolic_write (t, &from, to, result * size);
  receive_from_stream (t, stream);
  return result;
}

FT_WRAP (size_t, fread, void *to, size_t size, size_t count, FILE *stream) {
  return read_bytes (to, size, count, stream, FT_REAL_OF (fread));
}

FT_WRAP (size_t, fread_unlocked, void *to, size_t size, size_t count,
         FILE *stream) {
  return read_bytes (to, size, count, stream, fread_unlocked);
}

FT_WRAP (size_t, __fread_chk, void *to, size_t room, size_t size, size_t count,
         FILE *stream) {
  if (count && size > room / count)
    ft_fail (134, "fread: %zu times %zu bytes do not fit into %zu", count, size,
             room);
  return read_bytes (to, size, count, stream, FT_REAL_OF (fread));
}

// The line may have zeros of its own; the zero behind the last byte is kept,
// too.
static void record_line (ft_input_call *in, FILE *stream, const char *line,
                         size_t size) {
  size_t n = line ? strnlen (line, size - 1) + 1 : 0;
  ft_input_stream_record (in, stream, line != NULL, line, n);
}

static bool replay_text (ft_input_call *in, char *to, size_t size) {
  size_t n = in->size < size ? in->size : size;
  if (!in->result || !n)
    return false;
  ft_input_copy (in, to, n);
  to[n - 1] = '\0';
  return true;
}

enum { MOST_LOOKED_INTO = 1024 }; // bytes of a line

// The zero at the end is no input.  The library has read the line to find its
// end.
static void log_line (ft_thread *t, ft_source_position *from, const char *line,
                      size_t length) {
  if (from->source < 0) {
    ft_log_write_range (t, line, length + 1);
    return;
  }
  ft_log_symbolic_write (t, from, line, length);
  ft_log_symbolic_end (t, *from, line + length);
  if (length <= MOST_LOOKED_INTO)
    ft_log_read_range (t, line, length);
}

// A line may have zeros of its own.
static size_t line_length (ft_thread *t, const char *line, FILE *stream,
                           ft_source_position from) {
  ft_source_position now = ft_source_position_of_stream (t, stream);
  return from.source >= 0 && now.source == from.source
             ? (size_t)(now.offset - from.offset)
             : strlen (line);
}

static char *read_line (char *to, int size, FILE *stream,
                        char *(*real) (char *, int, FILE *)) {
  ft_thread *t = ft_wrapper_use_stream (stream);
  ft_source_position from = ft_source_position_of_stream (t, stream);
  ft_input_call in;
  char *result;
  if (size > 0 &&
      ft_input_stream_replay (&in, t, FT_WIRE_INPUT_FGETS, stream)) {
    result = replay_text (&in, to, (size_t)size) ? to : NULL;
    ft_blocking_end_fd (t, false);
  } else {
    bool released = blocking_begin_read (t, stream, SIZE_MAX);
    result = real (to, size, stream);
    ft_blocking_end_fd_no_stop (t, released);
    if (size > 0)
      record_line (&in, stream, result, (size_t)size);
    scheduling_point (t);
  }
  if (from.source >= 0)
    ft_log_result (t, (intptr_t)result);
  if (result)
    log_line (t, &from, to, line_length (t, to, stream, from));
  receive_from_stream (t, stream);
  return result;
}

FT_WRAP (char *, fgets, char *to, int size, FILE *stream) {
  return read_line (to, size, stream, fgets);
}

FT_WRAP (char *, fgets_unlocked, char *to, int size, FILE *stream) {
  return read_line (to, size, stream, fgets_unlocked);
}

FT_WRAP (char *, __fgets_chk, char *to, size_t room, int size, FILE *stream) {
  if (size > 0 && (size_t)size > room)
    ft_fail (134, "fgets: %d bytes do not fit into %zu", size, room);
  return read_line (to, size, stream, fgets);
}

// Make the buffer as large as getdelim does, by the same steps.
static bool enlarge (char **to, size_t *size, size_t wanted) {
  if (!*to || !*size) {
    free (*to);
    *to = malloc (120);
    *size = *to ? 120 : 0;
  }
  if (wanted <= *size)
    return *to;
  size_t more = 2 * *size > wanted ? 2 * *size : wanted;
  char *larger = *to ? realloc (*to, more) : NULL;
  if (!larger)
    return false;
  *to = larger;
  *size = more;
  return true;
}

static ssize_t replay_line (ft_thread *t, ft_input_call *in, char **to,
                            size_t *size, bool released) {
  ssize_t result = in->size ? (ssize_t)in->size - 1 : -1;
  if (released)
    ft_blocking_begin (t);
  if (!enlarge (to, size, in->size ? in->size : 1))
    result = -1;
  if (result >= 0) {
    ft_input_copy (in, *to, *size);
    (*to)[result] = '\0';
  }
  ft_blocking_end_fd (t, released);
  return result;
}

static ssize_t read_until (char **to, size_t *size, int end, FILE *stream) {
  ft_thread *t = ft_wrapper_use_stream (stream);
  ft_source_position from = ft_source_position_of_stream (t, stream);
  ft_log_read_range (t, to, sizeof *to);
  ft_log_read_range (t, size, sizeof *size);
  char *old = *to;
  ft_input_call in;
  bool released = false;
  ssize_t result;
  if (ft_input_stream_replay (&in, t, FT_WIRE_INPUT_GETLINE, stream)) {
    released = in.flags & FT_WIRE_INPUT_WAITED;
    result = replay_line (t, &in, to, size, released);
  } else {
    released = blocking_begin_read (t, stream, SIZE_MAX);
    result = getdelim (to, size, end, stream);
    ft_blocking_end_fd_no_stop (t, released);
    in.flags |= released ? FT_WIRE_INPUT_WAITED : 0;
    ft_input_stream_record (&in, stream, result, *to,
                            result >= 0 ? (size_t)result + 1 : 0);
    scheduling_point (t);
  }
  if (released && *to != old) { // allocated while nothing could be logged
    ft_log_record_free (t, old);
    ft_log_record_alloc (t, *to, *size);
  }
  ft_log_write_range (t, to, sizeof *to);
  ft_log_write_range (t, size, sizeof *size);
  if (from.source >= 0)
    ft_log_result (t, result);
  if (result >= 0)
    log_line (t, &from, *to, (size_t)result);
  receive_from_stream (t, stream);
  return result;
}

FT_WRAP (ssize_t, getdelim, char **to, size_t *size, int end, FILE *stream) {
  return read_until (to, size, end, stream);
}

FT_WRAP (ssize_t, __getdelim, char **to, size_t *size, int end, FILE *stream) {
  return read_until (to, size, end, stream);
}

FT_WRAP (ssize_t, getline, char **to, size_t *size, FILE *stream) {
  return read_until (to, size, '\n', stream);
}

static void record_byte (ft_input_call *in, FILE *stream, int byte) {
  unsigned char c = (unsigned char)byte;
  ft_input_stream_record (in, stream, byte, &c, byte != EOF);
}

// A symbolic byte that is returned is recorded as if it went through memory: a
// word of the thread is written and read.
static void log_returned_byte (ft_thread *t, ft_source_position *from,
                               int byte) {
  if (from->source < 0)
    return;
  if (byte == EOF) {
    ft_log_result (t, EOF);
    return;
  }
  t->returned_byte = (unsigned char)byte;
  ft_log_symbolic_write (t, from, &t->returned_byte, 1);
  ft_log_read_range (t, &t->returned_byte, 1);
}

static int read_byte (FILE *stream) {
  ft_thread *t = ft_wrapper_enter_stream (stream);
  ft_source_position from = ft_source_position_of_stream (t, stream);
  ft_input_call in;
  int result;
  if (ft_input_stream_replay (&in, t, FT_WIRE_INPUT_GETC, stream)) {
    result = (int)in.result;
    ft_blocking_end_fd (t, false);
  } else {
    bool released = blocking_begin_read (t, stream, 1);
    result = FT_REAL_OF (getc) (stream);
    ft_blocking_end_fd_no_stop (t, released);
    record_byte (&in, stream, result);
    scheduling_point (t);
  }
  log_returned_byte (t, &from, result);
  receive_from_stream (t, stream);
  return result;
}

FT_WRAP (int, getc, FILE *stream) {
  return read_byte (stream);
}

FT_WRAP (int, fgetc, FILE *stream) {
  return read_byte (stream);
}

FT_WRAP (int, getchar, void) {
  return read_byte (stdin);
}

// The lock, which these do not take, is held within a call only.
FT_WRAP (int, getc_unlocked, FILE *stream) {
  return read_byte (stream);
}

FT_WRAP (int, fgetc_unlocked, FILE *stream) {
  return read_byte (stream);
}

FT_WRAP (int, getchar_unlocked, void) {
  return read_byte (stdin);
}

// What getc_unlocked is inline calls this one when the buffer is empty; it takes
// bytes that were read from there itself, also in a replay.
FT_WRAP (int, __uflow, FILE *stream) {
  ft_thread *t = ft_wrapper_enter_stream (stream);
  bool released = blocking_begin_read (t, stream, 1);
  int result = __uflow (stream);
  ft_blocking_end_fd (t, released);
  receive_from_stream (t, stream);
  return result;
}

// ---- libraries --------------------------------------------------------------
//
// libstdc++ reads std::cin through these.  Only bytes from outside are kept; in
// a replay the stream itself stays as it is.

static bool has_byte (const FILE *stream) {
  return stream->_IO_read_ptr < stream->_IO_read_end;
}

// Whether the call is replayed.
static bool is_replayed (ft_thread *t, ft_input_call *in,
                         enum ft_wire_input_kind kind, FILE *stream) {
  if (!ft_input_stream_replay (in, t, kind, stream))
    return false;
  if (in->flags & FT_WIRE_INPUT_WAITED)
    ft_blocking_end_fd (t, false);
  return true;
}

static bool blocking_begin (ft_thread *t, ft_input_call *in, bool there) {
  if (there)
    return false;
  in->flags |= FT_WIRE_INPUT_WAITED;
  ft_blocking_begin (t);
  return true;
}

static int library_byte (ft_thread *t, FILE *stream) {
  ft_input_call in;
  if (is_replayed (t, &in, FT_WIRE_INPUT_GETC, stream))
    return (int)in.result;
  if (!ft_fd_is_external (fileno_unlocked (stream)))
    return FT_REAL_OF (getc) (stream);
  bool released = blocking_begin (t, &in, has_byte (stream));
  int result = FT_REAL_OF (getc) (stream);
  if (released)
    ft_blocking_end_fd_no_stop (t, true);
  record_byte (&in, stream, result);
  if (released)
    ft_scheduling_point (t);
  return result;
}

FT_EXPORT int getc (FILE *stream) {
  ft_thread *t = stream == stdin ? ft_wrapper_enter () : NULL;
  if (!t)
    return FT_REAL_OF (getc) (stream);
  int result = library_byte (t, stream);
  receive_from_stream (t, stream);
  return result;
}

FT_EXPORT int ungetc (int byte, FILE *stream) {
  ft_thread *t = stream == stdin ? ft_recorded_thread () : NULL;
  if (!ft_input_stream_is_replayed (t, stream) || byte == EOF)
    return FT_REAL_OF (ungetc) (byte, stream);
  clearerr_unlocked (stream);
  return (unsigned char)byte;
}

static size_t library_bytes (ft_thread *t, void *to, size_t size, size_t count,
                             FILE *stream) {
  ft_input_call in;
  if (is_replayed (t, &in, FT_WIRE_INPUT_FREAD, stream)) {
    ft_input_copy (&in, to, size * count);
    return (size_t)in.result < count ? (size_t)in.result : count;
  }
  if (!ft_fd_is_external (fileno_unlocked (stream)))
    return FT_REAL_OF (fread) (to, size, count, stream);
  bool released = blocking_begin (t, &in, false);
  size_t result = FT_REAL_OF (fread) (to, size, count, stream);
  ft_blocking_end_fd_no_stop (t, released);
  ft_input_stream_record (&in, stream, (int64_t)result, to, result * size);
  ft_scheduling_point (t);
  return result;
}

FT_EXPORT size_t fread (void *to, size_t size, size_t count, FILE *stream) {
  ft_thread *t = stream == stdin ? ft_wrapper_enter () : NULL;
  if (!t)
    return FT_REAL_OF (fread) (to, size, count, stream);
  size_t result = library_bytes (t, to, size, count, stream);
  receive_from_stream (t, stream);
  return result;
}
