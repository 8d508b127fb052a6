// mmap, munmap, mremap, sbrk, brk, shmat, shmdt: memory that the program gets and gives
// back, in whole pages.

#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/aliases.h"
#include "runtime/descriptor_objects.h"
#include "runtime/file_mappings.h"
#include "runtime/happens_before.h"
#include "runtime/kernel_files.h"
#include "runtime/libc_access.h"

static uint64_t mapped; // changes with each mapping, and when one goes

#define MAPPED FT_WIRE_CAUSE (FT_WIRE_CAUSE_MAPPED, 0)

// Whether there is room depends on other mappings: at a wanted address, or
// behind a mapping that grows where it is.
static void look_for_room (ft_thread *t, bool depends) {
  if (t && depends)
    ft_happens_after (t, &mapped, MAPPED);
}

static size_t in_pages (size_t bytes) {
  size_t page = (size_t)sysconf (_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

static void log_map (ft_thread *t, const void *at, size_t bytes, bool empty) {
  if (!t || at == MAP_FAILED)
    return;
  ft_happens_before (t, &mapped, MAPPED);
  if (bytes)
    ft_log_record1 (t, FT_WIRE_MAP, ft_address (at), in_pages (bytes) + empty);
}

// Whether the memory has nothing of a file: the kernel's own may be a ring that
// it shares with the program.
static bool is_empty (int flags, int fd) {
  struct stat file;
  int error = errno;
  bool empty = flags & MAP_ANONYMOUS ||
               (!fstat (fd, &file) && !S_ISREG (file.st_mode) &&
                !S_ISBLK (file.st_mode));
  errno = error;
  return empty;
}

static void log_unmap (ft_thread *t, const void *at, size_t bytes) {
  if (!t)
    return;
  ft_aliases_unmap (at, in_pages (bytes));
  ft_private_mappings_unmap (at, in_pages (bytes));
  ft_happens_before (t, &mapped, MAPPED);
  if (!ft_short_mappings_unmap (t, at, in_pages (bytes)))
    ft_log_record1 (t, FT_WIRE_UNMAP, ft_address (at), in_pages (bytes));
}

static bool is_shared; // memory was mapped that another process may have

bool ft_memory_is_shared (void) {
  return is_shared;
}

static bool shares (int flags) {
  int kind = flags & MAP_TYPE;
  return kind == MAP_SHARED || kind == MAP_SHARED_VALIDATE;
}

// How many of the bytes are memory: a file may be shorter.
static size_t bytes_there (void *at, size_t bytes, int access, int flags, int fd,
                           off_t offset) {
  struct stat file;
  int error = errno;
  bool known = !(flags & MAP_ANONYMOUS) && access & PROT_READ &&
               !fstat (fd, &file) && S_ISREG (file.st_mode);
  errno = error;
  if (!known)
    return bytes;
  uint64_t there = file.st_size > offset ? (uint64_t)(file.st_size - offset) : 0;
  return there >= bytes ? bytes
                        : ft_short_mappings_add (at, in_pages (bytes),
                                                 in_pages (there));
}

// Memory of its own that is only read has what the file has; so has other
// memory of its own up to the first write to each page.
static void note_file (ft_thread *t, void *at, size_t bytes, int access,
                       int flags, int fd, off_t offset) {
  struct stat file;
  int error = errno;
  bool shared = shares (flags) || !(access & PROT_WRITE);
  if (t && at != MAP_FAILED && !(flags & MAP_ANONYMOUS) && !fstat (fd, &file)) {
    struct ft_memory_source source = {file.st_dev, file.st_ino,
                                      (uint64_t)offset};
    if (shared)
      ft_aliases_map (t, at, in_pages (bytes), source);
    else
      ft_private_mappings_add (at, in_pages (bytes), source);
  }
  errno = error;
}

static void note_map (ft_thread *t, void *at, void *result, size_t bytes,
                      int access, int flags, int fd, off_t offset) {
  look_for_room (t, at && !(flags & MAP_FIXED));
  if (result == MAP_FAILED)
    ft_look_at_everything (t);
  is_shared |= result != MAP_FAILED && shares (flags) && access & PROT_WRITE;
  if (result != MAP_FAILED && flags & MAP_FIXED)
    log_unmap (t, at, bytes);
  size_t there = t && result != MAP_FAILED
                     ? bytes_there (result, bytes, access, flags, fd, offset)
                     : 0;
  log_map (t, result, there, t && is_empty (flags, fd));
  note_file (t, result, bytes, access, flags, fd, offset);
}

// Shared memory without a file can be mapped twice by mremap alone; its first
// address stands for it.
static struct ft_memory_source source_of (const void *at) {
  struct ft_memory_source source = {FT_SEGMENT, ft_address (at), 0};
  ft_aliases_source (at, &source);
  return source;
}

static void note_remap (ft_thread *t, void *old, size_t old_bytes,
                        void *result, size_t bytes) {
  look_for_room (t, old_bytes < bytes);
  if (result == MAP_FAILED || !t)
    return;
  struct ft_memory_source source = source_of (old);
  bool known = ft_aliases_source (old, &source);
  if (old_bytes)
    log_unmap (t, old, old_bytes);
  else if (!known)
    ft_aliases_map (t, old, in_pages (bytes), source);
  log_map (t, result, bytes, false);
  if (known || !old_bytes)
    ft_aliases_map (t, result, in_pages (bytes), source);
}

static void note_attached (ft_thread *t, int segment, void *result) {
  struct shmid_ds status;
  int error = errno;
  is_shared |= result != MAP_FAILED;
  if (t && result != MAP_FAILED && !shmctl (segment, IPC_STAT, &status)) {
    log_map (t, result, status.shm_segsz, false);
    ft_aliases_map (
        t, result, in_pages (status.shm_segsz),
        (struct ft_memory_source){FT_SEGMENT, (unsigned)segment, 0});
  }
  errno = error;
}

static void note_detached (ft_thread *t, const void *at) {
  size_t bytes = ft_aliases_bytes (at);
  if (bytes)
    log_unmap (t, at, bytes);
}

// ---- wrappers --------------------------------------------------------------

static void *map (void *at, size_t bytes, int access, int flags, int fd,
                  off_t offset) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, flags & MAP_ANONYMOUS ? -1 : fd);
  void *result = mmap (at, bytes, access, flags, fd, offset);
  if (result == MAP_FAILED)
    ft_channel_failed (t, fd);
  note_map (t, at, result, bytes, access, flags, fd, offset);
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
  note_remap (t, old, old_bytes, result, bytes);
  return result;
}

