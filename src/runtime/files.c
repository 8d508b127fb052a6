// The run directory.  No descriptor is kept open, since programs close
// descriptors that they do not know, and expect to get the lowest free one.
// Paths are absolute, for programs that change their directory.

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>

#include "runtime/config.h"
#include "runtime/rtl.h"
#include "runtime/files.h"
#include "runtime/inputs.h"
#include "runtime/kept_directory.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/modules.h"
#include "runtime/preallocate.h"
#include "runtime/symbolic.h"

struct ft_wire_control *ft_control;
bool ft_keeps_logs;

static char first_directory[FT_MAX_PATH - 64]; // DIR of FORETRACE_RUN, absolute
static char directory[FT_MAX_PATH - 64];       // of this process
static bool stopped;

// Entries of 'schedule' are written to a window that moves along the file.
static struct {
  struct ft_wire_switch *window;
  uint64_t from; // first entry of the window
} schedule;

enum { SCHEDULE_WINDOW = 4096 }; // entries

void ft_files_path (char path[FT_MAX_PATH], const char *name, uint32_t number) {
  ft_text text = {path, 0, FT_MAX_PATH};
  ft_text_add (&text, "%s/%s", directory, name);
  if (number != UINT32_MAX)
    ft_text_add (&text, "-%u", number);
}

void ft_files_keep (void) {
  ft_kept_directory_open (first_directory);
}

static void give_entries (int fd, uint32_t user) {
  static char names[4096]; // stacks may be small
  for (long n; (n = FT_SYSCALL (getdents64, fd, names, sizeof names, 0, 0, 0)) > 0;)
    for (long at = 0; at < n;) {
      const struct dirent64 *entry = (const void *)(names + at);
      if (entry->d_type == DT_REG)
        FT_SYSCALL (fchownat, fd, entry->d_name, user, -1, AT_SYMLINK_NOFOLLOW,
                    0);
      at += entry->d_reclen;
    }
}

void ft_files_give (uint32_t user) {
  if (user == UINT32_MAX || FT_SYSCALL (geteuid, 0, 0, 0, 0, 0, 0))
    return;
  ft_files_keep ();
  int fd = ft_sys_open (directory, O_RDONLY | O_DIRECTORY);
  if (fd < 0)
    return;
  FT_SYSCALL (fchown, fd, user, -1, 0, 0, 0);
  give_entries (fd, user);
  ft_sys_close (fd);
}

bool ft_files_are_of_first_process (void) {
  return ft_text_equal (first_directory, directory);
}

static bool stop (void) {
  if (stopped)
    return false;
  stopped = true;
  ft_keeps_logs = false;
  ft_control->state = FT_WIRE_STOPPED;
  return true;
}

void ft_files_stop (const char *why) {
  if (stop ())
    ft_warn ("%s: recording stops here, the program runs on", why);
}

void ft_files_stop_at_limit (void) {
  if (stop () && !ft_config.plan)
    ft_warn ("the trace has reached its size limit: recording stops here, the "
             "program runs on");
}

void ft_files_stop_silently (void) {
  stopped = true;
  ft_keeps_logs = false;
}

bool ft_files_stopped (void) {
  return stopped;
}

void ft_files_stop_errno (int error) {
  ft_files_stop (ft_preallocate_reason (error));
}

// ---- schedule ------------------------------------------------------------

static bool move_schedule (uint64_t entry) {
  static char path[FT_MAX_PATH]; // stacks may be small
  uint64_t size = sizeof (struct ft_wire_switch);
  uint64_t from = entry / SCHEDULE_WINDOW * SCHEDULE_WINDOW;
  ft_files_path (path, "schedule", UINT32_MAX);
  int fd = ft_preallocate_grow (path, O_CREAT, from * size,
                                (from + SCHEDULE_WINDOW) * size);
  if (fd < 0) {
    ft_files_stop_errno (fd);
    return false;
  }
  void *window = ft_sys_mmap (SCHEDULE_WINDOW * size, fd, from * size);
  ft_sys_close (fd);
  if (schedule.window)
    ft_sys_munmap (schedule.window, SCHEDULE_WINDOW * size);
  schedule.window = window;
  schedule.from = from;
  if (!window)
    ft_files_stop_errno (-ENOMEM);
  return window;
}

