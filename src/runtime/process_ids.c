// The ids of the recording, and the replay's own for each of them.

#include "runtime/process_ids.h"

#include <errno.h>
#include <limits.h>

#include "runtime/inputs.h"
#include "runtime/replayer.h"
#include "runtime/start.h"
#include "runtime/syscall.h"
#include "runtime/text_buffer.h"
#include "runtime/thread.h"
#include "runtime/thread_log.h"

enum { PROCESSES = 4096, NO_PROCESS = INT_MAX };

// Processes of the replay.  The children that it forks use the table, too.
struct table {
  uint32_t count; // atomic; may be larger than PROCESSES
  struct {
    pid_t seen, real; // atomic; 0: none
  } processes[PROCESSES];
};

static struct table *table; // NULL: not a replay that has recorded ids

// ---- what the recording has --------------------------------------------------

static struct {
  pid_t process, parent, group;
  pid_t *threads; // by number; 0: not known
  uint32_t thread_count;
  struct child {
    pid_t id;
    uint32_t thread; // that forked it
    bool born;       // in this replay
  } *children;       // room for PROCESSES
  uint32_t child_count;
} recorded;

static void add_thread (uint32_t thread, pid_t id) {
  size_t bytes = FT_MAX_THREADS * sizeof *recorded.threads;
  if (!recorded.threads)
    recorded.threads = ft_sys_mmap (bytes, -1, 0);
  if (!recorded.threads || thread >= FT_MAX_THREADS)
    return;
  recorded.threads[thread] = id;
  if (thread >= recorded.thread_count)
    recorded.thread_count = thread + 1;
}

static void add_child (uint32_t thread, pid_t id) {
  size_t bytes = PROCESSES * sizeof *recorded.children;
  if (!recorded.children)
    recorded.children = ft_sys_mmap (bytes, -1, 0);
  if (recorded.children && recorded.child_count < PROCESSES)
    recorded.children[recorded.child_count++] =
        (struct child){.id = id, .thread = thread};
}

void ft_ids_add (const struct ft_wire_input *e) {
  if (e->result <= 0 || e->result >= NO_PROCESS)
    return;
  pid_t id = (pid_t)e->result;
  switch (e->flags) {
  case FT_WIRE_ID_PROCESS:
    recorded.process = id;
    break;
  case FT_WIRE_ID_PARENT:
    recorded.parent = id;
    break;
  case FT_WIRE_ID_GROUP:
    recorded.group = id;
    break;
  case FT_WIRE_ID_THREAD:
    add_thread (e->thread, id);
    break;
  case FT_WIRE_ID_CHILD:
    add_child (e->thread, id);
    break;
  }
}

// ---- the table ------------------------------------------------------------------

static pid_t load (const pid_t *p) {
  return __atomic_load_n (p, __ATOMIC_ACQUIRE);
}

static void store (pid_t *p, pid_t id) {
  __atomic_store_n (p, id, __ATOMIC_RELEASE);
}

static uint32_t add (pid_t seen, pid_t real) {
  uint32_t at = __atomic_fetch_add (&table->count, 1, __ATOMIC_ACQ_REL);
  if (at >= PROCESSES)
    return UINT32_MAX;
  store (&table->processes[at].real, real);
  store (&table->processes[at].seen, seen);
  return at;
}

static uint32_t count (void) {
  uint32_t n = __atomic_load_n (&table->count, __ATOMIC_ACQUIRE);
  return n < PROCESSES ? n : PROCESSES;
}

static pid_t parent (void) {
  return (pid_t)FT_SYSCALL (getppid, 0, 0, 0, 0, 0, 0);
}

static pid_t group (void) {
  return (pid_t)FT_SYSCALL (getpgid, 0, 0, 0, 0, 0, 0);
}

static pid_t first_group; // of the replay, as it began