FT_WRAP (void *, shmat, int segment, const void *at, int flags) {
  ft_thread *t = ft_wrapper_enter ();
  void *result = shmat (segment, at, flags);
  note_attached (t, segment, result);
  return result;
}

FT_WRAP (int, shmdt, const void *at) {
  ft_thread *t = ft_wrapper_enter ();
  int result = shmdt (at);
  if (!result)
    note_detached (t, at);
  return result;
}

// The heap of the process, which the kernel gives in pages.
static void note_break (ft_thread *t, const char *old, const char *new) {
  if (!t || old == new)
    return;
  ft_happens_before (t, &mapped, MAPPED);
  if (new > old)
    ft_log_record1 (t, FT_WIRE_MAP, ft_address (old),
                    ((size_t)(new - old) + 7) & ~(size_t)7);
  else
    ft_log_record1 (t, FT_WIRE_UNMAP, ft_address (new), (size_t)(old - new));
}

FT_WRAP (void *, sbrk, intptr_t more) {
  ft_thread *t = ft_wrapper_enter ();
  char *old = sbrk (more);
  if (old != (char *)-1)
    note_break (t, old, old + more);
  else
    ft_look_at_everything (t);
  return old;
}

FT_WRAP (int, brk, void *end) {
  ft_thread *t = ft_wrapper_enter ();
  const char *old = sbrk (0);
  int result = brk (end);
  if (!result)
    note_break (t, old, end);
  return result;
}

void ft_map_syscall (ft_thread *t, long number, const long *a, long result) {
  void *at = (void *)a[0], *got = (void *)result;
  if (result < 0 && result >= -4095)
    return;
  switch (number) {
  case SYS_mmap:
    note_map (t, at, got, (size_t)a[1], (int)a[2], (int)a[3], (int)a[4], a[5]);
    break;
  case SYS_munmap:
    log_unmap (t, at, (size_t)a[1]);
    break;
  case SYS_mremap:
    note_remap (t, at, (size_t)a[1], got, (size_t)a[2]);
    break;
  case SYS_shmat:
    note_attached (t, (int)a[0], got);
    break;
  case SYS_shmdt:
    note_detached (t, at);
    break;
  }
}
