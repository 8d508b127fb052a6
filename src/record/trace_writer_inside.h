// Declarations that the files of the trace writer share:
//
//   trace_writer.c          empties buffers while the program runs, and after
//   trace_writer_file.c     the log files
//   trace_writer_recover.c  completes a run whose foretrace was killed

#ifndef FT_RECORD_TRACE_WRITER_INSIDE_H
#define FT_RECORD_TRACE_WRITER_INSIDE_H

#include <pthread.h>
#include <sys/types.h>
#include <zstd.h>

#include "base/stack.h"
#include "run/log_coding.h"
#include "runtime/wire.h"
#include "record/trace_writer.h"

// Address space for all buffers that the program may add to the file.
#define FT_TRACE_WRITER_MAPPED                                                 \
  (FT_WIRE_BUFFERS_HEADER + (size_t)FT_WIRE_MAX_BUFFERS * FT_WIRE_BUFFER)

// A log that is being written.
typedef struct ft_written_log {
  uint64_t tick;       // words that were written
  ft_log_coder *coder; // owned; NULL while each piece is fresh
} ft_written_log;

enum { FT_TRACE_WRITER_OPEN_FILES = 16 };

struct ft_trace_writer {
  char *run; // owned
  bool pack; // logs are compressed
  struct ft_wire_buffers *buffers;
  pthread_t thread;
  int ended; // atomic: the program has ended
  bool evict;           // buffers that were read leave the caches
  unsigned unannounced; // buffers that were released, of which the program does
                        // not know
  FT_STACK (ft_written_log) logs; // by thread
  struct {
    int fd;          // plus one; 0: none
    uint32_t thread; // whose log file is open
  } files[FT_TRACE_WRITER_OPEN_FILES]; // by thread modulo their number
  ft_log_coder *coder; // owned; of pieces that are fresh
  size_t coder_bytes;  // of the coders of logs
  unsigned char *piece; // owned; one coded buffer
  ZSTD_CCtx *zstd;
  void *packed; // owned; one compressed buffer
  size_t packed_size;
  int problem;                          // errno of the first write that failed
  const struct ft_wire_thread *headers; // of all threads, mapped at the end
  size_t header_count;
};

// ---- trace_writer_file.c ---------------------------------------------------

// The path of the run's file "STEM", or "STEM-THREAD SUFFIX" if the thread is
// not UINT32_MAX; the caller frees.
char *ft_trace_writer_path (const ft_trace_writer *, const char *stem,
                            uint32_t thread, const char *suffix);

// Keeps the first problem, an errno, and empties no more buffers.  Returns
// false.
bool ft_trace_writer_fail (ft_trace_writer *, int problem);

// The functions below call 'ft_trace_writer_fail' and return false when they
// fail.

// Writes the words behind those that were written of the log, as they are, or as
// a compressed piece; does not count them.
bool ft_trace_writer_put_words (ft_trace_writer *, uint32_t thread,
                                const uint64_t *words, size_t n);
bool ft_trace_writer_put_piece (ft_trace_writer *, uint32_t thread,
                                const uint64_t *words, size_t n);
// Closes the log files that are still open.
bool ft_trace_writer_close (ft_trace_writer *);
// Begins a compressed log, "thread-N.part", with a frame for a header that is
// not known yet; then writes the header and renames the file.
bool ft_trace_writer_begin_part (ft_trace_writer *, uint32_t thread);
bool ft_trace_writer_finish_part (ft_trace_writer *, const char *part,
                                  const char *path,
                                  const struct ft_wire_thread *header);
// Writes the header of a log that is not compressed.
bool ft_trace_writer_write_header (ft_trace_writer *, const char *path,
                                   const struct ft_wire_thread *header);

// The number of threads of the run.
uint32_t ft_trace_writer_threads (ft_trace_writer *);

// The words in the complete frames of a part, whose incomplete end is cut off;
// and those of a log that is not compressed.
uint64_t ft_trace_writer_part_words (const char *path);
uint64_t ft_trace_writer_raw_words (const char *path);

// ---- trace_writer.c --------------------------------------------------------

ft_written_log *ft_trace_writer_log (ft_trace_writer *, uint32_t thread);

// The compressor, the coder and their memory.
void ft_trace_writer_make_coder (ft_trace_writer *);

// Empties the remaining buffers, completes the logs and frees.  The program has
// ended or its buffers are not waited for.
bool ft_trace_writer_finish (ft_trace_writer *, ft_error *);

#endif
