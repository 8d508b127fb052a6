// The file DIR/inputs, written through a window that moves along the file.  The
// file has real space on the disk before it is mapped.

#include "runtime/config.h"
#include "runtime/files.h"
#include "runtime/inputs.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/preallocate.h"

enum { WINDOW = 256 * 1024 };

static struct {
  struct ft_wire_inputs *head; // first page; NULL: the file does not exist yet
  char *window;
  uint64_t from, bytes;       // part of the file in the window
  uint64_t end;               // bytes of the file
  struct ft_wire_input *last; // last entry, if it is in the window
  bool full;                  // nothing more is written
} file;

static bool fail (int error) {
  file.full = true;
  ft_files_stop_errno (error);
  return false;
}

static bool open_file (void) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "inputs", UINT32_MAX);
  int fd = ft_preallocate_grow (path, O_CREAT | O_TRUNC, 0, FT_WIRE_PAGE);
  if (fd < 0)
    return fail (fd);
  file.head = ft_sys_mmap (FT_WIRE_PAGE, fd, 0);
  ft_sys_close (fd);
  if (!file.head)
    return fail (-ENOMEM);
  file.end = FT_WIRE_PAGE;
  file.head->version = FT_WIRE_VERSION;
  file.head->magic = FT_WIRE_MAGIC;
  return true;
}

static bool move_window (uint64_t at, uint64_t bytes) {
  static char path[FT_MAX_PATH]; // stacks may be small
  uint64_t from = at / FT_WIRE_PAGE * FT_WIRE_PAGE;
  uint64_t end = (at + bytes + WINDOW) / FT_WIRE_PAGE * FT_WIRE_PAGE;
  ft_files_path (path, "inputs", UINT32_MAX);
  int fd = ft_preallocate_grow (path, 0, file.end, end);
  if (fd < 0)
    return fail (fd);
  char *window = ft_sys_mmap (end - from, fd, from);
  ft_sys_close (fd);
  if (!window)
    return fail (-ENOMEM);
  if (file.window)
    ft_sys_munmap (file.window, file.bytes);
  file.window = window;
  file.last = NULL;
  file.from = from;
  file.bytes = end - from;
  file.end = end;
  return true;
}

static bool has_room (uint64_t at, uint64_t bytes) {
  return file.window && at + bytes <= file.from + file.bytes;
}

static bool is_too_much (void) {
  if (!ft_config.max_words || file.head->bytes / 8 < ft_config.max_words)
    return false;
  file.full = true;
  ft_warn ("the inputs have reached the size limit of the trace: a replay "
           "will read its own from here on");
  return true;
}

// Memory for the next entry; NULL when no more inputs are kept.
static char *make_room (uint64_t bytes) {
  if (file.full || ft_files_stopped () || (!file.head && !open_file ()) ||
      is_too_much ())
    return NULL;
  uint64_t at = FT_WIRE_PAGE + file.head->bytes;
  if (!has_room (at, bytes) && !move_window (at, bytes))
    return NULL;
  return file.window + (at - file.from);
}

static uint64_t padded (uint64_t bytes) {
  return (bytes + 7) & ~UINT64_C (7);
}

static void gather (char *to, const struct iovec *parts, int count,
                    size_t bytes) {
  for (int i = 0; i < count && bytes; i++) {
    size_t n = parts[i].iov_len < bytes ? parts[i].iov_len : bytes;
    __builtin_memcpy (to, parts[i].iov_base, n);
    to += n;
    bytes -= n;
  }
}

// getc in a library, again at the same tick: adds a byte to the last entry.
static bool extend (const ft_input_call *in, const unsigned char *byte) {
  struct ft_wire_input *e = file.last;
  if (in->kind != FT_WIRE_INPUT_GETC || !e || file.full ||
      ft_files_stopped () || e->kind != in->kind || e->tick != in->tick ||
      e->thread != ft_thread_id (in->thread) || !e->size || e->flags ||
      in->flags || e->size % 8 == 0 || e->size == UINT32_MAX)
    return false;
  ((unsigned char *)(e + 1))[e->size] = *byte;
  __atomic_store_n (&e->size, e->size + 1, __ATOMIC_RELEASE);
  return true;
}

static void append (const ft_input_call *in, int64_t result, int error,
                    const struct iovec *parts, int count, size_t bytes) {
  char *at = make_room (sizeof (struct ft_wire_input) + padded (bytes));
  if (!at)
    return;
  struct ft_wire_input *e = (struct ft_wire_input *)at;
  *e = (struct ft_wire_input){ft_thread_id (in->thread),
                              (uint16_t)in->kind,
                              (uint16_t)in->flags,
                              in->tick,
                              result,
                              error,
                              (uint32_t)bytes};
  gather (at + sizeof *e, parts, count, bytes);
  file.last = e;
  __atomic_store_n (&file.head->bytes,
                    file.head->bytes + sizeof *e + padded (bytes),
                    __ATOMIC_RELEASE);
}

void ft_input_record_iovec (const ft_input_call *in, int64_t result,
                            const struct iovec *parts, int count,
                            size_t bytes) {
  ft_thread *t = in->thread;
  int error = errno;
  bool known = in->flags & FT_WIRE_INPUT_OF_WHOLE && !ft_config.light;
  if (!t || known || bytes > UINT32_MAX - 8)
    return;
  t->unrecorded |= FT_IN_RUNTIME; // else the watchdog may see a blocking call
  if (!(bytes == 1 && extend (in, parts->iov_base)))
    append (in, result, result < 0 ? error : 0, parts, count, bytes);
  t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
  errno = error;
}

void ft_input_record (const ft_input_call *in, int64_t result,
                      const void *bytes, size_t size) {
  struct iovec part = {(void *)bytes, size};
  ft_input_record_iovec (in, result, &part, 1, size);
}

void ft_inputs_trim (void) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "inputs", UINT32_MAX);
  if (file.head)
    ft_sys_truncate (path, FT_WIRE_PAGE + file.head->bytes);
}

void ft_inputs_after_fork (void) {
  if (file.head)
    ft_sys_munmap (file.head, FT_WIRE_PAGE);
  if (file.window)
    ft_sys_munmap (file.window, file.bytes);
  __builtin_memset (&file, 0, sizeof file);
}