void ft_ids_begin (void) {
  if (!recorded.process && !recorded.parent && !recorded.group &&
      !recorded.threads && !recorded.children)
    return;
  long at = FT_SYSCALL (mmap, ft_sys_own_place (sizeof *table), sizeof *table,
                        PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at < 0 && at > -4096)
    return;
  table = (struct table *)at;
  first_group = group ();
  if (recorded.group)
    add (recorded.group, first_group);
  if (recorded.process)
    add (recorded.process, ft_sys_getpid ());
  if (recorded.parent)
    add (recorded.parent, parent ());
}

// ---- keeping ----------------------------------------------------------------------

// What has been kept of this process.
static bool process_is_kept, parent_is_kept, group_is_kept, left_group;
static unsigned char threads_kept[FT_MAX_THREADS / 8];

void ft_ids_after_fork (void) {
  process_is_kept = parent_is_kept = group_is_kept = false;
  __builtin_memset (threads_kept, 0, sizeof threads_kept);
  recorded.thread_count = recorded.child_count = 0;
}

static void keep (ft_thread *t, enum ft_wire_id what, pid_t id) {
  ft_input_call in = {.thread = t,
                      .kind = FT_WIRE_INPUT_ID,
                      .flags = what,
                      .tick = ft_current_tick (t)};
  ft_input_record (&in, id, NULL, 0);
}

static void keep_once (bool *kept, enum ft_wire_id what, pid_t id) {
  ft_thread *t = *kept ? NULL : ft_recorded_thread ();
  if (!t || *kept)
    return;
  *kept = true;
  keep (t, what, id);
}

static void keep_thread (pid_t id) {
  ft_thread *self = ft_self;
  if (!self || self->id >= FT_MAX_THREADS)
    return;
  unsigned char *bits = &threads_kept[self->id / 8], bit = 1 << self->id % 8;
  ft_thread *t = *bits & bit ? NULL : ft_recorded_thread ();
  if (!t)
    return;
  *bits |= bit;
  keep (t, FT_WIRE_ID_THREAD, id);
}

// ---- translation --------------------------------------------------------------------

static pid_t seen_of_process (pid_t real) {
  for (uint32_t i = count (); i-- > 0;)
    if (load (&table->processes[i].real) == real &&
        load (&table->processes[i].seen))
      return load (&table->processes[i].seen);
  return real;
}

static pid_t seen_of_own_thread (pid_t real) {
  const ft_thread *t = ft_self;
  pid_t seen = t->id < recorded.thread_count && ft_replay_has_thread (t)
                   ? recorded.threads[t->id]
                   : 0;
  return seen ? seen : real;
}

static bool is_own_thread (pid_t real) {
  return ft_self && ft_self->task == real && real != ft_sys_getpid ();
}

pid_t ft_id_seen (pid_t real) {
  if (!ft_is_recording || real <= 0)
    return real;
  int error = errno;
  bool is_thread = is_own_thread (real);
  pid_t seen = !table      ? real
               : is_thread ? seen_of_own_thread (real)
                           : seen_of_process (real);
  if (is_thread)
    keep_thread (seen);
  else if (real == ft_sys_getpid ())
    keep_once (&process_is_kept, FT_WIRE_ID_PROCESS, seen);
  else if (real == parent ())
    keep_once (&parent_is_kept, FT_WIRE_ID_PARENT, seen);
  errno = error;
  return seen;
}

void ft_id_leaves_group (void) {
  left_group = true;
}

// The group of a recording may be that of its process where that of the replay is
// not, or the other way round.
pid_t ft_id_seen_group (pid_t real) {
  bool is_first = !left_group && real == group ();
  if (!is_first || !ft_is_recording)
    return ft_id_seen (real);
  int error = errno;
  pid_t seen = table && recorded.group && real == first_group ? recorded.group
                                                              : real;
  keep_once (&group_is_kept, FT_WIRE_ID_GROUP, seen);
  errno = error;
  return seen;
}

