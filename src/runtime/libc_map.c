// mmap, munmap, mremap: memory that the program gets and gives back, in whole
// pages.

#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/libc_access.h"

static size_t in_pages (size_t bytes) {
  size_t page = (size_t)sysconf (_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

static void log_map (ft_thread *t, const void *at, size_t bytes) {
  if (t && at != MAP_FAILED)
    ft_log_record1 (t, FT_WIRE_MAP, ft_address (at), in_pages (bytes));
}

static void forget_files (const char *at, size_t bytes);

static void log_unmap (ft_thread *t, const void *at, size_t bytes) {
  if (t)
    forget_files (at, in_pages (bytes));
  if (t)
    ft_log_record1 (t, FT_WIRE_UNMAP, ft_address (at), in_pages (bytes));
}

// ---- memory that is mapped twice -------------------------------------------

// Shared mappings of files; when there are too many, the others are taken to be
// of memory of their own.
enum { MOST_MAPPINGS = 256 };

static struct mapping {
  dev_t device;
  ino_t file;
  uint64_t from, to; // in the file
  char *at;
} mappings[MOST_MAPPINGS];
static unsigned mapping_count;

static void log_alias (ft_thread *t, const struct mapping *m,
                       const struct mapping *old) {
  uint64_t from = m->from > old->from ? m->from : old->from;
  uint64_t to = m->to < old->to ? m->to : old->to;
  if (m->device != old->device || m->file != old->file || from >= to)
    return;
  ft_scheduling_point (t); // there may be many
  ft_log_record2 (t, FT_WIRE_ALIAS, ft_address (m->at + (from - m->from)),
                  to - from, ft_address (old->at + (from - old->from)));
}

static void note_file (ft_thread *t, void *at, size_t bytes, int flags, int fd,
                       off_t offset) {
  struct stat file;
  int kind = flags & MAP_TYPE, error = errno;
  bool shared = kind == MAP_SHARED || kind == MAP_SHARED_VALIDATE;
  if (t && at != MAP_FAILED && shared && !(flags & MAP_ANONYMOUS) &&
      !fstat (fd, &file)) {
    struct mapping m = {file.st_dev, file.st_ino, (uint64_t)offset,
                        (uint64_t)offset + in_pages (bytes), at};
    for (unsigned i = 0; i < mapping_count; i++)
      log_alias (t, &m, mappings + i);
    if (mapping_count < MOST_MAPPINGS)
      mappings[mapping_count++] = m;
  }
  errno = error;
}

static void forget_files (const char *at, size_t bytes) {
  for (unsigned i = mapping_count; i--;) {
    const struct mapping *m = mappings + i;
    if (m->at < at + bytes && m->at + (m->to - m->from) > at)
      mappings[i] = mappings[--mapping_count];
  }
}

// ---- wrappers --------------------------------------------------------------

static void *map (void *at, size_t bytes, int access, int flags, int fd,
                  off_t offset) {
  ft_thread *t = ft_wrapper_enter ();
  void *result = mmap (at, bytes, access, flags, fd, offset);
  if (result != MAP_FAILED && flags & MAP_FIXED)
    log_unmap (t, at, bytes);
  log_map (t, result, bytes);
  note_file (t, result, bytes, flags, fd, offset);
  return result;
}

FT_WRAP (void *, mmap, void *at, size_t bytes, int access, int flags, int fd,
         off_t offset) {
  return map (at, bytes, access, flags, fd, offset);
}

FT_WRAP (void *, mmap64, void *at, size_t bytes, int access, int flags, int fd,
         off_t offset) {
  return map (at, bytes, access, flags, fd, offset);
}

FT_WRAP (int, munmap, void *at, size_t bytes) {
  ft_thread *t = ft_wrapper_enter ();
  int result = munmap (at, bytes);
  if (!result)
    log_unmap (t, at, bytes);
  return result;
}

FT_WRAP (void *, mremap, void *old, size_t old_bytes, size_t bytes, int flags,
         ...) {
  va_list list;
  va_start (list, flags);
  void *wanted = flags & MREMAP_FIXED ? va_arg (list, void *) : NULL;
  va_end (list);
  ft_thread *t = ft_wrapper_enter ();
  void *result = mremap (old, old_bytes, bytes, flags, wanted);
  if (result == MAP_FAILED)
    return result;
  if (old_bytes)
    log_unmap (t, old, old_bytes);
  log_map (t, result, bytes);
  if (!old_bytes && t) // a second mapping of the same memory
    ft_log_record2 (t, FT_WIRE_ALIAS, ft_address (result), in_pages (bytes),
                    ft_address (old));
  return result;
}
