// FORETRACE_RUN=DIR in the environment: the process is recorded into DIR.
//
// Starts before the constructors of all libraries, from the executable's
// preinit array.  Programs without one start at the first call of a wrapper.

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/scheduler.h"
#include "runtime/config.h"
#include "runtime/dispositions.h"
#include "runtime/files.h"
#include "runtime/thread.h"
#include "runtime/inputs.h"
#include "runtime/answers.h"
#include "runtime/inherited_files.h"
#include "runtime/library_memory.h"
#include "runtime/overlay.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/replayer.h"
#include "runtime/policy.h"
#include "runtime/process.h"
#include "runtime/log_buffers.h"
#include "runtime/parallel.h"
#include "runtime/start.h"
#include "runtime/symbolic.h"

bool ft_is_recording;

// The stack of the first thread grows down from its end up to the limit.
static void find_stack (ft_thread *t) {
  extern void *__libc_stack_end;
  struct rlimit limit;
  uint64_t size = 64 << 20;
  FT_SYSCALL (prlimit64, 0, RLIMIT_STACK, 0, &limit, 0, 0);
  if (limit.rlim_cur != RLIM_INFINITY)
    size = limit.rlim_cur;
  // Arguments and environment are above '__libc_stack_end'; they count for the
  // same limit.
  t->stack_end = ((uintptr_t)__libc_stack_end | 4095) + 1;
  t->stack_low = size < t->stack_end ? t->stack_end - size : 0;
}

static void start_first_thread (void) {
  ft_thread *t = ft_thread_new (0, 0, 0);
  t->state = FT_SCHED_RUNNING;
  ft_token_holder = t;
  t->unrecorded = FT_IN_RUNTIME;
  t->handle = pthread_self ();
  ft_handles_add (t);
  find_stack (t);
  ft_thread_bind (t);
  ft_thread_begin (t);
}

static void start (const char *directory) {
  ft_inherited_files_list ();
  ft_answers_begin ();
  if (!ft_files_open (directory))
    return;
  ft_is_recording = true;
  ft_library_memory_list ();
  if (!ft_config.light)
    ft_log_buffers_open ();
  ft_policy_start ();
  if (ft_config.plan && ft_files_are_of_first_process ()) {
    ft_replay_load ();
    ft_inputs_load ();
  }
  ft_overlay_start ();
  ft_symbolic_load ();
  ft_process_start ();
  ft_malloc_start ();
  start_first_thread ();
  ft_dispositions_start ();
  ft_self->unrecorded = 0;
  ft_in_parallel = ft_config.parallel;
  ft_scheduling_point_slow (ft_self);
}

static const char *find_directory (char **environment) {
  static const char name[] = "FORETRACE_RUN=";
  for (; environment && *environment; environment++) {
    unsigned i = 0;
    while (name[i] && (*environment)[i] == name[i])
      i++;
    if (!name[i] && (*environment)[i])
      return *environment + i;
  }
  return NULL;
}

// Without the slashes that foretrace adds (record/target.c).
static const char *without_padding (const char *directory) {
  while (directory[0] == '/' && directory[1] == '/')
    directory++;
  return directory;
}

static void start_from (char **environment) {
  static bool tried;
  if (tried)
    return;
  tried = true;
  int error = errno;
  const char *directory = find_directory (environment);
  if (directory)
    start (without_padding (directory));
  errno = error;
}

void ft_start (void) {
  start_from (environ);
}

static void before_constructors (int count, char **arguments,
                                 char **environment) {
  start_from (environment);
  ft_symbolic_begin (ft_self, count, arguments, environment);
}

__attribute__ ((section (".preinit_array"),
                used)) static void (*const preinit) (int, char **, char **) =
    before_constructors;

FT_EXPORT void ft_register (const struct ft_object *object) {
  ft_start ();
  if (!ft_is_recording)
    return;
  if (object->abi != FT_ABI_VERSION)
    ft_fail (69,
             "an object of this program was built by another version of "
             "foretrace-cc (ABI %u, not %u); build it again",
             object->abi, FT_ABI_VERSION);
  if (ft_self && ft_self->unrecorded & FT_IN_KERNEL)
    ft_blocking_end (ft_self); // the constructor runs in dlopen
  ft_scheduler_lock ();
  bool light = object->flags & FT_OBJECT_LIGHT;
  if (object->function_count) // else a note of the linker's (cc/escape_note.h)
    ft_log_set_light (light);
  if (!light && object->function_count && ft_config.parallel)
    ft_fail (69, "an object of this program was built without "
                 "--foretrace-light, which --mode parallel needs");
  if (light)
    ft_files_set_light ();
  ft_files_add_object (object);
  ft_scheduler_unlock ();
}
