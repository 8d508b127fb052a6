// A run whose recorder was killed: what it left behind is completed.

#include "record/trace_writer_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/strbuf.h"

// How far each log was taken over before.  A part that has a head at most is
// begun again, since pieces are appended to it.
static void find_places (ft_trace_writer *d, uint32_t threads) {
  for (uint32_t i = 0; i < threads; i++) {
    char *part = ft_trace_writer_path (d, "thread", i, ".part");
    char *raw = ft_trace_writer_path (d, "thread", i, "");
    *ft_trace_writer_tick (d, i) =
        d->pack ? ft_trace_writer_part_words (part) : ft_trace_writer_raw_words (raw);
    if (d->pack && !*ft_trace_writer_tick (d, i))
      unlink (part);
    free (part);
    free (raw);
  }
}

static bool is_packed (const ft_trace_writer *d, uint32_t threads) {
  bool any = false;
  for (uint32_t i = 0; i < threads && !any; i++) {
    char *raw = ft_trace_writer_path (d, "thread", i, "");
    any = ft_trace_writer_raw_words (raw) > 0;
    free (raw);
  }
  return !any;
}

static struct ft_wire_buffers *open_slots (const char *path) {
  struct stat st;
  int fd = open (path, O_RDWR | O_CLOEXEC);
  void *bytes = MAP_FAILED;
  if (fd >= 0 && !fstat (fd, &st) && st.st_size >= FT_WIRE_BUFFERS_HEADER)
    bytes = mmap (NULL, FT_TRACE_WRITER_MAPPED, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_NORESERVE, fd, 0);
  if (fd >= 0)
    close (fd);
  if (bytes == MAP_FAILED)
    return NULL;
  struct ft_wire_buffers *slots = bytes;
  uint64_t have = ((uint64_t)st.st_size - FT_WIRE_BUFFERS_HEADER) / FT_WIRE_BUFFER;
  if (slots->count > have) // cut short: no store behind its end
    slots->count = (uint32_t)have;
  return slots;
}

static bool is_recorded (const struct ft_wire_buffers *slots) {
  pid_t owner = (pid_t)slots->owner;
  return slots->magic == FT_WIRE_MAGIC && owner > 0 &&
         (!kill (owner, 0) || errno == EPERM);
}

static ft_trace_writer *adopt (const char *run, struct ft_wire_buffers *slots) {
  ft_trace_writer *d = FT_NEW (ft_trace_writer);
  d->run = ft_strdup (run);
  d->slots = slots;
  d->zstd = ZSTD_createCCtx ();
  d->packed_size = ZSTD_compressBound (FT_WIRE_BUFFER);
  d->packed = ft_calloc (1, d->packed_size);
  __atomic_store_n (&slots->owner, 0, __ATOMIC_RELEASE);
  return d;
}

bool ft_trace_writer_recover (const char *run, ft_error *error) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/slots", run);
  struct ft_wire_buffers *slots = open_slots (ft_strbuf_text (&path));
  ft_strbuf_release (&path);
  if (!slots)
    return true;
  if (is_recorded (slots)) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: is being recorded by process %u; wait for its end",
                  run, slots->owner);
    munmap (slots, FT_TRACE_WRITER_MAPPED);
    return false;
  }
  ft_trace_writer *d = adopt (run, slots);
  uint32_t threads = ft_trace_writer_threads (d);
  d->pack = is_packed (d, threads);
  find_places (d, threads);
  return ft_trace_writer_finish (d, error);
}
