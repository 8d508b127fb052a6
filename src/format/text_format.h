// What a text format is to the reader: a grammar for one line.
//
// 'std.c', 'roadrunner.c' and 'jsonl.c' are such grammars.  They make events
// and names; what the events mean together is the validator's business.

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
  ft_strbuf *flaw;    // filled for an event that parses but breaks a rule of
                      // memory: the validator's verdict on it
  const char *within; // the part of the line at hand, for errors; may be NULL
} ft_trace_line;

typedef struct ft_text_format {
  const char *name; // and suffix of files: "std"
  // State from line to line, NULL if none.
  void *(*begin) (void);
  void (*end) (void *state);
  // 1: '*e' is an event; 0: the line holds none; -1: an error.
  int (*parse) (void *state, const ft_trace_line *, ft_event *e, ft_error *);
  // Optional, the same faster: makes events of the first lines at 'c', each
  // of which is one, up to 'room' and to the first line that it leaves to
  // 'parse', and steps over them; returns how many.  'first' is the first
  // line but for its text.  FT_LINE_READER_PADDING zeroes follow 'c'.
  uint32_t (*parse_lines) (void *state, const ft_trace_line *first, ft_cursor *c,
                           ft_event *events, uint32_t room);
} ft_text_format;

extern const ft_text_format ft_text_format_std, ft_text_format_roadrunner, ft_text_format_jsonl;

// Leaves "PATH:LINE: ..." in the error and returns -1.
int ft_trace_line_error (const ft_trace_line *, ft_error *, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

#endif
