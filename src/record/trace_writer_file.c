// The log files that the trace writer writes; trace_writer.c describes them.

#include "record/trace_writer_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/descriptor.h"
#include "base/strbuf.h"

enum { LEVEL = 1 }; // of zstd

char *ft_trace_writer_path (const ft_trace_writer *w, const char *stem,
                            uint32_t thread, const char *suffix) {
  ft_strbuf name = {0};
  ft_strbuf_add (&name, "%s/%s", w->run, stem);
  if (thread != UINT32_MAX)
    ft_strbuf_add (&name, "-%u%s", thread, suffix);
  return ft_strbuf_take (&name);
}

// ---- writing ----------------------------------------------------------------

bool ft_trace_writer_fail (ft_trace_writer *w, int problem) {
  if (!w->problem)
    w->problem = problem ? problem : EIO;
  __atomic_store_n (&w->buffers->owner, 0, __ATOMIC_RELEASE);
  return false;
}

static bool write_whole (ft_trace_writer *w, int fd, const void *bytes,
                         size_t size) {
  return ft_descriptor_write (fd, bytes, size) ||
         ft_trace_writer_fail (w, errno);
}

bool ft_trace_writer_write (ft_trace_writer *w, const char *path, off_t offset,
                            const void *bytes, size_t size) {
  int flags = O_CREAT | (offset < 0 ? O_APPEND : 0);
  int fd = open (path, O_WRONLY | O_CLOEXEC | flags, 0666);
  if (fd < 0)
    return ft_trace_writer_fail (w, errno);
  bool fine = (offset < 0 || lseek (fd, offset, SEEK_SET) == offset ||
               ft_trace_writer_fail (w, errno)) &&
              write_whole (w, fd, bytes, size);
  if (close (fd))
    fine = ft_trace_writer_fail (w, errno);
  return fine;
}

bool ft_trace_writer_append (ft_trace_writer *w, const char *path,
                             const void *bytes, size_t size) {
  ZSTD_CCtx_setParameter (w->zstd, ZSTD_c_compressionLevel, LEVEL);
  ZSTD_CCtx_setParameter (w->zstd, ZSTD_c_checksumFlag, 1);
  size_t n =
      ZSTD_compress2 (w->zstd, w->packed, w->packed_size, bytes, size);
  if (ZSTD_isError (n))
    return ft_trace_writer_fail (w, ENOMEM);
  return ft_trace_writer_write (w, path, -1, w->packed, n);
}

// ---- the header's frame -----------------------------------------------------

enum { HEADER = sizeof (struct ft_wire_thread), HEADER_FRAME = 14 + HEADER };

static unsigned char *put (unsigned char *to, uint32_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++)
    *to++ = (unsigned char)(value >> 8 * i);
  return to;
}

// A zstd frame (RFC 8878) of FT_WIRE_PAGE bytes: a raw block of HEAD bytes, and
// a block of repeated zeros.
static void make_header_frame (unsigned char frame[HEADER_FRAME],
                               const struct ft_wire_thread *header) {
  unsigned char *p = put (frame, ZSTD_MAGICNUMBER, 4);
  p = put (p, 1 << 6 | 1 << 5, 1); // in one segment, of a size that follows
  p = put (p, FT_WIRE_PAGE - 256, 2);
  p = put (p, HEADER << 3, 3);
  memcpy (p, header, HEADER);
  p = put (p + HEADER, (FT_WIRE_PAGE - HEADER) << 3 | 1 << 1 | 1, 3);
  put (p, 0, 1);
}

bool ft_trace_writer_begin_part (ft_trace_writer *w, const char *path) {
  unsigned char frame[HEADER_FRAME];
  make_header_frame (frame, &(struct ft_wire_thread){0});
  return ft_trace_writer_write (w, path, -1, frame, sizeof frame);
}

bool ft_trace_writer_finish_part (ft_trace_writer *w, const char *part,
                                  const char *path,
                                  const struct ft_wire_thread *header) {
  unsigned char frame[HEADER_FRAME];
  make_header_frame (frame, header);
  return ft_trace_writer_write (w, part, 0, frame, sizeof frame) &&
         (!rename (part, path) || ft_trace_writer_fail (w, errno));
}

bool ft_trace_writer_write_header (ft_trace_writer *w, const char *path,
                                   const struct ft_wire_thread *header) {
  unsigned char page[FT_WIRE_PAGE] = {0};
  memcpy (page, header, sizeof *header);
  return ft_trace_writer_write (w, path, 0, page, sizeof page);
}

// ---- files of a run that is completed later ---------------------------------

// False also if the file is shorter, which is no failure.
static bool read_whole (ft_trace_writer *w, int fd, void *bytes, size_t size) {
  return ft_descriptor_read (fd, bytes, size) ||
         (errno && ft_trace_writer_fail (w, errno));
}

// A run without the file ended before it began.  A file that cannot be read must
// not be taken for one without threads, whose logs nobody would complete.
uint32_t ft_trace_writer_threads (ft_trace_writer *w) {
  struct ft_wire_control control = {0};
  char *path = ft_trace_writer_path (w, "control", UINT32_MAX, "");
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  bool fine = fd >= 0 && read_whole (w, fd, &control, sizeof control);
  if (fd >= 0)
    close (fd);
  else if (errno != ENOENT)
    ft_trace_writer_fail (w, errno);
  free (path);
  return fine && control.threads < 1 << 16 ? control.threads : 0;
}

uint64_t ft_trace_writer_part_words (const char *path) {
  struct stat st;
  uint64_t words = 0;
  int fd = open (path, O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return 0;
  size_t size = fstat (fd, &st) ? 0 : (size_t)st.st_size, at = HEADER_FRAME;
  char *bytes =
      size > at ? mmap (NULL, size, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
  while (bytes != MAP_FAILED && at < size) {
    size_t n = ZSTD_findFrameCompressedSize (bytes + at, size - at);
    unsigned long long content = ZSTD_getFrameContentSize (bytes + at, n);
    if (ZSTD_isError (n) || content > FT_WIRE_BUFFER)
      break;
    words += content / 8;
    at += n;
  }
  if (bytes != MAP_FAILED)
    munmap (bytes, size);
  if (at < size && ftruncate (fd, (off_t)at))
    words = 0;
  close (fd);
  return words;
}

uint64_t ft_trace_writer_raw_words (const char *path) {
  struct stat st;
  return stat (path, &st) || st.st_size < FT_WIRE_PAGE
             ? 0
             : (uint64_t)(st.st_size - FT_WIRE_PAGE) / 8;
}
