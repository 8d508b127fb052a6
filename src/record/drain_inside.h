// What the files of the drain share:
//
//   drain.c          takes slots over while the program runs, and at its end
//   drain_file.c     the files that they go to
//   drain_recover.c  a run whose recorder was killed

#ifndef FT_REPLAY_DRAIN_INSIDE_H
#define FT_REPLAY_DRAIN_INSIDE_H

#include <pthread.h>
#include <sys/types.h>
#include <zstd.h>

#include "base/stack.h"
#include "runtime/wire.h"
#include "record/drain.h"

// Of address space: there may come more slots.
#define FT_DRAIN_MAPPED                                                        \
  (FT_WIRE_SLOTS_HEAD + (size_t)FT_WIRE_MOST_SLOTS * FT_WIRE_SLOT)

struct ft_drain {
  char *run; // owned
  bool pack;
  struct ft_wire_slots *slots;
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
char *ft_drain_name (const ft_drain *, const char *stem, uint32_t thread,
                     const char *suffix);

// Notes the first problem, an errno, and takes over no more; false.
bool ft_drain_fail (ft_drain *, int problem);

// These are false after a problem, which is noted.  At the end of a file, or at
// 'offset' if that is not negative.
bool ft_drain_write (ft_drain *, const char *path, off_t offset,
                     const void *bytes, size_t size);
// A zstd frame of its own.
bool ft_drain_append (ft_drain *, const char *path, const void *bytes,
                      size_t size);
// The frame of a header that is not known yet, and then the header, and the
// name that the part has from then on.
bool ft_drain_begin_part (ft_drain *, const char *path);
bool ft_drain_finish_part (ft_drain *, const char *part, const char *path,
                           const struct ft_wire_thread *header);
// The header of a log that is not compressed.
bool ft_drain_write_page (ft_drain *, const char *path,
                          const struct ft_wire_thread *header);

// How many threads the run says that it has.
uint32_t ft_drain_threads (const ft_drain *);

// Words in the whole frames of a part, whose torn end is cut off; and in a log
// that is not compressed.
uint64_t ft_drain_part_words (const char *path);
uint64_t ft_drain_raw_words (const char *path);

// ---- all
// ---------------------------------------------------------------------

// How far the thread's log was taken over.
uint64_t *ft_drain_place (ft_drain *, uint32_t thread);

// Takes what is left, and frees; the program writes no more, or is not waited
// for.
bool ft_drain_finish (ft_drain *, ft_error *);

#endif
