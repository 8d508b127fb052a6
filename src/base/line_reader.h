// Reads the lines of a file or of standard input, compressed or not (see
// 'decompressor.h').
//
// Lines end in LF or CRLF; the last one may end without.  A line longer than
// FT_LINE_LIMIT, its LF not counted, is an error, so that memory is bounded
// whatever the file.

#ifndef FT_BASE_LINE_READER_H
#define FT_BASE_LINE_READER_H

#include "base/cursor.h"
#include "base/error.h"
#include "base/decompressor.h"

#define FT_LINE_LIMIT ((size_t)16 << 20)

typedef struct ft_line_reader ft_line_reader;

ft_line_reader *ft_line_reader_open (const char *path, ft_error *);
ft_line_reader *ft_line_reader_new (ft_decompressor *); // takes ownership
void ft_line_reader_free (ft_line_reader *);

// 1: '*line' is the next line without its end, borrowed until the next call.
// 0: no more lines.  -1: an error.
int ft_line_reader_next (ft_line_reader *, ft_span *line, ft_error *);

// The bytes that are buffered behind the last line read: complete lines and
// perhaps the beginning of another.  FT_LINE_READER_PADDING zeroes follow.  A
// caller that finds the ends of lines itself consumes lines from the front of
// the buffer by 'ft_line_reader_take', which needs their bytes and their
// number; the rest is read by 'ft_line_reader_next'.
ft_span ft_line_reader_buffer (ft_line_reader *);
void ft_line_reader_take (ft_line_reader *, size_t bytes, uint64_t lines);

#define FT_LINE_READER_PADDING ((size_t)64)

// The number of the last line read, counted from 1.
uint64_t ft_line_reader_number (const ft_line_reader *);

// The bytes that are buffered behind the last line read, at least 64 KB unless
// the file ends before, for the detection of formats.
bool ft_line_reader_peek (ft_line_reader *, ft_span *, ft_error *);

const char *ft_line_reader_path (const ft_line_reader *);

// See 'ft_decompressor_progress'.
double ft_line_reader_progress (const ft_line_reader *);

#endif
