// Reads traces of any format as one stream of validated events.
//
// A format is detected by the file name ('.std', '.rr', '.jsonl', '.ftp',
// '.ftz', optionally followed by '.gz' or '.zst'), or else by the first lines;
// compression is detected by the first bytes.  "-" is standard input.  Events
// of a recorded run come through a feed (see 'load/open.h').

#ifndef FT_FORMAT_READER_H
#define FT_FORMAT_READER_H

#include "base/deadline.h"
#include "base/error.h"
#include "base/progress.h"
#include "trace/notes.h"
#include "trace/tables.h"

#define FT_FORMAT_RUN "run"

struct ft_trace_again;

typedef struct ft_read_options {
  const char *format; // "std", "rr", "jsonl", "packed", "compressed",
                      // FT_FORMAT_RUN; NULL: detected by name and content
  bool lenient;       // repair flaws where possible (see 'validate.h')
  const ft_deadline *deadline; // borrowed; may be NULL.  Checked by
                               // 'ft_trace_read', and by opening a recorded
                               // run, which fails with code 68
  unsigned without; // enum ft_columns that the caller does not need; packed
                    // traces need not decode them
  bool stream;      // the tables keep only the details of the current batch
  ft_progress_callback opening; // of a recorded run, which takes a pass;
                                // 'ft_trace_read' sets this itself
  bool independent;             // events of assumed variables have no effect
                                // (see 'trace/assumed.h')
  ft_pos most;  // 'ft_trace_read' stops after so many events; 0: never
  double share; // 'ft_trace_read' stops behind this share of a recorded run;
                // 0: never
  bool keeps;   // 'ft_trace_read' keeps the trace of a long recorded run, and
                // takes one that was kept; streams take it, too (see
                // 'load/kept_trace.h')
  struct ft_trace_again **again; // what a reading of the same recorded run
                                 // found out ('trace/trace.h'), which is taken
                                 // from there; NULL or to NULL: nothing
  bool order;                    // of a recorded run: see 'ft_load_open_order'
  bool distinct; // foretrace itself wrote this packed trace: no two locals have
                 // the same name, which costs time and memory to see
} ft_read_options;

typedef struct ft_reader ft_reader;

// Open a file of one of the formats.  NULL and an error on failure: code 65 for
// a file that cannot be opened or is no trace, 64 for an unknown format, 69 for
// a failing disk.
ft_reader *ft_reader_open_file (const char *path, ft_read_options, ft_error *);

// A feed: events that come from elsewhere than a file of a format.
typedef struct ft_event_feed {
  const char *format; // name, for users
  // As 'ft_reader_next'.
  int (*next) (void *state, ft_tables *, ft_event *, ft_notes *, ft_error *);
  // Whether events are still to come before the next batch whose details may be
  // in the tables by now.
  bool (*is_mid_record) (const void *state);
  double (*progress) (const void *state);
  // The file of the last event and the position in it, for errors.
  const char *(*where) (const void *state, uint64_t *position);
  void (*free) (void *state);
} ft_event_feed;

// A reader of a feed; 'state' is owned from now on.
ft_reader *ft_reader_open_feed (const char *path, const ft_event_feed *,
                                void *state, ft_read_options);

// The state of the reader's feed if it is the given one, else NULL.
void *ft_reader_feed (const ft_reader *, const ft_event_feed *);

// From now on the reader drops origins of writes.
void ft_reader_drop_origins (ft_reader *);

void ft_reader_free (ft_reader *);

// The most events of a batch: 128 KB stay in a second-level cache.
enum { FT_READER_BATCH = 4096 };

// Consecutive events, borrowed until the next call.
typedef struct ft_batch {
  const ft_event *events; // at least one, so few that they stay in the cache
  uint32_t count;
  ft_pos first; // position of events[0]
} ft_batch;

// 1: '*b' has the next events, validated and flagged.  0: the trace is over,
// and all of it is well formed. -1: bad input; the events before it were
// delivered.  Tables and notes may be ahead of the delivered events.
int ft_reader_batch (ft_reader *, ft_batch *b, ft_error *);

// Hands over the events of the current batch, which no 'ft_reader_next' has
// taken from: '*events', with room for FT_READER_BATCH, become the reader's
// next buffer, and are replaced by the batch.
void ft_reader_exchange (ft_reader *, ft_event **events);

// The same as a batch, event by event; the two may be mixed.
int ft_reader_next (ft_reader *, ft_event *e, ft_error *);

// The location of an event of the current batch, also without
// FT_COLUMN_LOCATIONS.
ft_id ft_reader_location (ft_reader *, ft_pos);

// Gives all events of the current batch their locations.
void ft_reader_add_locations (ft_reader *);

const ft_tables *ft_reader_tables (const ft_reader *);
const ft_notes *ft_reader_notes (const ft_reader *); // warnings so far
const char *ft_reader_format (const ft_reader *);    // "std", ...

// The number and size of the blocks of a packed or compressed trace, as far as
// it was read; zero for other formats.
typedef struct ft_block_stats {
  uint64_t bytes;
  uint32_t blocks;
} ft_block_stats;

ft_block_stats ft_reader_block_stats (const ft_reader *);

// A lower bound of the number of events, however few were read: a compressed
// trace may be longer than any that could be loaded.
ft_pos ft_reader_announced (const ft_reader *);

// Hand the tables and notes over; the reader can only be freed afterwards.
void ft_reader_move_tables (ft_reader *, ft_tables *, ft_notes *);

// Share of the file that has been read, 0 to 1, or -1 if unknown (a pipe).
double ft_reader_progress (const ft_reader *);

#endif
