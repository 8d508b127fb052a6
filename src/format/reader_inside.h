// The inside of the reader: 'reader.c' opens it, 'reader_fill.c' reads and validates
// the next events, 'reader_query.c' answers what checks of witnesses do not ask.

#ifndef FT_FORMAT_READER_INSIDE_H
#define FT_FORMAT_READER_INSIDE_H

#include "base/line_reader.h"
#include "format/text_format.h"
#include "format/ftz_read.h"
#include "format/packed_read.h"
#include "format/reader.h"
#include "trace/validate.h"

struct ft_reader {
  // Owned; exactly one of the next four is not NULL.
  ft_line_reader *source; // lines of text
  ft_packed *packed;      // blocks of columns
  ft_ftz *ftz;            // blocks of grammars
  const ft_event_feed *feed;
  void *feed_state; // owned
  char *path;       // owned: of the feed
  const ft_text_format *format;
  void *state; // owned: of the text format
  bool lenient, stream, over;
  uint64_t gap;          // number of lost events that are still to be replaced
  ft_event_list closing; // events that close a gap
  size_t closed;         // number of delivered ones of 'closing'
  ft_pos position;       // of the next event to be read
  uint64_t line;         // of the current event
  ft_event *events;      // owned: the batch, FT_READER_BATCH events
  uint32_t count, given; // number of 'events', and of delivered ones
  bool drops_origins;
  bool independent; // as in the options
  bool failed;      // after the events of the batch
  ft_error failure;
  ft_tables tables;
  ft_notes notes;
  ft_validator *validator; // owned
  ft_strbuf why;
};

// Make a reader that has nothing to read from yet.
ft_reader *ft_reader_new (ft_read_options);

// Read the next batch.  A failure waits until the events before it were
// delivered.
void ft_reader_fill (ft_reader *);

// The file of the current event.
const char *ft_reader_path (const ft_reader *);

// Leave the error that there are no events; returns false.
bool ft_reader_no_events (const ft_reader *, ft_error *);

#endif
