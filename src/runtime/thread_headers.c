// The largest possible file is mapped at once; the file gets real space before
// a header is written.

#include "runtime/config.h"
#include "runtime/files.h"
#include "runtime/thread_headers.h"
#include "runtime/syscall.h"
#include "runtime/log_buffers.h"
#include "runtime/preallocate.h"
#include "runtime/thread.h"

enum { FIRST = 4 * FT_WIRE_PAGE }; // bytes of the file at first; it doubles

static const uint64_t mapped_bytes =
    FT_MAX_THREADS * sizeof (struct ft_wire_thread);

static enum { UNDECIDED, USED, UNUSED } use;
static struct ft_wire_thread *headers;
static uint64_t file_bytes;

bool ft_thread_headers_are_used (void) {
  if (use == UNDECIDED)
    use = ft_config.light || ft_log_buffers_are_used () ? USED : UNUSED;
  return use == USED;
}

static bool grow (uint64_t bytes) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "heads", UINT32_MAX);
  int flags = file_bytes ? 0 : O_CREAT | O_TRUNC;
  int fd = ft_preallocate_grow (path, flags, file_bytes, bytes);
  if (fd >= 0 && !headers)
    headers = ft_sys_mmap (mapped_bytes, fd, 0);
  if (fd >= 0)
    ft_sys_close (fd);
  if (!headers || fd < 0) {
    ft_files_stop_errno (fd < 0 ? fd : -ENOMEM);
    return false;
  }
  file_bytes = bytes;
  return true;
}

struct ft_wire_thread *ft_thread_header_of (uint32_t thread) {
  uint64_t bytes = file_bytes ? file_bytes : FIRST;
  while (bytes < (thread + 1) * sizeof *headers)
    bytes *= 2;
  return bytes == file_bytes || grow (bytes) ? headers + thread : NULL;
}

void ft_thread_headers_after_fork (void) {
  if (headers)
    ft_sys_munmap (headers, mapped_bytes);
  headers = NULL;
  file_bytes = 0;
  use = UNDECIDED;
}