// Threads and children that the replay may not have made yet.
static pid_t real_of_other (pid_t seen) {
  for (uint32_t i = 0; i < recorded.thread_count; i++)
    if (recorded.threads[i] == seen)
      return ft_threads[i] ? ft_threads[i]->task : NO_PROCESS;
  for (uint32_t i = 0; i < recorded.child_count; i++)
    if (recorded.children[i].id == seen)
      return NO_PROCESS;
  return seen;
}

pid_t ft_id_real (pid_t seen) {
  if (!table || seen == 0 || seen == -1 || seen == INT_MIN)
    return seen;
  if (seen < 0)
    return -ft_id_real (-seen);
  for (uint32_t i = count (); i-- > 0;)
    if (load (&table->processes[i].seen) == seen) {
      pid_t real = load (&table->processes[i].real);
      return real ? real : NO_PROCESS;
    }
  return real_of_other (seen);
}

void ft_ids_in_signal (siginfo_t *info) {
  bool is_sent = info->si_code == SI_USER || info->si_code == SI_QUEUE ||
                 info->si_code == SI_TKILL;
  bool is_child = info->si_signo == SIGCHLD && info->si_code > 0 &&
                  info->si_code != SI_KERNEL;
  if (is_sent || is_child)
    info->si_pid = ft_id_seen (info->si_pid);
}

// ---- children -----------------------------------------------------------------------

ft_birth ft_id_unborn (ft_thread *t) {
  ft_birth b = {t, UINT32_MAX};
  ft_id_seen (ft_sys_getpid ()); // which the child may ask for
  if (!table || !t || !ft_replay_has_thread (t))
    return b;
  for (uint32_t i = 0; i < recorded.child_count; i++) {
    struct child *c = &recorded.children[i];
    if (c->thread == t->id && !c->born) {
      c->born = true;
      b.place = add (c->id, 0);
      break;
    }
  }
  return b;
}

pid_t ft_id_born (ft_birth b, pid_t child) {
  pid_t seen = child;
  bool known = table && b.place < PROCESSES;
  if (known && child >= 0)
    store (&table->processes[b.place].real, child ? child : ft_sys_getpid ());
  if (child <= 0)
    return child;
  if (known)
    seen = load (&table->processes[b.place].seen);
  ft_thread *t = b.thread ? ft_recorded_thread () : NULL;
  if (t)
    keep (t, FT_WIRE_ID_CHILD, seen);
  return seen;
}

// ---- paths --------------------------------------------------------------------------

// Copies a part of the path up to the next slash; an id as the real one.
static const char *copy_part (ft_text *to, const char *from, bool is_id) {
  const char *end = from;
  pid_t id = 0;
  for (; *end && *end != '/'; end++) {
    is_id &= *end >= '0' && *end <= '9' && id < INT_MAX / 10 - 1;
    id = is_id ? 10 * id + (*end - '0') : 0;
  }
  if (is_id && end > from)
    ft_text_add (to, "%d", ft_id_real (id));
  else
    for (const char *c = from; c < end; c++)
      ft_text_add (to, "%c", *c);
  return end;
}

static bool begins (const char *path, const char *with) {
  while (*with && *path == *with)
    path++, with++;
  return !*with;
}

// /proc/ID and /proc/ANY/task/ID
const char *ft_ids_path (const char *path) {
  static char copies[4][256];
  static unsigned used;
  if (!table || !path || !begins (path, "/proc/"))
    return path;
  char *copy = copies[__atomic_fetch_add (&used, 1, __ATOMIC_RELAXED) % 4];
  ft_text to = {copy, 0, sizeof copies[0]};
  ft_text_add (&to, "/proc/");
  const char *from = copy_part (&to, path + 6, true);
  if (begins (from, "/task/")) {
    ft_text_add (&to, "/task/");
    from = copy_part (&to, from + 6, true);
  }
  while (*from)
    ft_text_add (&to, "%c", *from++);
  return to.size + 1 < to.capacity ? copy : path;
}
