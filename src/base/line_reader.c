#include "base/line_reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/readahead.h"
#include "base/alloc.h"

#define CHUNK ((size_t)256 << 10)
#define PEEK ((size_t)64 << 10)

struct ft_line_reader {
  ft_readahead *in; // owned
  char *buffer;     // owned
  size_t capacity;  // of 'buffer' without the padding
  size_t at, end;   // the bytes of 'buffer' that are not yet consumed
  uint64_t number;  // of the last line read, from 1
  bool over;        // the file has ended
};

ft_line_reader *ft_line_reader_open (const char *path, ft_error *error) {
  ft_decompressor *in = ft_decompressor_open (path, error);
  return in ? ft_line_reader_new (in) : NULL;
}

ft_line_reader *ft_line_reader_new (ft_decompressor *in) {
  ft_line_reader *s = FT_NEW (ft_line_reader);
  s->in = ft_readahead_new (in);
  s->capacity = CHUNK;
  s->buffer = ft_calloc (s->capacity + FT_LINE_READER_PADDING, 1);
  return s;
}

void ft_line_reader_free (ft_line_reader *s) {
  if (!s)
    return;
  ft_readahead_free (s->in);
  free (s->buffer);
  free (s);
}

// Append bytes of the file to the buffer; the bytes that are still needed move
// to its front.  At least half of the buffer is read each time, so that every
// byte moves a bounded number of times.
static bool fill (ft_line_reader *s, ft_error *error) {
  if (s->at) {
    memmove (s->buffer, s->buffer + s->at, s->end - s->at);
    s->end -= s->at;
    s->at = 0;
  }
  if (2 * s->end > s->capacity) {
    s->capacity *= 2;
    s->buffer = ft_realloc (s->buffer, s->capacity + FT_LINE_READER_PADDING, 1);
  }
  ptrdiff_t n = ft_readahead_read (s->in, s->buffer + s->end,
                                   s->capacity - s->end, error);
  if (n < 0)
    return false;
  s->over = !n;
  s->end += (size_t)n;
  return true;
}

static int take_line (ft_line_reader *s, size_t size, size_t lf,
                      ft_span *line) {
  const char *begin = s->buffer + s->at;
  s->at += size + lf;
  s->number++;
  if (size && begin[size - 1] == '\r')
    size--;
  *line = (ft_span){begin, size};
  return 1;
}

static int too_long (const ft_line_reader *s, ft_error *error) {
  ft_error_at_line (error, ft_line_reader_path (s), s->number + 1,
                    "line longer than %zu MB; is this a text trace?",
                    FT_LINE_LIMIT >> 20);
  return -1;
}

int ft_line_reader_next (ft_line_reader *s, ft_span *line, ft_error *error) {
  for (size_t known = 0;;) { // bytes known to contain no LF
    const char *from = s->buffer + s->at + known;
    const char *end = memchr (from, '\n', s->end - s->at - known);
    known = (end ? (size_t)(end - s->buffer) : s->end) - s->at;
    if (known > FT_LINE_LIMIT)
      return too_long (s, error);
    if (end)
      return take_line (s, known, 1, line);
    if (s->over)
      return known ? take_line (s, known, 0, line) : 0;
    if (!fill (s, error))
      return -1;
  }
}

ft_span ft_line_reader_buffer (ft_line_reader *s) {
  memset (s->buffer + s->end, 0, FT_LINE_READER_PADDING);
  return (ft_span){s->buffer + s->at, s->end - s->at};
}

void ft_line_reader_take (ft_line_reader *s, size_t bytes, uint64_t lines) {
  assert (bytes <= s->end - s->at);
  s->at += bytes;
  s->number += lines;
}

uint64_t ft_line_reader_number (const ft_line_reader *s) {
  return s->number;
}

bool ft_line_reader_peek (ft_line_reader *s, ft_span *span, ft_error *error) {
  while (!s->over && s->end - s->at < PEEK)
    if (!fill (s, error))
      return false;
  *span = (ft_span){s->buffer + s->at, s->end - s->at};
  return true;
}

const char *ft_line_reader_path (const ft_line_reader *s) {
  return ft_readahead_path (s->in);
}

double ft_line_reader_progress (const ft_line_reader *s) {
  return ft_readahead_progress (s->in);
}
