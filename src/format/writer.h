// Writes traces, event by event, as STD, JSON lines, packed, or in a format of
// a later layer.
//
// The file is there completely after the commit, or not at all; '.gz' and
// '.zst' names are compressed.  A format that cannot express an event refuses
// it: nothing is left out silently.  Events without effect (FT_DROPPED) are
// written as such, so that positions stay and a repaired trace reads without
// repair; repeated forks are written as they were.

#ifndef FT_FORMAT_WRITER_H
#define FT_FORMAT_WRITER_H

#include "base/compressor.h"
#include "trace/tables.h"
#include "trace/trace.h"

typedef struct ft_writer ft_writer;

// A binary format.
typedef struct ft_binary_format {
  const char *name, *suffix;
  void *(*open) (ft_compressor *); // borrowed
  void (*free) (void *);
  bool (*put) (void *, const ft_tables *, const ft_event *, ft_error *);
  bool (*finish) (void *, const ft_tables *, ft_error *); // writes the rest
} ft_binary_format;

// Add this format, once, when a program starts.
void ft_writer_add (const ft_binary_format *);

// 'format' is the name of a format, such as "std"; NULL: by the suffix of the
// path, STD for "-".
ft_writer *ft_writer_open (const char *path, const char *format, ft_error *);

// The name of the format that would be written, to be asked before long work;
// NULL and an error if there is none.
const char *ft_writer_fits (const char *path, const char *format, ft_error *);

// Without a commit before, the file stays as it was.
void ft_writer_free (ft_writer *);

const char *ft_writer_format (const ft_writer *);

// Write the event at the next position.
bool ft_writer_put (ft_writer *, const ft_tables *, const ft_event *,
                    ft_error *);

bool ft_writer_commit (ft_writer *, const ft_tables *, ft_error *);

// Write a whole trace.
bool ft_trace_write (const ft_trace *, const char *path, const char *format,
                     ft_error *);

#endif
