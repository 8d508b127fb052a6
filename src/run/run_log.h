// The log of one thread of a recorded run, as a stream of words.
//
// 'thread-N' is mapped; 'thread-N.zst' is decompressed, and decoded if it is
// coded (log_coding.h), piece by piece from a map of it, so that neither its size
// nor the number of threads costs memory or open files.  Only the words that the
// header calls complete are read.

#ifndef FT_RUN_RUN_LOG_H
#define FT_RUN_RUN_LOG_H

#include "base/error.h"
#include "base/ids.h"
#include "runtime/wire.h"

typedef struct ft_mapped_file { // a file that is mapped into memory
  const unsigned char *bytes;
  size_t size;
} ft_mapped_file;

// False and an error if the file cannot be mapped ('error' may be NULL).
bool ft_mapped_file_open (ft_mapped_file *, const char *path, ft_error *);
void ft_mapped_file_close (ft_mapped_file *);

typedef struct ft_run_log ft_run_log;

struct ft_run_log {
  char *path; // owned
  ft_mapped_file file;
  struct ft_wire_thread header;
  const uint64_t *at, *end;         // the words that are in memory
  uint64_t tick;                    // of 'at', in words
  struct ft_run_log_stream *stream; // of a compressed log, else NULL
};

// NULL and an error for a log that is missing or of another thread.
ft_run_log *ft_run_log_open (const char *directory, uint32_t thread,
                             ft_error *);
void ft_run_log_free (ft_run_log *);

// Bring at least 'n' (at most 8) words to 'at'; false if the log ends before
// or, with an error, if it is corrupt.
bool ft_run_log_fill (ft_run_log *, unsigned n, ft_error *);

static inline bool ft_run_log_has (ft_run_log *log, unsigned n,
                                   ft_error *error) {
  return (size_t)(log->end - log->at) >= n || ft_run_log_fill (log, n, error);
}

static inline void ft_run_log_skip (ft_run_log *log, unsigned n) {
  log->at += n;
  log->tick += n;
}

// Check magic word and version, with which every file of a run begins.
bool ft_wire_check (const char *path, uint64_t magic, uint32_t version,
                    ft_error *);

#endif
