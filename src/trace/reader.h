// Reading traces: one stream of validated events, whatever the format.
//
// Formats are told by file name ('.std', '.rr', '.jsonl', each optionally
// followed by '.gz' or '.zst') and otherwise by the first lines; compression
// is told by the first bytes.  "-" is standard input.  A directory with a file
// 'control' is a recorded run (see 'native.h').

#ifndef FT_TRACE_READER_H
#define FT_TRACE_READER_H

#include "base/error.h"
#include "trace/notes.h"
#include "trace/tables.h"

#define FT_FORMAT_RUN "run"

typedef struct ft_read_options {
  const char *format; // "std", "rr", "jsonl", FT_FORMAT_RUN; NULL: tell from
                      // name and content
  bool lenient;       // repair what can be repaired (see 'validate.h')
} ft_read_options;

typedef struct ft_reader ft_reader;

// NULL and an error on failure: code 65 for what cannot be opened or is no
// trace, 64 for a format that does not exist, 69 for a failing disk.
ft_reader *ft_reader_open (const char *path, ft_read_options, ft_error *);
void ft_reader_free (ft_reader *);

// 1: '*e' is the next event, validated and flagged.  0: the trace is over,
// and the whole of it is well formed.  -1: bad input.
int ft_reader_next (ft_reader *, ft_event *e, ft_error *);

const ft_tables *ft_reader_tables (const ft_reader *);
const ft_notes *ft_reader_notes (const ft_reader *); // warnings so far
const char *ft_reader_format (const ft_reader *);    // "std", ...

// Hands the tables and notes over; the reader can only be freed afterwards.
void ft_reader_move_tables (ft_reader *, ft_tables *, ft_notes *);

// Share of the file that has been read, 0 to 1, or -1 if unknown (a pipe).
double ft_reader_progress (const ft_reader *);

#endif
