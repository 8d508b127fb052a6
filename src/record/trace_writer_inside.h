// What the files of the drain share:
//
//   drain.c          takes slots over while the program runs, and at its end
//   drain_file.c     the files that they go to
//   drain_recover.c  a run whose recorder was killed

#ifndef FT_RECORD_TRACE_WRITER_INSIDE_H
#define FT_RECORD_TRACE_WRITER_INSIDE_H

#include <pthread.h>
#include <sys/types.h>
#include <zstd.h>

#include "base/stack.h"
#include "runtime/wire.h"
#include "record/trace_writer.h"

// Of address space: there may come more slots.
#define FT_TRACE_WRITER_MAPPED                                                        \
  (FT_WIRE_BUFFERS_HEADER + (size_t)FT_WIRE_MAX_BUFFERS * FT_WIRE_BUFFER)

struct ft_trace_writer {
  char *run; // owned
  bool pack;
  struct ft_wire_buffers *slots;
  pthread_t thread;
  int over;                   // atomic: the program has ended
  FT_STACK (uint64_t) places; // by thread: how far its log was taken over
  ZSTD_CCtx *zstd;
  void *packed;
  size_t packed_size;
  int problem;                        // errno of the first write that failed
  const struct ft_wire_thread *heads; // at the end
  size_t head_count;
};

// ---- files
// -------------------------------------------------------------------

// The run's file "STEM", or "STEM-THREAD SUFFIX" if the thread is not
// UINT32_MAX; owned by the caller.
char *ft_trace_writer_path (const ft_trace_writer *, const char *stem, uint32_t thread,
                     const char *suffix);

// Notes the first problem, an errno, and takes over no more; false.
bool ft_trace_writer_fail (ft_trace_writer *, int problem);

// These are false after a problem, which is noted.  At the end of a file, or at
// 'offset' if that is not negative.
bool ft_trace_writer_write (ft_trace_writer *, const char *path, off_t offset,
                     const void *bytes, size_t size);
// A zstd frame of its own.
bool ft_trace_writer_append (ft_trace_writer *, const char *path, const void *bytes,
                      size_t size);
// The frame of a header that is not known yet, and then the header, and the
// name that the part has from then on.
bool ft_trace_writer_begin_part (ft_trace_writer *, const char *path);
bool ft_trace_writer_finish_part (ft_trace_writer *, const char *part, const char *path,
                           const struct ft_wire_thread *header);
// The header of a log that is not compressed.
bool ft_trace_writer_write_header (ft_trace_writer *, const char *path,
                          const struct ft_wire_thread *header);

// How many threads the run says that it has.
uint32_t ft_trace_writer_threads (const ft_trace_writer *);

// Words in the whole frames of a part, whose torn end is cut off; and in a log
// that is not compressed.
uint64_t ft_trace_writer_part_words (const char *path);
uint64_t ft_trace_writer_raw_words (const char *path);

// ---- all
// ---------------------------------------------------------------------

// How far the thread's log was taken over.
uint64_t *ft_trace_writer_tick (ft_trace_writer *, uint32_t thread);

// Takes what is left, and frees; the program writes no more, or is not waited
// for.
bool ft_trace_writer_finish (ft_trace_writer *, ft_error *);

#endif