static void add_switch (struct ft_wire_switch entry) {
  uint64_t n = ft_control->switches;
  if ((!schedule.window || n >= schedule.from + SCHEDULE_WINDOW) &&
      !move_schedule (n))
    return;
  schedule.window[n - schedule.from] = entry;
  __atomic_store_n (&ft_control->switches, n + 1, __ATOMIC_RELEASE);
}

// Threads that run in parallel give the token away all the time, and mostly get
// it back before another thread wants it: one entry for all of these times.
static bool prolong (uint32_t thread, enum ft_wire_switch_reason why,
                     uint64_t tick) {
  uint64_t n = ft_control->switches;
  if (n <= schedule.from + 1 || !schedule.window)
    return false;
  struct ft_wire_switch *last = &schedule.window[n - 1 - schedule.from];
  if (last->thread != thread || last->reason != FT_WIRE_PREEMPTED)
    return false;
  *last = (struct ft_wire_switch){thread, why, tick};
  return true;
}

void ft_files_add_switch (uint32_t thread, enum ft_wire_switch_reason why,
                          uint64_t tick) {
  if (!stopped && !(ft_config.parallel && prolong (thread, why, tick)))
    add_switch ((struct ft_wire_switch){thread, why, tick});
}

// ---- objects -------------------------------------------------------------

static bool write_at (int fd, const void *bytes, uint64_t size, uint64_t *at) {
  const char *p = bytes;
  if (ft_preallocate_is_beyond_limit (*at + size)) {
    ft_files_stop_errno (-EFBIG);
    return false;
  }
  while (size) {
    long n = FT_SYSCALL (pwrite64, fd, p, size, *at, 0, 0);
    if (n == -EINTR)
      continue;
    if (n <= 0) {
      ft_files_stop_errno (n ? (int)n : -ENOSPC);
      return false;
    }
    p += n;
    *at += (uint64_t)n;
    size -= (uint64_t)n;
  }
  return true;
}

void ft_files_add_object (const struct ft_object *object) {
  static char path[FT_MAX_PATH]; // stacks may be small
  struct ft_wire_registered head = {(uintptr_t)object->functions,
                                    object->function_count,
                                    object->global_count, object->sites_size};
  uint64_t at = ft_control->objects, zeros = 0;
  if (stopped)
    return;
  ft_modules_add (object, at);
  ft_files_path (path, "objects", UINT32_MAX);
  int fd = ft_preallocate_open (path, O_RDWR | O_CREAT);
  if (fd < 0) {
    ft_files_stop_errno (fd);
    return;
  }
  if (write_at (fd, &head, sizeof head, &at) &&
      write_at (fd, object->globals, 8 * (uint64_t)object->global_count, &at) &&
      write_at (fd, object->sites, object->sites_size, &at) &&
      write_at (fd, &zeros, -object->sites_size & 7, &at))
    ft_control->objects = at;
  ft_sys_close (fd);
}

// ---- control -------------------------------------------------------------

// The file "light" marks a recording without logs.
static void mark_light (void) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "light", UINT32_MAX);
  int fd = ft_preallocate_open (path, O_RDWR | O_CREAT);
  if (fd >= 0)
    ft_sys_close (fd);
}

void ft_files_set_light (void) {
  if (ft_config.light)
    return;
  ft_config.light = true;
  ft_keeps_logs = false;
  if (!stopped)
    mark_light ();
}

static int open_control (void) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "control", UINT32_MAX);
  int fd = ft_preallocate_grow (path, O_CREAT | O_EXCL, 0, FT_WIRE_PAGE);
  if (fd < 0)
    return fd;
  ft_control = ft_sys_mmap (FT_WIRE_PAGE, fd, 0);
  ft_sys_close (fd);
  if (!ft_control)
    return -ENOMEM;
  ft_control->version = FT_WIRE_VERSION;
  ft_control->pid = (uint32_t)ft_sys_getpid ();
  ft_control->magic = FT_WIRE_MAGIC;
  ft_keeps_logs = !ft_config.light;
  stopped = false;
  if (ft_config.light)
    mark_light ();
  add_switch ((struct ft_wire_switch){
      (uint32_t)FT_WIRE_MAGIC, (uint32_t)(FT_WIRE_MAGIC >> 32), FT_WIRE_MAGIC});
  return 0;
}

static int open_own (void) {
  for (unsigned n = 0;; n++) {
    ft_text text = FT_TEXT (directory);
    ft_text_add (&text, "%s/process-%d", first_directory, ft_sys_getpid ());
    if (n)
      ft_text_add (&text, "-%u", n);
    int error = ft_sys_mkdir (directory);
    if (error == 0)
      return open_control ();
    if (error != -EEXIST)
      return error;
  }
}

