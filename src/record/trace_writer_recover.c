// Completes a run whose foretrace was killed.

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

// The ticks of each log that were written.  A part without words is removed,
// since the next frames are appended after a new header.
static void find_ticks (ft_trace_writer *w, uint32_t threads) {
  for (uint32_t i = 0; i < threads; i++) {
    char *part = ft_trace_writer_path (w, "thread", i, ".part");
    char *raw = ft_trace_writer_path (w, "thread", i, "");
    ft_written_log *log = ft_trace_writer_log (w, i);
    log->tick = w->pack ? ft_trace_writer_part_words (part)
                        : ft_trace_writer_raw_words (raw);
    if (w->pack && !log->tick)
      unlink (part);
    free (part);
    free (raw);
  }
}

static bool is_packed (const ft_trace_writer *w, uint32_t threads) {
  bool any = false;
  for (uint32_t i = 0; i < threads && !any; i++) {
    char *raw = ft_trace_writer_path (w, "thread", i, "");
    any = ft_trace_writer_raw_words (raw) > 0;
    free (raw);
  }
  return !any;
}

static struct ft_wire_buffers *open_buffers (const char *path) {
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
  struct ft_wire_buffers *buffers = bytes;
  uint64_t have =
      ((uint64_t)st.st_size - FT_WIRE_BUFFERS_HEADER) / FT_WIRE_BUFFER;
  if (buffers->count > have) // the file was cut short: no access after its end
    buffers->count = (uint32_t)have;
  return buffers;
}

static bool is_recorded (const struct ft_wire_buffers *buffers) {
  pid_t owner = (pid_t)buffers->owner;
  return buffers->magic == FT_WIRE_MAGIC && owner > 0 &&
         (!kill (owner, 0) || errno == EPERM);
}

static ft_trace_writer *adopt (const char *run,
                               struct ft_wire_buffers *buffers) {
  ft_trace_writer *w = FT_NEW (ft_trace_writer);
  w->run = ft_strdup (run);
  w->buffers = buffers;
  ft_trace_writer_make_coder (w);
  __atomic_store_n (&buffers->owner, 0, __ATOMIC_RELEASE);
  return w;
}

bool ft_trace_writer_recover (const char *run, ft_error *error) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/slots", run);
  struct ft_wire_buffers *buffers = open_buffers (ft_strbuf_text (&path));
  ft_strbuf_release (&path);
  if (!buffers)
    return true;
  if (is_recorded (buffers)) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: is being recorded by process %u; wait for its end",
                  run, buffers->owner);
    munmap (buffers, FT_TRACE_WRITER_MAPPED);
    return false;
  }
  ft_trace_writer *w = adopt (run, buffers);
  uint32_t threads = ft_trace_writer_threads (w);
  w->pack = is_packed (w, threads);
  find_ticks (w, threads);
  return ft_trace_writer_finish (w, error);
}
