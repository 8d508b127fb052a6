// What the files of the reader share: 'reader.c' opens it and answers for it,
// 'reader_fill.c' gets and validates the next events.

#ifndef FT_FORMAT_READER_INSIDE_H
#define FT_FORMAT_READER_INSIDE_H

#include "base/line_reader.h"
#include "format/text_format.h"
#include "format/ftz_read.h"
#include "format/packed_read.h"
#include "format/reader.h"
#include "trace/validate.h"

struct ft_reader {
  // Owned; one of them is not NULL.
  ft_line_reader *source; // lines of text
  ft_packed *packed; // blocks of columns
  ft_ftz *ftz;       // blocks of grammars
  const ft_event_feed *feed; // of events from elsewhere
  void *fed;         // its state
  char *path;        // owned, of what the feed reads
  const ft_text_format *format;
  void *state; // of the format, owned
  bool lenient, stream, over;
  uint64_t gap; // lost events that are still to be stood in for
  ft_event_list closing;
  size_t closed;         // of 'closing', handed out
  ft_pos position;       // of the next event to be read
  uint64_t line;         // of the event at hand
  ft_event *events;      // owned: the batch, BATCH of them
  uint32_t count, given; // of 'events', and of these handed out one by one
  bool leaves_origins;
  bool failed;           // after the batch
  ft_error failure;
  ft_tables tables;
  ft_notes notes;
  ft_validator *validator; // owned
  ft_strbuf why;
};

// Events of a batch: 128 KB of them stay in a second-level cache.
enum { FT_READER_BATCH = 4096 };

// The next batch.  A failure waits until the events before it were handed out.
void ft_reader_fill (ft_reader *);

// Where the event at hand is: a file and a line, or a word of a log, or a file
// and the event's position.
const char *ft_reader_path (const ft_reader *);

// False, and the error that nothing is in it.
bool ft_reader_no_events (const ft_reader *, ft_error *);

#endif