static bool opened (int error) {
  if (error == 0)
    return true;
  ft_warn ("cannot record to '%s': %s", first_directory,
           ft_preallocate_reason (error));
  return false;
}

bool ft_files_open (const char *name) {
  static char whole[PATH_MAX];
  if (!realpath (name, whole)) {
    ft_warn ("cannot record to '%s': there is no such directory", name);
    return false;
  }
  ft_text first = FT_TEXT (first_directory), own = FT_TEXT (directory);
  ft_text_add (&first, "%s", whole);
  ft_text_add (&own, "%s", whole);
  if (!ft_text_equal (whole, own.bytes)) {
    ft_warn ("cannot record to '%s': its name is too long", name);
    return false;
  }
  ft_config_read (whole);
  int error = open_control ();
  return opened (error == -EEXIST ? open_own () : error);
}

// Without a directory the process goes on as if recorded, since the state of
// its locks is in the runtime.
static void open_nothing (void) {
  ft_control = ft_sys_mmap (FT_WIRE_PAGE, -1, 0);
  if (!ft_control)
    ft_fail (69, "out of memory for the recorder");
  ft_control->state = FT_WIRE_STOPPED;
  ft_control->pid = (uint32_t)ft_sys_getpid ();
  ft_files_stop_silently ();
}

// Copies at most 'size' bytes of a file of the directory 'from' into this
// process's directory; returns how many.
static uint64_t copy (const char *from, const char *name, uint64_t size) {
  static char path[FT_MAX_PATH], bytes[4096];
  ft_text source = FT_TEXT (path);
  ft_text_add (&source, "%s/%s", from, name);
  int in = ft_preallocate_open (path, O_RDONLY);
  ft_files_path (path, name, UINT32_MAX);
  int out = ft_preallocate_open (path, O_RDWR | O_CREAT);
  uint64_t at = 0;
  while (at < size) {
    uint64_t most = size - at < sizeof bytes ? size - at : sizeof bytes;
    long n = FT_SYSCALL (pread64, in, bytes, most, at, 0, 0);
    if (n <= 0 || !write_at (out, bytes, (uint64_t)n, &at))
      break;
  }
  ft_sys_close (in);
  ft_sys_close (out);
  return at;
}

void ft_files_open_child (void) {
  static char from[sizeof directory];
  ft_text parent = FT_TEXT (from);
  uint64_t objects = ft_control->objects;
  ft_text_add (&parent, "%s", directory);
  if (schedule.window)
    ft_sys_munmap (schedule.window, SCHEDULE_WINDOW * sizeof *schedule.window);
  schedule.window = NULL;
  ft_inputs_after_fork ();
  ft_symbolic_after_fork ();
  ft_sys_munmap (ft_control, FT_WIRE_PAGE);
  if (!opened (open_own ())) {
    open_nothing ();
    return;
  }
  copy (from, "modules", UINT64_MAX);
  copy (from, "libraries", UINT64_MAX);
  if (copy (from, "objects", objects) == objects)
    ft_control->objects = objects;
}

void ft_files_end (int status, int signal) {
  ft_control->status = (uint32_t)status & 255; // as its parent gets it
  ft_control->signal = (uint32_t)signal;
  if (ft_control->state != FT_WIRE_STOPPED)
    ft_control->state = FT_WIRE_ENDED;
}

void ft_files_fail (const char *format, va_list arguments) {
  static char path[FT_MAX_PATH]; // stacks may be small
  char line[1024];
  ft_text text = FT_TEXT (line);
  if (!ft_control)
    return;
  ft_text_vadd (&text, format, arguments);
  ft_text_add (&text, "\n");
  ft_files_path (path, "failed", UINT32_MAX);
  int fd = ft_preallocate_open (path, O_WRONLY | O_CREAT | O_TRUNC);
  if (fd < 0)
    return;
  ft_sys_write (fd, text.bytes, text.size);
  ft_sys_close (fd);
}

void ft_files_trim (void) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "schedule", UINT32_MAX);
  if (stopped)
    ft_sys_truncate (path, ft_control->switches * sizeof *schedule.window);
}

void ft_files_reopen (void) {
  if (ft_control->state != FT_WIRE_STOPPED)
    ft_control->state = FT_WIRE_RUNNING;
}
