// The memory to which a thread writes its log: a buffer (log_buffers.h) from
// which foretrace writes the file, or else a window, a mapped part of the log
// file.  Space on the disk is allocated before a window is mapped, so that
// a full disk is an error here and not a SIGBUS in the program.

#include "runtime/config.h"
#include "runtime/files.h"
#include "runtime/thread_headers.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/log_buffers.h"
#include "runtime/preallocate.h"

enum {
  FIRST = 65536,   // bytes of a file at first, header included
  STEP = 16 << 20, // a file grows by its own size, but at most this
  RING = 1 << 20,  // bytes of a ring
  WRITTEN = 32768, // bytes used of it by code that writes records: fits the L1
                   // cache.  Light code touches none of the ring
};

_Static_assert(FT_WIRE_SLACK == FT_SLACK, "both say what a check makes sure of");

static bool counts, writes; // the program has light code, code with records

void ft_log_set_light (bool light) {
  *(light ? &counts : &writes) = true;
}

// For threads without memory for a ring of their own.  Rings are never read, so
// that these threads may share one.
static ft_word last_ring[WRITTEN / sizeof (ft_word)];

static uint64_t ring_words (const ft_thread *t) {
  bool is_large = counts && !writes && t->ring != last_ring;
  return (is_large ? RING : WRITTEN) / sizeof (ft_word);
}

static void use_memory (ft_thread *t, ft_word *base, uint64_t words,
                        uint64_t tick) {
  t->base = base;
  t->base_words = words;
  t->base_tick = tick;
  *t->cursor = base;
}

static void use_ring (ft_thread *t, uint64_t tick) {
  if (!t->ring)
    t->ring = ft_sys_mmap (RING, -1, 0);
  if (!t->ring)
    t->ring = last_ring;
  use_memory (t, t->ring, ring_words (t), tick);
}

static bool use_buffer (ft_thread *t, uint64_t tick) {
  ft_word *buffer = ft_log_buffer_get (t->id, tick);
  if (buffer)
    use_memory (t, buffer, FT_LOG_BUFFER_WORDS, tick);
  else
    ft_files_stop ("foretrace takes the trace over no more");
  return buffer;
}

// In light mode and with buffers there is no log file.
static void truncate_file (ft_thread *t) {
  static char path[FT_MAX_PATH]; // stacks may be small
  if (ft_config.light || ft_log_buffers_are_used ())
    return;
  ft_files_path (path, "thread", t->id);
  ft_sys_truncate (path, FT_WIRE_PAGE + 8 * t->header->words);
}

// Leaves the buffer, or unmaps the window.  The header page, which is mapped
// with the first window, stays.
static void leave_window (ft_thread *t) {
  if (ft_log_is_ring (t) || !t->base)
    return;
  if (ft_log_buffers_are_used ())
    ft_log_buffer_put (t->base, ft_current_tick (t) - t->base_tick);
  else
    ft_sys_munmap (t->base, t->base_words * sizeof (ft_word));
  t->base = NULL;
}

static struct ft_wire_thread header (uint32_t id, uint32_t parent,
                                     uint32_t child) {
  return (struct ft_wire_thread){.magic = FT_WIRE_MAGIC,
                                 .version = FT_WIRE_VERSION,
                                 .thread = id,
                                 .parent = parent,
                                 .child = child};
}

// Threads may begin in another order than they are created in, and threads of a
// replay schedule may never be created.  Until a thread begins, its log is
// empty.
static void make_empty (uint32_t id) {
  const ft_thread *t = ft_threads[id];
  struct ft_wire_thread h = header (id, t ? t->parent : 0, t ? t->child : id);
  static char path[FT_MAX_PATH]; // stacks may be small
  if (ft_thread_headers_are_used ()) {
    *ft_thread_header_of (id) = h; // not NULL: the file has a higher number
    return;
  }
  ft_files_path (path, "thread", id);
  int fd = ft_preallocate_grow (path, O_CREAT | O_TRUNC, 0, FT_WIRE_PAGE);
  if (fd < 0)
    return; // the next log fails, too, and reports it
  FT_SYSCALL (pwrite64, fd, &h, sizeof h, 0, 0, 0);
  ft_sys_close (fd);
}

static void count_in (uint32_t id) {
  for (uint32_t i = ft_control->threads; i < id; i++)
    make_empty (i);
  if (ft_control->threads <= id)
    ft_control->threads = id + 1;
}

// Maps the beginning of a new log file: the header, and the first window if
// logs are kept.
static struct ft_wire_thread *map_first (const ft_thread *t) {
  static char path[FT_MAX_PATH]; // stacks may be small
  uint64_t bytes = ft_keeps_logs ? FIRST : FT_WIRE_PAGE;
  struct ft_wire_thread *mapped = NULL;
  ft_files_path (path, "thread", t->id);
  int fd = ft_preallocate_grow (path, O_CREAT | O_TRUNC, 0, bytes);
  if (fd >= 0) {
    mapped = ft_sys_mmap (bytes, fd, 0);
    ft_sys_close (fd);
  }
  if (!mapped)
    ft_files_stop_errno (fd < 0 ? fd : -ENOMEM);
  return mapped;
}

