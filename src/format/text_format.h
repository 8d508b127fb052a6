// Text formats: grammars for one line of a trace.
//
// 'std.c', 'roadrunner.c' and 'jsonl.c' are such grammars.  They make events
// and names; the rules of whole traces are checked by the validator.

#ifndef FT_FORMAT_TEXT_FORMAT_H
#define FT_FORMAT_TEXT_FORMAT_H

#include "base/cursor.h"
#include "base/error.h"
#include "base/strbuf.h"
#include "trace/notes.h"
#include "trace/tables.h"

typedef struct ft_trace_line {
  ft_span text; // without blanks at both ends, not empty
  const char *path;
  uint64_t number; // from 1
  ft_pos position; // of the event, if the line holds one
  ft_tables *tables;
  ft_notes *notes;
  ft_strbuf *flaw;    // output: why an event that parses breaks a rule of
                      // memory, for the validator
  const char *within; // part of the line, for errors; may be NULL
} ft_trace_line;

typedef struct ft_text_format {
  const char *name; // and suffix of files: "std"
  // The state that is kept from line to line, NULL if none.
  void *(*begin) (void);
  void (*end) (void *state);
  // 1: '*e' is an event; 0: the line has none; -1: an error.
  int (*parse) (void *state, const ft_trace_line *, ft_event *e, ft_error *);
  // Optional fast path: make events of the first lines at 'c', each of which
  // has one, up to 'room' events or to the first line that must be left to
  // 'parse', and step over these lines; returns their number.  'first' is the
  // first line without its text.  FT_LINE_READER_PADDING zeroes follow the
  // text.
  uint32_t (*parse_lines) (void *state, const ft_trace_line *first,
                           ft_cursor *c, ft_event *events, uint32_t room);
} ft_text_format;

extern const ft_text_format ft_text_format_std, ft_text_format_roadrunner,
    ft_text_format_jsonl;

// Leave "PATH:LINE: ..." in the error and return -1.
int ft_trace_line_error (const ft_trace_line *, ft_error *, const char *format,
                         ...) __attribute__ ((format (printf, 3, 4)));

#endif
