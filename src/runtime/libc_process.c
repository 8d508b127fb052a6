// Functions that return ids of processes and threads, or take them: the program
// sees the recorded ones in a replay (process_ids.h).  Interposed by symbol, so
// that libraries see the same.

#include <errno.h>
#include <sched.h>
#include <spawn.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/libc_access.h"
#include "runtime/process_ids.h"
#include "runtime/syscall.h"

FT_EXPORT pid_t getpid (void) {
  return ft_id_seen (ft_sys_getpid ());
}

FT_EXPORT pid_t gettid (void) {
  return ft_id_seen (ft_sys_gettid ());
}

FT_EXPORT pid_t getppid (void) {
  return ft_id_seen ((pid_t)FT_SYSCALL (getppid, 0, 0, 0, 0, 0, 0));
}

// ---- groups and sessions, which have the id of their first process -------------

FT_EXPORT pid_t getpgrp (void) {
  return ft_id_seen_group (FT_REAL_OF (getpgrp) ());
}

FT_EXPORT pid_t getpgid (pid_t process) {
  return ft_id_seen_group (FT_REAL_OF (getpgid) (ft_id_real (process)));
}

FT_EXPORT pid_t getsid (pid_t process) {
  return ft_id_seen (FT_REAL_OF (getsid) (ft_id_real (process)));
}

FT_EXPORT pid_t setsid (void) {
  ft_id_leaves_group ();
  return ft_id_seen (FT_REAL_OF (setsid) ());
}

FT_EXPORT int setpgid (pid_t process, pid_t group) {
  ft_id_leaves_group ();
  return FT_REAL_OF (setpgid) (ft_id_real (process), ft_id_real (group));
}

// ---- functions that take a process or a thread ------------------------------------

#define ABOUT(name, parameters, ...)                                           \
  FT_EXPORT int name parameters {                                              \
    id = ft_id_real (id);                                                      \
    return FT_REAL_OF (name) (__VA_ARGS__);                                    \
  }

ABOUT (pidfd_open, (pid_t id, unsigned flags), id, flags)
ABOUT (sched_getscheduler, (pid_t id), id)
ABOUT (sched_setscheduler, (pid_t id, int policy, const struct sched_param *p),
       id, policy, p)
ABOUT (sched_getparam, (pid_t id, struct sched_param *p), id, p)
ABOUT (sched_setparam, (pid_t id, const struct sched_param *p), id, p)
ABOUT (sched_getaffinity, (pid_t id, size_t size, cpu_set_t *set), id, size,
       set)
ABOUT (sched_setaffinity, (pid_t id, size_t size, const cpu_set_t *set), id,
       size, set)
ABOUT (sched_rr_get_interval, (pid_t id, struct timespec *time), id, time)

static id_t real_of (__priority_which_t which, id_t id) {
  return which == PRIO_USER ? id : (id_t)ft_id_real ((pid_t)id);
}

FT_EXPORT int getpriority (__priority_which_t which, id_t id) {
  return FT_REAL_OF (getpriority) (which, real_of (which, id));
}

FT_EXPORT int setpriority (__priority_which_t which, id_t id, int priority) {
  return FT_REAL_OF (setpriority) (which, real_of (which, id), priority);
}

// ---- programs that are started ---------------------------------------------------

#define SPAWNS(name)                                                           \
  FT_EXPORT int name (pid_t *restrict id, const char *restrict program,        \
                      const posix_spawn_file_actions_t *restrict actions,      \
                      const posix_spawnattr_t *restrict attributes,            \
                      char *const argv[restrict], char *const envp[restrict]) { \
    pid_t child = -1;                                                          \
    ft_child_begins (ft_wrapper_enter ());                                     \
    ft_birth b = ft_id_unborn (ft_recorded_thread ());                         \
    int error = FT_REAL_OF (name) (&child, program, actions, attributes, argv, \
                                   envp);                                      \
    child = ft_id_born (b, error ? -1 : child);                                \
    if (!error && id)                                                          \
      *id = child;                                                             \
    return error;                                                              \
  }

SPAWNS (posix_spawn)
SPAWNS (posix_spawnp)