static bool make_header (ft_thread *t) {
  t->header = ft_thread_headers_are_used () ? ft_thread_header_of (t->id)
                                            : map_first (t);
  if (!t->header)
    return false;
  *t->header = header (t->id, t->parent, t->child);
  count_in (t->id);
  return true;
}

static void drop_header (ft_thread *t) {
  if (t->header && !ft_thread_headers_are_used ())
    ft_sys_munmap (t->header, FT_WIRE_PAGE);
  t->header = NULL;
}

void ft_log_start (ft_thread *t) {
  bool keeping = ft_keeps_logs, buffers = ft_log_buffers_are_used ();
  bool made = ft_control->state != FT_WIRE_STOPPED && make_header (t);
  t->file_bytes = FIRST;
  if (made && keeping && buffers && use_buffer (t, 0))
    return;
  if (made && keeping && !buffers)
    use_memory (t, (ft_word *)((char *)t->header + FT_WIRE_PAGE),
                (FIRST - FT_WIRE_PAGE) / sizeof (ft_word), 0);
  else
    use_ring (t, 0);
}

// Ends the log: further words go to a ring, which nothing reads.  In light mode
// the header still counts these words.
static void fall_back (ft_thread *t) {
  uint64_t tick = t->base ? ft_current_tick (t) : t->tick;
  ft_log_publish (t);
  leave_window (t);
  if (t->header && !ft_config.light) {
    truncate_file (t);
    drop_header (t);
  }
  use_ring (t, tick);
}

static bool move_window (ft_thread *t) {
  static char path[FT_MAX_PATH]; // stacks may be small
  uint64_t tick = ft_current_tick (t), at = FT_WIRE_PAGE + 8 * tick;
  uint64_t from = at / FT_WIRE_PAGE * FT_WIRE_PAGE;
  uint64_t step = t->file_bytes < STEP ? t->file_bytes : STEP;
  uint64_t bytes = t->file_bytes + step;
  ft_files_path (path, "thread", t->id);
  int fd = ft_preallocate_grow (path, 0, t->file_bytes, bytes);
  ft_word *window = NULL;
  if (fd >= 0) {
    window = ft_sys_mmap (bytes - from, fd, from);
    ft_sys_close (fd);
  }
  if (!window) {
    ft_files_stop_errno (fd < 0 ? fd : -ENOMEM);
    return false;
  }
  leave_window (t);
  use_memory (t, window, (bytes - from) / sizeof (ft_word),
              (from - FT_WIRE_PAGE) / sizeof (ft_word));
  *t->cursor += tick - t->base_tick;
  t->file_bytes = bytes;
  return true;
}

static bool move_on (ft_thread *t) {
  if (!ft_log_buffers_are_used ())
    return move_window (t);
  uint64_t tick = ft_current_tick (t);
  ft_log_publish (t);
  leave_window (t);
  return use_buffer (t, tick);
}

static bool is_full (const ft_thread *t) {
  return (uint64_t)(*t->cursor - t->base) + FT_SLACK > t->base_words;
}

static bool is_too_much (void) {
  return ft_config.max_words && ft_control->words >= ft_config.max_words;
}

// The context switch gives the thread's last records an end in the schedule.
static void end_records (ft_thread *t) {
  ft_log_publish (t);
  ft_files_add_switch (t->id, FT_WIRE_PREEMPTED, ft_current_tick (t));
}

void ft_log_stop (ft_thread *t, const char *why) {
  end_records (t);
  ft_files_stop (why);
}

void ft_log_reserve (ft_thread *t) {
  if (ft_keeps_logs && is_too_much ()) {
    end_records (t);
    ft_files_stop_at_limit ();
  }
  if (!ft_keeps_logs && !ft_log_is_ring (t))
    fall_back (t);
  if (!is_full (t))
    return;
  if (ft_log_is_ring (t))
    use_ring (t, ft_current_tick (t));
  else if (!move_on (t))
    fall_back (t);
}

void ft_log_close (ft_thread *t) {
  ft_log_publish (t);
  leave_window (t);
  if (t->ring && t->ring != last_ring)
    ft_sys_munmap (t->ring, RING);
  t->ring = t->base = NULL;
  if (!t->header)
    return;
  if (ft_control->state != FT_WIRE_STOPPED)
    truncate_file (t);
  drop_header (t);
}

void ft_log_trim (ft_thread *t) {
  if (t->header && t->base)
    truncate_file (t);
}

void ft_log_after_fork (ft_thread *t) {
  if (!ft_log_is_ring (t) && ft_log_buffers_are_used ())
    t->base = NULL;
  leave_window (t);
  drop_header (t);
  t->counted_ticks = 0;
}
